import type { Order } from '../../../core/engine/account-state.ts';
import { BoundedMap } from '../../bounded-map.ts';
import type { OrderKnowledge } from '../../knowledge.ts';
import { definePart, type PendingOccurrence } from '../rule.ts';
import type { AccountMemory } from '../rule-memory.ts';
import { clockTime, named } from '../wording.ts';

const MAX_ENDED = 10_000;

interface Ended {
  readonly known: OrderKnowledge;
  readonly status: string;
  readonly atMs: number;
  refundedAtMs: number | null;
}

/**
 * True if a client that follows its orders should have been told of an end. After `delegated`, nothing can fail. A
 * client that never asks for the order, and has no receiver, does not need to know.
 */
const isMissed = ({ known, status }: Ended, { hasOwnReceiver }: AccountMemory): boolean =>
  !known.isEndTold &&
  !(status === 'completed' && known.isDeliveryTold) &&
  (known.questions > 0 || hasOwnReceiver);

function endOf({ known: { order }, status, atMs }: Ended): PendingOccurrence {
  return {
    key: `end ${status}`,
    sinceMs: atMs,
    severity: 'warning',
    message: () =>
      `${named(order)} ${status === 'failed' ? 'failed' : 'was completed'} at ${clockTime(atMs)}. The client neither acknowledged the event order.${status} nor queried the status afterwards.`,
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
      `The client learned from ${source} that ${named(order)} had failed with refunded: false. The amount was refunded at ${clockTime(refundedAtMs)}, and the client never queried the order again.`,
    orders: [order.id],
    ...(isRead ? { requests: [unrefundedBy.request] } : { events: [unrefundedBy.event] }),
    atMs: refundedAtMs,
  };
}

/** Orders whose end or refund was not told to the client. */
export const endNotTold = definePart({
  start: () => new BoundedMap<number, Ended>(MAX_ENDED),
  order(ended, { order, status, atMs }, { memory }) {
    const known = memory.knowledge.of(order.id);
    if (known && !known.isMoved && (status === 'completed' || status === 'failed'))
      ended.set(order.id, { known, status, atMs, refundedAtMs: null });
  },
  refund(ended, { order, atMs }) {
    const one = ended.get(order.id);
    if (one) one.refundedAtMs = atMs;
  },
  *pending(ended, { memory }) {
    for (const one of ended.values()) {
      const { order, unrefundedBy } = one.known;
      if (isMissed(one, memory)) yield endOf(one);
      else if (one.refundedAtMs !== null && unrefundedBy)
        yield refundOf(order, unrefundedBy, one.refundedAtMs);
    }
  },
});
