import { span } from '../text/units.ts';
import type { Arrow, Diagram, Gap, Mark, Step } from './steps.ts';

/** The title, with the date on which the times begin. */
export const titleOf = ({ title, date }: Diagram): string => `${title}, ${date} UTC`;

/** `00:00:12`, in UTC. */
export const clockText = (at: string): string => new Date(at).toISOString().slice(11, 19);

/** What a gap says: how much time passed, how, and the date if it changed. */
export function gapText({ from, to, isAdvanced }: Gap): string {
  const length = span(Date.parse(to) - Date.parse(from));
  const words = isAdvanced ? `clock advanced by ${length}` : `${length} later`;
  return from.slice(0, 10) === to.slice(0, 10) ? words : `${words}, ${to.slice(0, 10)}`;
}

/** The details of an arrow or mark: why it was lost, and its note. */
export const detailOf = (step: Arrow | Mark): string =>
  [step.kind === 'arrow' ? step.lost : null, step.note].filter(Boolean).join(', ');

/** What an arrow or mark says, with its details. */
export const stepText = (step: Arrow | Mark): string =>
  [step.text, detailOf(step)].filter(Boolean).join(', ');

/** A step as a sentence, for those who do not see the diagram. */
export function sentenceOf(step: Step, { names }: Diagram): string {
  if (step.kind === 'gap') return gapText(step);
  const time = `${step.isAhead ? 'Due ' : ''}${clockText(step.at)}`;
  if (step.kind === 'mark') return `${time}, ${names.service}: ${stepText(step)}`;
  return `${time}, ${names[step.from]} to ${names[step.to]}: ${stepText(step)}`;
}
