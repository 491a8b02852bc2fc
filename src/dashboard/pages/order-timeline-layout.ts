import type { components } from '../../contract/control-v1.generated.ts';
import type { OrderStatus } from '../../domain/order.ts';

type Schemas = components['schemas'];

export type OrderDetail = Schemas['OrderDetail'];
type Attempt = Schemas['Delivery'];

/** A state on the picture's axis. */
export interface Station {
  readonly status: OrderStatus;
  readonly at: string;
  readonly x: number;
  /** Not reached yet. */
  readonly isAhead: boolean;
  /** Milliseconds since the state before. */
  readonly sinceMs: number | null;
}

/** An attempt to deliver a webhook, placed under its state or where it came later. */
export interface AttemptMark {
  readonly x: number;
  /** 0 the first lane; several at one place are stacked. */
  readonly level: number;
  readonly attempt: Attempt;
}

/** A request that touched the order. */
export interface RequestMark {
  readonly x: number;
  readonly request: Schemas['RequestSummary'];
}

/** Money that moved. */
export interface MoneyMark {
  readonly x: number;
  readonly amountTrx: number;
  readonly at: string;
}

/** Everything that is drawn, in the picture's units. */
export interface Picture {
  readonly width: number;
  readonly stations: readonly Station[];
  readonly attempts: readonly AttemptMark[];
  readonly requests: readonly RequestMark[];
  readonly money: readonly MoneyMark[];
  readonly levels: number;
  /** From one state to the next. */
  readonly step: number;
}

const LEFT = 96;
/** Room between two states; short lives are drawn wider. */
const STEP = 150;
const WIDE_STEP = 210;
const FEW = 5;
const RIGHT = 76;
/** Marks nearer than this are told apart by levels. */
const NEAR = 15;
const MOST_LEVELS = 4;

/**
 * Places an order's life on an axis on which every state has the same room, whatever the time between them: between
 * two states time runs evenly. What came after the last state spreads over the room behind it.
 */
export function drawOrder(order: OrderDetail): Picture {
  const steps = order.timeline;
  const step = steps.length + (order.next_step ? 1 : 0) < FEW ? WIDE_STEP : STEP;
  const first = Date.parse(steps[0]?.at ?? order.created_at);
  const times = steps.map(({ at }) => Date.parse(at));
  const stations: Station[] = steps.map(({ status, at }, index) => ({
    status,
    at,
    x: LEFT + index * step,
    isAhead: false,
    sinceMs: index === 0 ? null : times[index]! - times[index - 1]!,
  }));
  if (order.next_step) {
    const at = Date.parse(order.next_step.at);
    stations.push({
      status: order.next_step.to,
      at: order.next_step.at,
      x: LEFT + stations.length * step,
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
  ].filter(at => at > (times.at(-1) ?? first));
  const tail = later.length > 0;
  if (tail) times.push(Math.max(...later));
  const place = placing(times, step);
  return {
    step,
    width: LEFT + Math.max(1, stations.length - 1 + (tail ? 1 : 0)) * step + RIGHT,
    stations,
    ...stacked(attempts, place),
    requests: order.requests.map(request => ({ x: place(Date.parse(request.at)), request })),
    money: order.ledger.map(({ at, amount_trx }) => ({
      x: place(Date.parse(at)),
      amountTrx: amount_trx,
      at,
    })),
  };
}

/** Where an instant stands between the states around it. */
function placing(times: readonly number[], step: number): (at: number) => number {
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
    while (taken.has(level) && level < MOST_LEVELS - 1) level += 1;
    levels = Math.max(levels, level + 1);
    marks.push({ x, level, attempt });
  }
  return { attempts: marks, levels };
}
