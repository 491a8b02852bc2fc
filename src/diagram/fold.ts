import { counted, span } from '../text/units.ts';
import type { Arrow, Gap, Mark, Step } from './steps.ts';

/** A message with its response, or a step that is folded with no other. */
interface Unit {
  readonly steps: readonly (Arrow | Mark)[];
  /** Units with the same one can be folded; null: with none. */
  readonly kind: string | null;
  /** The gap before it. */
  readonly gap: Gap | null;
}

/** Fewer equal units than this are not folded. */
const FEWEST = 3;

/** What can be folded: equal requests with equal responses, and attempts that failed in the same way. */
function kindOf(out: Arrow, back: Arrow | null): string | null {
  if (out.isAhead || (out.lost !== null && out.to === 'service')) return null;
  const end = `${back?.text ?? ''} ${back?.lost ?? out.lost ?? ''}`;
  if (out.from === 'client') return `request ${out.text} ${end}`;
  const isFailure = back === null || back.tone !== 'good';
  return isFailure ? `delivery ${end}` : null;
}

function unitsOf(steps: readonly Step[]): Unit[] {
  const units: Unit[] = [];
  let gap: Gap | null = null;
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at]!;
    if (step.kind === 'gap') {
      gap = step;
      continue;
    }
    const next = steps[at + 1];
    if (step.kind === 'arrow' && !step.isResponse) {
      const isAnswered =
        next?.kind === 'arrow' && next.isResponse && next.from === step.to && next.to === step.from;
      const back = isAnswered ? next : null;
      units.push({ steps: back ? [step, back] : [step], kind: kindOf(step, back), gap });
      if (back) at += 1;
    } else units.push({ steps: [step], kind: null, gap });
    gap = null;
  }
  return units;
}

const outOf = (unit: Unit): Arrow => unit.steps[0] as Arrow;

/** The words for several messages: `attempts 2 to 8` of one event, `12 attempts` of several, `5 times`. */
function wordsOf(run: readonly Unit[]): Pick<Arrow, 'text' | 'note'> {
  const first = outOf(run[0]!);
  if (first.from === 'client') return { text: first.text, note: `${run.length} times` };
  const events = new Set(run.map(unit => outOf(unit).text));
  if (events.size > 1) return { text: counted(run.length, 'attempt'), note: `of ${events.size} events` };
  const numbers = run.map(unit => /^attempt (\d+)$/.exec(outOf(unit).note || 'attempt 1')?.[1]);
  const isRange = numbers.every((number, index) => Number(number) === Number(numbers[0]) + index);
  const note = isRange ? `attempts ${numbers[0]} to ${numbers.at(-1)}` : `${run.length} times`;
  return { text: first.text, note };
}

function folded(run: readonly Unit[]): Step[] {
  const [first, last] = [run[0]!, run.at(-1)!];
  const [out, back] = first.steps as readonly [Arrow, Arrow?];
  const end = last.steps.at(-1)!;
  const lastedMs = Date.parse(end.at) - Date.parse(out.at);
  const note = lastedMs > 0 ? `within ${span(lastedMs)}` : '';
  const evidence = run.flatMap(unit => outOf(unit).evidence);
  const words = wordsOf(run);
  return [
    ...(first.gap ? [first.gap] : []),
    { ...out, ...words, evidence },
    ...(back ? [{ ...back, at: end.at, text: `each ${back.text}`, note, evidence }] : []),
  ];
}

/** Draws runs of equal exchanges, and of attempts that failed in the same way, as one exchange. */
export function foldRepetitions(steps: readonly Step[]): Step[] {
  const units = unitsOf(steps);
  const result: Step[] = [];
  for (let at = 0; at < units.length; ) {
    const { kind } = units[at]!;
    let end = at + 1;
    while (kind !== null && units[end]?.kind === kind) end += 1;
    const run = units.slice(at, end);
    if (run.length >= FEWEST) result.push(...folded(run));
    else result.push(...run.flatMap(unit => [...(unit.gap ? [unit.gap] : []), ...unit.steps]));
    at = end;
  }
  return result;
}
