import { type Refusal, refuse } from '../domain/errors.ts';
import { isLegalEdge, isTerminal, type OrderStatus, TRANSITIONS } from '../domain/order.ts';
import type { OrderRule } from '../scenario/types.ts';
import type { Lifecycle, Order } from './account-state.ts';
import { announce } from './deliveries.ts';
import { book } from './ledger.ts';
import type { Turn } from './turn.ts';

const MINUTE_MS = 60_000;

/** The state an order is in: the last of its timeline. */
export const statusOf = (order: Order): OrderStatus => order.steps[order.steps.length - 1]!.status;

/** A life is kept once an account, whatever number of orders lead it. */
export function internLifecycle(lifecycles: Lifecycle[], rule: OrderRule): number {
  const known = lifecycles.findIndex(
    one => one.steps === rule.lifecycle || (one.rule === rule.id && sameSteps(one, rule)),
  );
  if (known >= 0) return known;
  lifecycles.push({ rule: rule.id, source: rule.source, steps: rule.lifecycle });
  return lifecycles.length - 1;
}

const sameSteps = (one: Lifecycle, rule: OrderRule): boolean =>
  JSON.stringify(one.steps) === JSON.stringify(rule.lifecycle);

/** Enters the order's next step, if its life has one, into the agenda. */
export function scheduleNextStep(turn: Turn, order: Order): void {
  if (order.position < 0) return;
  const next = turn.account.state.lifecycles[order.lifecycle]!.steps[order.position];
  if (!next) return;
  const afterMs = next.afterMs === 'rental' ? order.durationMinutes * MINUTE_MS : next.afterMs;
  turn.account.agenda.enter(turn.nowMs + afterMs, {
    kind: 'step',
    order: order.id,
    step: order.steps.length,
  });
}

/** Puts an order into a state now and announces it. */
export function enterState(turn: Turn, order: Order, status: OrderStatus, cause: string): void {
  const { events } = turn.account.state;
  const event = events.length;
  events.push({ orderId: order.id, step: order.steps.length, state: 'waiting', attempts: NO_ATTEMPTS });
  order.steps.push({ status, atMs: turn.nowMs, event, cause });
  turn.happenings.push({ kind: 'order', atMs: turn.nowMs, order: order.id, status, cause });
  announce(turn, order, event);
}

const NO_ATTEMPTS: readonly never[] = [];

/** The amount goes back, once; a second call does nothing. */
export function refund(turn: Turn, order: Order, atOnce: boolean): void {
  if (order.refund) return;
  order.refund = { atMs: turn.nowMs, atOnce };
  book(turn, 'refund', order.priceSun, order.id);
  turn.happenings.push({ kind: 'refund', atMs: turn.nowMs, order: order.id, amountSun: order.priceSun });
}

/** Gives the amount back now; a refund that was to come later does not come any more. */
export function refundByHand(turn: Turn, order: Order): void {
  refund(turn, order, false);
  turn.account.agenda.withdraw(task => task.kind === 'refund' && task.order === order.id);
}

/** Fails an order, with its refund at once (so that its event tells of it), later, or never. */
function enterStateWithRefund(
  turn: Turn,
  order: Order,
  status: OrderStatus,
  cause: string,
  refundAfterMs: number | undefined,
): void {
  if (refundAfterMs === 0) refund(turn, order, true);
  enterState(turn, order, status, cause);
  if (refundAfterMs)
    turn.account.agenda.enter(turn.nowMs + refundAfterMs, { kind: 'refund', order: order.id });
}

/** The next step of an order's life is due. Where the order has moved on by another way, nothing happens. */
export function takeStep(turn: Turn, order: Order, expectedSteps: number): void {
  if (order.steps.length !== expectedSteps || order.position < 0) return;
  const lifecycle = turn.account.state.lifecycles[order.lifecycle]!;
  const step = lifecycle.steps[order.position]!;
  order.position += 1;
  enterStateWithRefund(turn, order, step.to, lifecycle.source, step.refundAfterMs);
  scheduleNextStep(turn, order);
}

/**
 * Moves an order along a legal edge by hand. Its life goes on from there where it passes through that state,
 * ahead if it can, else anew; elsewhere nothing more happens by itself.
 * @param refundAfterMs for `failed`: 0 at once, more for later, undefined for never
 */
export function moveByHand(
  turn: Turn,
  order: Order,
  to: OrderStatus,
  refundAfterMs: number | undefined,
): Refusal | null {
  const from = statusOf(order);
  if (!isLegalEdge(from, to)) {
    const legal = TRANSITIONS[from];
    return refuse(
      'NOT_FOUND',
      `order ${order.id} cannot go from ${from} to ${to}; ${isTerminal(from) ? `${from} is final` : `from ${from} it can go to ${legal.join(', ')}`}`,
    );
  }
  const steps = turn.account.state.lifecycles[order.lifecycle]?.steps ?? [];
  const ahead = steps.findIndex((step, index) => index >= order.position && step.to === to);
  const passes = ahead < 0 ? steps.findIndex(step => step.to === to) : ahead;
  order.position = passes < 0 ? -1 : passes + 1;
  turn.account.agenda.withdraw(task => task.kind === 'step' && task.order === order.id);
  enterStateWithRefund(turn, order, to, 'by hand', to === 'failed' ? refundAfterMs : undefined);
  scheduleNextStep(turn, order);
  return null;
}
