import { counted, span } from '../../core/text/wording.ts';
import type { Arrow, Gap, Mark, Recorded } from './diagram-model.ts';

/** A message with its response, or a single step. */
interface Unit {
  readonly gap: readonly Gap[];
  readonly steps: readonly (Arrow | Mark)[];
  /** Units of the same kind can be folded; null if this one cannot. */
  readonly kind: string | null;
}

/** Fewer equal units than this are not folded. */
const FEWEST = 3;

/** The kind of a message: equal requests with equal responses, and attempts that failed in the same way, are of one kind. */
function kindOf(out: Arrow, back: Arrow | null): string | null {
  if (out.isAhead || (out.lost !== null && out.to === 'service')) return null;
  const end = `${back?.text ?? ''} ${back?.lost ?? out.lost ?? ''}`;
  if (out.from === 'client') return `request ${out.text} ${end}`;
  const isFailure = back === null || back.tone !== 'good';
  return isFailure ? `delivery ${end}` : null;
}

function unitsOf(steps: readonly Recorded[]): Unit[] {
  const units: Unit[] = [];
  let gap: readonly Gap[] = [];
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at]!;
    if (step.kind === 'gap') {
      gap = [step];
      continue;
    }
    const next = steps[at + 1];
    const out = step.kind === 'arrow' && !step.isResponse ? step : null;
    const isAnswered =
      out && next?.kind === 'arrow' && next.isResponse && next.from === out.to && next.to === out.from;
    const back = isAnswered ? next : null;
    units.push({ gap, steps: back ? [step, back] : [step], kind: out && kindOf(out, back) });
    if (back) at += 1;
    gap = [];
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

function folded(run: readonly Unit[]): Recorded[] {
  const [first, last] = [run[0]!, run.at(-1)!];
  const [out, back] = first.steps as readonly [Arrow, Arrow?];
  const end = last.steps.at(-1)!;
  const lastedMs = Date.parse(end.at) - Date.parse(out.at);
  const note = lastedMs > 0 ? `within ${span(lastedMs)}` : '';
  const evidence = run.flatMap(unit => outOf(unit).evidence);
  const words = wordsOf(run);
  return [
    ...first.gap,
    { ...out, ...words, evidence },
    ...(back ? [{ ...back, at: end.at, text: `each ${back.text}`, note, evidence }] : []),
  ];
}

/** Draws runs of equal exchanges, and of attempts that failed in the same way, as one exchange. */
export function foldRepetitions(steps: readonly Recorded[]): Recorded[] {
  const units = unitsOf(steps);
  const result: Recorded[] = [];
  for (let at = 0; at < units.length; ) {
    const { kind } = units[at]!;
    let end = at + 1;
    while (kind !== null && units[end]?.kind === kind) end += 1;
    const run = units.slice(at, end);
    if (run.length >= FEWEST) result.push(...folded(run));
    else result.push(...run.flatMap(unit => [...unit.gap, ...unit.steps]));
    at = end;
  }
  return result;
}
