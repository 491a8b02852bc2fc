import { isTerminal, type OrderStatus } from '../../../core/domain/order.ts';
import { isoTime } from '../../../core/domain/time.ts';
import type { Order, OrderStep } from '../../../core/engine/account-state.ts';
import type { OrderKnowledge } from '../../knowledge.ts';
import { FOLLOWING_MS } from '../purchase-reasons.ts';
import { definePart, type PendingOccurrence } from '../rule.ts';
import type { AccountMemory } from '../rule-memory.ts';
import { clockTime, named } from '../wording.ts';

/**
 * True if a client that follows its orders should have been told of an end. After `delegated`, nothing can fail. A
 * client that never asks for the order, and has no receiver, does not need to know.
 */
const isMissed = (
  { isEndTold, isDeliveryTold, questions }: OrderKnowledge,
  status: OrderStatus,
  { hasOwnReceiver }: AccountMemory,
): boolean =>
  !isEndTold && !(status === 'completed' && isDeliveryTold) && (questions !== null || hasOwnReceiver);

/** True for an order of which the client was told nothing, and for which it does not ask, or has not asked for long. */
export function isGivenUp(one: OrderKnowledge, { account, purchases }: AccountMemory): boolean {
  const { told, webhook, isMoved, isAsked, last } = one;
  if (told.length > 0 || webhook || isMoved || !last || purchases.isNamed(one)) return false;
  return !isAsked || account!.state.nowMs - last.atMs >= FOLLOWING_MS;
}

function endOf(order: Order, { status, atMs }: OrderStep): PendingOccurrence {
  return {
    key: `end ${status}`,
    sinceMs: atMs,
    severity: 'warning',
    message: () =>
      `${named(order)} ${status === 'failed' ? 'failed' : 'was completed'} at ${clockTime(atMs)}. The client neither acknowledged a genuine event order.${status} nor queried the status afterwards.`,
    orders: [order.id],
    atMs,
  };
}

function refundOf(
  order: Order,
  unrefundedBy: NonNullable<OrderKnowledge['unrefundedBy']>,
  refundedAtMs: number,
): PendingOccurrence {
  const isRead = 'request' in unrefundedBy;
  const source = isRead ? unrefundedBy.request : `the event ${unrefundedBy.event}`;
  return {
    key: `refund ${order.id}`,
    sinceMs: refundedAtMs,
    severity: 'warning',
    message: () =>
      `The client learned from ${source} that ${named(order)} had failed with refunded: false. The amount was refunded on ${isoTime(refundedAtMs).slice(0, 10)} at ${clockTime(refundedAtMs)}, and the client never queried the order again.`,
    orders: [order.id],
    ...(isRead ? { requests: [unrefundedBy.request] } : { events: [unrefundedBy.event] }),
    atMs: refundedAtMs,
  };
}

/** Orders whose end or refund was not told to the client. */
export const endNotTold = definePart({
  start: () => null,
  *pending(_state, { memory }) {
    for (const known of memory.knowledge.all) {
      const { order, unrefundedBy, isMoved } = known;
      const last = order.steps.at(-1)!;
      if (isMoved || !isTerminal(last.status) || isGivenUp(known, memory)) continue;
      if (isMissed(known, last.status, memory)) yield endOf(order, last);
      else if (order.refund && unrefundedBy) yield refundOf(order, unrefundedBy, order.refund.atMs);
    }
  },
});
