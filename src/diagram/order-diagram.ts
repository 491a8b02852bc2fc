import { pastSteps, scheduledSteps } from './entries.ts';
import { foldRepetitions } from './fold.ts';
import type { Arrow, Diagram, Gap, Mark, OrderRecord, Step } from './steps.ts';

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
