import type { Order } from '../../../core/engine/account-state.ts';
import { clockTime, defineRule, ENDED_ORDER, named } from '../rule.ts';
import { isAcknowledged } from '../rule-facts.ts';
import { BoundedMap } from '../rule-memory.ts';

const MAX_ORDERS = 10_000;

interface Ended {
  readonly order: Order;
  readonly status: string;
  readonly atMs: number;
}

export const endNotLearned = defineRule({
  id: 'end-not-learned',
  severity: 'warning',
  title: 'An order was completed or failed, and the client did not learn of it.',
  bug: 'The client neither receives webhooks reliably nor polls until the end: it stops after its own timeout, after `delegated`, or when the process restarts.',
  cost: 'A failed order is mistaken for a delivered one, and its refund is not noticed; or a delivered one is never used.',
  fix: 'Keep every order that is neither completed nor failed in a table that survives restarts, and query those whose events are overdue until each has ended. Stop a loop because the order has ended, never because the loop has run for long enough.',
  example: {
    typescript:
      'for (const order of await db.orders.where({ open: true, nextQueryAt: { before: now } })) await queryStatus(order);',
  },
  needs: ENDED_ORDER,
  only: ['createOrder', 'getOrderStatus', 'completed', 'failed'],
  start: () => new BoundedMap<number, Ended>(MAX_ORDERS),
  order(ended, { order, status, atMs }) {
    if (status === 'completed' || status === 'failed') ended.set(order.id, { order, status, atMs });
  },
  attempt(ended, { orderId, status, outcome }) {
    if (ended.size > 0 && isAcknowledged(outcome) && (status === 'completed' || status === 'failed'))
      ended.delete(orderId);
  },
  answered(ended, { shown, end }) {
    if (shown && ended.size > 0 && end === 'sent') {
      if (shown.status === 'completed' || shown.status === 'failed') ended.delete(shown.order.id);
    }
  },
  *pending(ended) {
    for (const { order, status, atMs } of ended.values()) {
      yield {
        sinceMs: atMs,
        message: () =>
          `${named(order)} ${status === 'failed' ? 'failed' : 'was completed'} at ${clockTime(atMs)}. The client neither acknowledged the event order.${status} nor queried the status afterwards.`,
        orders: [order.id],
        atMs,
      };
    }
  },
});
