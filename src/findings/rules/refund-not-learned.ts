import type { Order } from '../../engine/account-state.ts';
import { BoundedMap } from '../bounded-map.ts';
import { learned } from '../final-states.ts';
import { defineRule } from '../rule.ts';
import { clockTime, named } from '../wording.ts';

const MAX_ORDERS = 10_000;

/** An order that the client knows as failed and not refunded. */
interface Unrefunded {
  readonly order: Order;
  /** Where it learned that. */
  readonly source: string;
  refundedAtMs: number | null;
}

export const refundNotLearned = defineRule({
  id: 'refund-not-learned',
  severity: 'warning',
  title: 'A refund came after the client had read `refunded: false`, and the client did not look again.',
  bug: 'A refund can come minutes after `failed`, and no webhook announces it. The client reads the status once and records the money as lost.',
  cost: 'The price of the order is missing from the books although it is back on the balance; customers are not repaid, or are repaid by hand.',
  fix: 'Query a failed order again, with growing pauses, until `refunded` is true, and reconcile the balance once a day.',
  start: () => new BoundedMap<number, Unrefunded>(MAX_ORDERS),
  answered(unrefunded, { told, end, id }) {
    if (!told || end !== 'sent') return;
    const { order, status, refunded } = told;
    if (status === 'failed' && !refunded) unrefunded.set(order.id, { order, source: id, refundedAtMs: null });
    else if (unrefunded.size > 0) unrefunded.delete(order.id);
  },
  attempt(unrefunded, { order, status, outcome, eventId }) {
    if (!order || status !== 'failed' || !learned(outcome)) return;
    if (order.refunded) unrefunded.delete(order.order.id);
    else if (!unrefunded.get(order.order.id))
      unrefunded.set(order.order.id, {
        order: order.order,
        source: `the event ${eventId()}`,
        refundedAtMs: null,
      });
  },
  refund(unrefunded, { order, atMs }) {
    const known = unrefunded.get(order.order.id);
    if (known) known.refundedAtMs = atMs;
  },
  *pending(unrefunded) {
    for (const { order, source, refundedAtMs } of unrefunded.values()) {
      if (refundedAtMs === null) continue;
      yield {
        key: String(order.id),
        sinceMs: refundedAtMs,
        message: `The client learned from ${source} that ${named(order)} had failed with refunded: false. The amount was refunded at ${clockTime(refundedAtMs)}, and the client never queried the order again.`,
        orders: [order.id],
        atMs: refundedAtMs,
      };
    }
  },
});
