import { escapeControls } from '../text/escape-controls.ts';
import type { Arrow, Diagram, Lifeline, Step } from './steps.ts';
import { clockText, gapText, stepText, titleOf } from './words.ts';

const IDS: Readonly<Record<Lifeline, string>> = { client: 'C', service: 'S', receiver: 'R' };

/** Text of a message. Mermaid ends it at a line feed and a semicolon, and reads # as the start of an entity. */
const escaped = (text: string): string =>
  escapeControls(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[#;<>&"`%]/g, character => `#${character.charCodeAt(0)};`);

/** The arrow of a message: solid or dashed, with a cross if it was lost and an open head if it was not sent yet. */
function arrowOf({ isResponse, lost, isAhead }: Arrow): string {
  const line = isResponse || isAhead ? '--' : '-';
  if (lost !== null) return `${line}x`;
  return isAhead ? `${line})` : `${line}>>`;
}

function lineOf(step: Step): string {
  if (step.kind === 'gap') return `Note over C,R: ${escaped(gapText(step))}`;
  const text = escaped(stepText(step));
  if (step.kind === 'arrow') return `${IDS[step.from]}${arrowOf(step)}${IDS[step.to]}: ${text}`;
  return `Note over S: ${clockText(step.at)} ${text}`;
}

/** A diagram in the language of Mermaid, which GitHub and GitLab draw in issues. */
export function diagramMermaid(diagram: Diagram): string {
  const { names, steps } = diagram;
  const lines = [
    `title ${escaped(titleOf(diagram))}`,
    ...(['client', 'service', 'receiver'] as const).map(
      lifeline => `participant ${IDS[lifeline]} as ${escaped(names[lifeline])}`,
    ),
    ...steps.map(lineOf),
  ];
  return ['sequenceDiagram', ...lines.map(line => `    ${line}`)].join('\n');
}
