import type { Order } from '../../../core/engine/account-state.ts';
import { clockTime, defineRule, named } from '../rule.ts';
import { isAcknowledged } from '../rule-facts.ts';
import { BoundedMap } from '../rule-memory.ts';

const MAX_ORDERS = 10_000;

/** An order that the client knows to have failed without a refund. */
interface Unrefunded {
  readonly order: Order;
  /** The request or event from which it learned that. */
  readonly source: { readonly request: string } | { readonly event: string };
  refundedAtMs: number | null;
}

interface KnownRefunds {
  readonly unrefunded: BoundedMap<number, Unrefunded>;
  /** The orders that it knows to be refunded; an earlier event may still arrive. */
  readonly refunded: BoundedMap<number, true>;
}

function learnRefund({ unrefunded, refunded }: KnownRefunds, id: number): void {
  unrefunded.delete(id);
  refunded.set(id, true);
}

export const refundNotLearned = defineRule({
  id: 'refund-not-learned',
  severity: 'warning',
  title: 'A refund came after the client had read `refunded: false`, and the client did not look again.',
  bug: 'A refund can come minutes after `failed`, and no webhook announces it. The client reads the status once and records the money as lost.',
  cost: 'The price of the order is missing from the books although it is back on the balance; customers are not repaid, or are repaid by hand.',
  fix: 'Query a failed order again, with growing pauses, until `refunded` is true, and reconcile the balance once a day.',
  example: {
    typescript:
      "const isSettled = status === 'completed' || (status === 'failed' && refunded); // keep querying until then",
  },
  needs: {
    missing: 'no order was refunded some time after it had failed',
    scenario: 'refund-late',
    refund: ({ order }) => order.refund?.atOnce === false,
  },
  only: ['createOrder', 'getOrderStatus'],
  start: (): KnownRefunds => ({
    unrefunded: new BoundedMap(MAX_ORDERS),
    refunded: new BoundedMap(MAX_ORDERS),
  }),
  answered(state, { shown, end, id }) {
    if (shown?.status !== 'failed' || end !== 'sent') return;
    if (shown.refunded) learnRefund(state, shown.order.id);
    else
      state.unrefunded.set(shown.order.id, {
        order: shown.order,
        source: { request: id },
        refundedAtMs: null,
      });
  },
  attempt(state, { order, status, refunded, outcome, eventId, atMs }) {
    if (!order || status !== 'failed' || !isAcknowledged(outcome)) return;
    const { id } = order;
    if (refunded) learnRefund(state, id);
    else if (!state.unrefunded.get(id) && !state.refunded.get(id))
      state.unrefunded.set(id, {
        order,
        source: { event: eventId() },
        refundedAtMs: order.refund ? atMs : null,
      });
  },
  refund({ unrefunded }, { order, atMs }) {
    const known = unrefunded.get(order.id);
    if (known) known.refundedAtMs = atMs;
  },
  *pending({ unrefunded }) {
    for (const { order, source, refundedAtMs } of unrefunded.values()) {
      if (refundedAtMs === null) continue;
      const origin = 'request' in source ? source.request : `the event ${source.event}`;
      yield {
        key: String(order.id),
        sinceMs: refundedAtMs,
        message: () =>
          `The client learned from ${origin} that ${named(order)} had failed with refunded: false. The amount was refunded at ${clockTime(refundedAtMs)}, and the client never queried the order again.`,
        orders: [order.id],
        ...('request' in source ? { requests: [source.request] } : { events: [source.event] }),
        atMs: refundedAtMs,
      };
    }
  },
});
