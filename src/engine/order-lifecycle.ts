import { isLegalEdge, isTerminal, type OrderStatus, TRANSITIONS } from '../domain/order.ts';
import type { OrderRule } from '../scenario/scenario-types.ts';
import type { Lifecycle, Order } from './account-state.ts';
import type { CommandContext } from './command-context.ts';
import { type Rejection, reject } from './command-rejection.ts';
import { book } from './ledger.ts';
import { announce } from './webhook-deliveries.ts';

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
export function scheduleNextStep(context: CommandContext, order: Order): void {
  if (order.position < 0) return;
  const next = context.account.state.lifecycles[order.lifecycle]!.steps[order.position];
  if (!next) return;
  const afterMs = next.afterMs === 'rental' ? order.durationMinutes * MINUTE_MS : next.afterMs;
  context.schedule(afterMs, { kind: 'step', order: order.id, step: order.steps.length });
}

/** Puts an order into a state now and announces it. */
export function enterState(context: CommandContext, order: Order, status: OrderStatus, cause: string): void {
  const { events, epoch } = context.account.state;
  const event = events.length;
  events.push({
    orderId: order.id,
    step: order.steps.length,
    epoch: epoch.id,
    state: 'waiting',
    attempts: NO_ATTEMPTS,
  });
  order.steps.push({ status, atMs: context.nowMs, event, cause });
  context.happened({ kind: 'order', atMs: context.nowMs, order: order.id, status, cause });
  announce(context, order, event);
}

const NO_ATTEMPTS: readonly never[] = [];

/** The amount goes back, once; a second call does nothing. */
export function refund(context: CommandContext, order: Order, atOnce: boolean): void {
  if (order.refund) return;
  order.refund = { atMs: context.nowMs, atOnce };
  book(context, 'refund', order.priceSun, order.id);
  context.happened({ kind: 'refund', atMs: context.nowMs, order: order.id, amountSun: order.priceSun });
}

/** Gives the amount back now; a refund that was to come later does not come any more. */
export function refundByHand(context: CommandContext, order: Order): void {
  refund(context, order, false);
  context.withdraw(task => task.kind === 'refund' && task.order === order.id);
}

/** Fails an order, with its refund at once (so that its event tells of it), later, or never. */
function enterStateWithRefund(
  context: CommandContext,
  order: Order,
  status: OrderStatus,
  cause: string,
  refundAfterMs: number | undefined,
): void {
  if (refundAfterMs === 0) refund(context, order, true);
  enterState(context, order, status, cause);
  if (refundAfterMs) context.schedule(refundAfterMs, { kind: 'refund', order: order.id });
}

/** The next step of an order's life is due. Where the order has moved on by another way, nothing happens. */
export function takeStep(context: CommandContext, order: Order, expectedSteps: number): void {
  if (order.steps.length !== expectedSteps || order.position < 0) return;
  const lifecycle = context.account.state.lifecycles[order.lifecycle]!;
  const step = lifecycle.steps[order.position]!;
  order.position += 1;
  enterStateWithRefund(context, order, step.to, lifecycle.source, step.refundAfterMs);
  scheduleNextStep(context, order);
}

/**
 * Moves an order along a legal edge by hand. Its life goes on from there where it passes through that state,
 * ahead if it can, else anew; elsewhere nothing more happens by itself.
 * @param refundAfterMs for `failed`: 0 at once, more for later, undefined for never
 */
export function moveByHand(
  context: CommandContext,
  order: Order,
  to: OrderStatus,
  refundAfterMs: number | undefined,
): Rejection | null {
  const from = statusOf(order);
  if (!isLegalEdge(from, to)) {
    const next = isTerminal(from)
      ? `${from} is final`
      : `from ${from} it can go to ${TRANSITIONS[from].join(', ')}`;
    return reject('TRANSITION_NOT_ALLOWED', `order ${order.id} cannot go from ${from} to ${to}; ${next}`);
  }
  const steps = context.account.state.lifecycles[order.lifecycle]?.steps ?? [];
  const ahead = steps.findIndex((step, index) => index >= order.position && step.to === to);
  const passes = ahead < 0 ? steps.findIndex(step => step.to === to) : ahead;
  order.position = passes < 0 ? -1 : passes + 1;
  context.withdraw(task => task.kind === 'step' && task.order === order.id);
  enterStateWithRefund(context, order, to, 'by hand', to === 'failed' ? refundAfterMs : undefined);
  scheduleNextStep(context, order);
  return null;
}
