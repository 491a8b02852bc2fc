import type { components } from '../../contract/control-v1.generated.ts';
import type { OrderStatus } from '../../domain/order.ts';

type Schemas = components['schemas'];

export type OrderDetail = Schemas['OrderDetail'];
type Attempt = Schemas['Delivery'];

/** A state on the time axis. */
export interface StateMark {
  readonly status: OrderStatus;
  readonly at: string;
  readonly x: number;
  /** Not reached yet. */
  readonly isAhead: boolean;
  /** Milliseconds since the previous state. */
  readonly sinceMs: number | null;
}

/** A delivery of a webhook, placed by its time. */
export interface AttemptMark {
  readonly x: number;
  /** The row within the lane, 0 the first. Marks that would overlap are stacked. */
  readonly level: number;
  readonly attempt: Attempt;
}

/** A request that concerns the order. */
export interface RequestMark {
  readonly x: number;
  readonly request: Schemas['RequestSummary'];
}

/** A ledger entry of the order. */
export interface MoneyMark {
  readonly x: number;
  readonly amountTrx: number;
  readonly at: string;
}

/** Everything that is drawn, in pixels. */
export interface TimelineLayout {
  readonly width: number;
  readonly states: readonly StateMark[];
  readonly attempts: readonly AttemptMark[];
  readonly requests: readonly RequestMark[];
  readonly money: readonly MoneyMark[];
  readonly levels: number;
  /** The distance between two states. */
  readonly step: number;
}

const LEFT = 96;
/** The distance between two states. Orders with few states use the wide one. */
const STEP = 150;
const WIDE_STEP = 210;
const FEW = 5;
const RIGHT = 76;
/** Marks that are closer than this are stacked. */
const NEAR = 15;
/** What follows the last state sooner than this is placed at the state: its first webhook, for example. */
const TAIL_MS = 1_000;

/**
 * Places the lifecycle of an order on an axis on which all states are equally far apart, whatever the time between
 * them. Between two states the time scale is linear. What came after the last state is placed in one step behind it.
 */
export function layOutTimeline(order: OrderDetail): TimelineLayout {
  const steps = order.timeline;
  const step = steps.length + (order.next_step ? 1 : 0) < FEW ? WIDE_STEP : STEP;
  const first = Date.parse(steps[0]?.at ?? order.created_at);
  const times = steps.map(({ at }) => Date.parse(at));
  const states: StateMark[] = steps.map(({ status, at }, index) => ({
    status,
    at,
    x: LEFT + index * step,
    isAhead: false,
    sinceMs: index === 0 ? null : times[index]! - times[index - 1]!,
  }));
  if (order.next_step) {
    const at = Date.parse(order.next_step.at);
    states.push({
      status: order.next_step.to,
      at: order.next_step.at,
      x: LEFT + states.length * step,
      isAhead: true,
      sinceMs: at - (times.at(-1) ?? at),
    });
    times.push(at);
  }
  const attempts = steps.flatMap(({ event }) => event.deliveries);
  const later = [
    ...attempts.map(({ at }) => Date.parse(at)),
    ...order.requests.map(({ at }) => Date.parse(at)),
    ...order.ledger.map(({ at }) => Date.parse(at)),
  ].filter(at => at >= (times.at(-1) ?? first) + TAIL_MS);
  const tail = later.length > 0;
  if (tail) times.push(Math.max(...later));
  const place = positionFunction(times, step);
  return {
    step,
    width: LEFT + Math.max(1, states.length - 1 + (tail ? 1 : 0)) * step + RIGHT,
    states,
    ...stacked(attempts, place),
    requests: order.requests.map(request => ({ x: place(Date.parse(request.at)), request })),
    money: order.ledger.map(({ at, amount_trx }) => ({
      x: place(Date.parse(at)),
      amountTrx: amount_trx,
      at,
    })),
  };
}

/** Maps an instant to a position between the states around it. */
function positionFunction(times: readonly number[], step: number): (at: number) => number {
  return at => {
    let after = times.findIndex(time => time > at);
    if (after === -1) after = times.length;
    if (after === 0) return LEFT;
    const from = times[after - 1]!;
    const to = times[after];
    const share = to === undefined ? 0 : (at - from) / (to - from);
    return LEFT + (after - 1 + share) * step;
  };
}

/** Assigns a level to each delivery, so that marks do not overlap. */
function stacked(
  attempts: readonly Attempt[],
  place: (at: number) => number,
): { attempts: AttemptMark[]; levels: number } {
  const marks: AttemptMark[] = [];
  let levels = 1;
  for (const attempt of attempts) {
    const x = place(Date.parse(attempt.at));
    const taken = new Set(marks.filter(mark => Math.abs(mark.x - x) < NEAR).map(mark => mark.level));
    let level = 0;
    while (taken.has(level)) level += 1;
    levels = Math.max(levels, level + 1);
    marks.push({ x, level, attempt });
  }
  return { attempts: marks, levels };
}
