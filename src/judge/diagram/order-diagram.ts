import { counted, span } from '../../core/text/wording.ts';
import { pastSteps, scheduledSteps } from './entries.ts';
import type { Arrow, Diagram, Gap, Mark, OrderRecord, Step } from './steps.ts';

/** Reads the lists that a diagram needs from the control API. Each resolves with its latest items, newest first. */
export interface RecordReader {
  readonly requests: (externalId: string) => Promise<OrderRecord['requests']>;
  readonly advances: () => Promise<OrderRecord['advances']>;
}

/** The query of both lists. */
export const LATEST = { sort: 'newest', limit: 1_000 } as const;

/** Reads what a diagram needs besides the order. Without an external_id, only the requests of the order are known. */
export async function readOrderRecord(
  order: OrderRecord['order'],
  reader: RecordReader,
): Promise<OrderRecord> {
  const { external_id } = order;
  const [requests, advances] = await Promise.all([
    external_id === null ? null : reader.requests(external_id),
    reader.advances(),
  ]);
  return {
    order,
    requests: requests ? requests.toReversed() : order.requests,
    advances: advances.toReversed(),
  };
}

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
function foldRepetitions(steps: readonly Step[]): Step[] {
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

/** Shorter pauses are not shown. */
const SHORTEST_GAP_MS = 1_000;

/** How the time between two instants passed. */
function gapBetween(from: string, to: string, advances: OrderRecord['advances']): Gap | null {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  if (toMs - fromMs < SHORTEST_GAP_MS) return null;
  const skippedMs = advances.reduce((sum, advance) => {
    const overlapMs = Math.min(toMs, Date.parse(advance.to)) - Math.max(fromMs, Date.parse(advance.from));
    return sum + Math.max(0, overlapMs);
  }, 0);
  return { kind: 'gap', from, to, isAdvanced: skippedMs >= (toMs - fromMs) / 2, isAhead: false };
}

function withGaps(steps: readonly (Arrow | Mark)[], advances: OrderRecord['advances']): Step[] {
  return steps.flatMap((step, index): Step[] => {
    const before = steps[index - 1];
    const gap = before ? gapBetween(before.at, step.at, advances) : null;
    if (!gap) return [step];
    return [step.isAhead ? { ...gap, isAdvanced: false, isAhead: true } : gap, step];
  });
}

/**
 * The sequence diagram of an order.
 * @param foldsRepetitions draws repeated equal exchanges, and attempts that failed in the same way, as one
 */
export function orderDiagram(record: OrderRecord, foldsRepetitions = true): Diagram {
  const { order, advances } = record;
  const steps = withGaps([...pastSteps(record), ...scheduledSteps(record)], advances);
  const hasNoDestination = order.timeline.every(({ event }) => event.state === 'unsent');
  return {
    title: `Order ${order.id}${order.external_id === null ? '' : `, ${order.external_id}`}`,
    date: order.created_at.slice(0, 10),
    names: {
      client: 'Client',
      service: 'Service',
      receiver: hasNoDestination ? 'No receiver' : 'Receiver',
    },
    steps: foldsRepetitions ? foldRepetitions(steps) : steps,
  };
}
