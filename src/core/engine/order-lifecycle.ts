import { type Rejection, reject } from '../domain/error-codes.ts';
import { isLegalEdge, isTerminal, type OrderStatus, TRANSITIONS } from '../domain/order.ts';
import { durationMs } from '../domain/time.ts';
import type { OrderRule } from '../scenario/choose-rule.ts';
import {
  type AccountState,
  type Lifecycle,
  type Order,
  type OrderStep,
  orderById,
  stateCount,
  statusOf,
} from './account-state.ts';
import type { CommandContext } from './command-context.ts';
import { announce } from './webhook-deliveries.ts';

const MINUTE_MS = 60_000;

/** The index of a rule's lifecycle. An account stores each lifecycle once, however many orders have it. */
export function internLifecycle(lifecycles: Lifecycle[], rule: OrderRule): number {
  const known = lifecycles.findIndex(
    one => one.steps === rule.lifecycle || (one.rule === rule.id && sameSteps(one, rule)),
  );
  if (known >= 0) return known;
  lifecycles.push({
    rule: rule.id,
    source: rule.source,
    steps: rule.lifecycle,
    ...(rule.chain && { chain: rule.chain }),
  });
  return lifecycles.length - 1;
}

const sameSteps = (one: Lifecycle, rule: OrderRule): boolean =>
  JSON.stringify([one.steps, one.chain]) === JSON.stringify([rule.lifecycle, rule.chain]);

/** The delay from the last step of an order to the next step of its lifecycle; null if there is no next step. */
function nextStepAfterMs(lifecycles: readonly Lifecycle[], order: Order): number | null {
  const next = order.position < 0 ? undefined : lifecycles[order.lifecycle]!.steps[order.position];
  if (!next) return null;
  return next.after === 'rental' ? order.durationMinutes * MINUTE_MS : durationMs(next.after);
}

export function scheduleNextStep(context: CommandContext, order: Order): void {
  const afterMs = nextStepAfterMs(context.account.state.lifecycles, order);
  if (afterMs === null) return;
  context.schedule(afterMs, { kind: 'step', order: order.id, step: stateCount(order) });
}

export function enterState(context: CommandContext, order: Order, status: OrderStatus, cause: string): void {
  const event = context.account.state.events.length;
  context.happened({ kind: 'order', atMs: context.nowMs, order: order.id, status, event, cause });
  addStep(context, order, { status, cause });
}

/** Adds an event to an order's timeline, and starts its delivery. */
function addStep(
  context: CommandContext,
  order: Order,
  { status, announces, cause }: Pick<OrderStep, 'status' | 'announces' | 'cause'>,
): void {
  const { events, epoch } = context.account.state;
  const event = events.length;
  events.push({
    orderId: order.id,
    step: order.steps.length,
    epoch: epoch.id,
    state: 'waiting',
    attempts: NO_ATTEMPTS,
  });
  const entered = { status, atMs: context.nowMs, event, cause };
  const step = announces === undefined ? entered : { ...entered, announces };
  // A new list, because `push` and a spread reserve 17 places in it, and an order has about five steps. Each new order
  // gets its first list here, for which `concat` takes several times as long.
  order.steps = order.steps.length === 0 ? [step] : order.steps.concat(step);
  announce(context, order, event);
}

const NO_ATTEMPTS: readonly never[] = [];

/** Refunds the price of an order. A second call does nothing. */
export function refund(context: CommandContext, order: Order, atOnce: boolean): void {
  if (order.refund) return;
  order.refund = { atMs: context.nowMs, atOnce };
  context.book('refund', order.priceSun, order.id);
  context.happened({ kind: 'refund', atMs: context.nowMs, order: order.id, amountSun: order.priceSun });
}

/** Refunds an order now, and removes a refund that is scheduled for later. */
export function refundByHand(context: CommandContext, order: Order): void {
  refund(context, order, false);
  context.withdraw(task => task.kind === 'refund' && task.order === order.id);
}

/** Puts an order into a state, and refunds it immediately (so that the event shows it), later, or never. */
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

/** Takes the next step of an order's lifecycle. If the order has been moved since, nothing happens. */
export function takeStep(context: CommandContext, order: Order, expectedStates: number): void {
  if (stateCount(order) !== expectedStates || order.position < 0) return;
  const lifecycle = context.account.state.lifecycles[order.lifecycle]!;
  const step = lifecycle.steps[order.position]!;
  order.position += 1;
  enterStateWithRefund(
    context,
    order,
    step.to,
    lifecycle.source,
    step.refund && durationMs(step.refund.after),
  );
  scheduleNextStep(context, order);
}

/**
 * Moves an order to a state that the transition table allows. If its lifecycle contains that state, the lifecycle
 * continues from there: from the next occurrence, or else from the first one. Otherwise nothing more happens by itself.
 * @param refundAfterMs for `failed`: 0 immediately, more for later, undefined for never
 */
export function moveByHand(
  context: CommandContext,
  order: Order,
  to: OrderStatus,
  cause: 'by hand' | 'dashboard',
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
  const found = ahead < 0 ? steps.findIndex(step => step.to === to) : ahead;
  order.position = found < 0 ? -1 : found + 1;
  context.withdraw(task => task.kind === 'step' && task.order === order.id);
  enterStateWithRefund(context, order, to, cause, to === 'failed' ? refundAfterMs : undefined);
  scheduleNextStep(context, order);
  return null;
}

function statesAhead({ lifecycles }: AccountState, order: Order): OrderStatus[] {
  if (order.position < 0) return [];
  return lifecycles[order.lifecycle]!.steps.slice(order.position).map(step => step.to);
}

function whyOrderCannot(state: AccountState, order: Order, status: OrderStatus): string | null {
  const ahead = statesAhead(state, order);
  if (ahead.includes(status)) return null;
  const past = order.steps.find(step => step.status === status);
  if (past) return `order ${order.id} was already in ${status}, at ${new Date(past.atMs).toISOString()}`;
  const rest = ahead.length > 0 ? `will go on to ${ahead.join(', ')}` : 'will not change by itself';
  return `order ${order.id} is in ${statusOf(order)} and ${rest}`;
}

/**
 * Why no order will reach a state by itself, or null if one will.
 * @param id the id of the order; null: any order of the account
 */
export function whyUnreachable(state: AccountState, status: OrderStatus, id: number | null): string | null {
  if (id !== null) return whyOrderCannot(state, orderById(state, id)!, status);
  if (state.orders.some(order => whyOrderCannot(state, order, status) === null)) return null;
  const last = state.orders.at(-1);
  return last
    ? `no order will reach ${status}; ${whyOrderCannot(state, last, status)}`
    : 'the account has no orders';
}
