import { clockTime, defineRule, ENDED_ORDER, named } from '../rule.ts';
import { isAcknowledged, isEnd } from '../rule-facts.ts';
import { BoundedMap } from '../rule-memory.ts';

const MAX_ORDERS = 10_000;
const TOLERATED = 2;

/** The queries of an order since the client knew its final state. */
interface Known {
  /** The time when a response showed the final state, on the host's clock; null if a webhook showed it. */
  readonly sinceMs: number | null;
  queries: number;
}

export const polledAfterEnd = defineRule({
  id: 'polled-after-end',
  severity: 'info',
  title: 'An order was queried three or more times after the client had learned its final state.',
  bug: 'The polling loop does not end with `completed` or with a refunded `failed`, or finished orders are queried again by every run of a job.',
  cost: 'The number of requests grows with every order ever made, until the rate limit is reached.',
  fix: 'Stop polling an order at `completed`, and at `failed` once `refunded` is true. Store the final state and read it from your own database.',
  example: {
    typescript:
      "if (status === 'completed' || (status === 'failed' && refunded)) return; // the end of the loop",
  },
  needs: ENDED_ORDER,
  only: ['getOrderStatus'],
  start: () => new BoundedMap<number, Known>(MAX_ORDERS),
  answered(known, exchange, { report }) {
    const { operation, shown, end, id, atMs, receivedMs, durationMs } = exchange;
    if (operation !== 'getOrderStatus' || !shown || end !== 'sent') return;
    const { order } = shown;
    const state = known.get(order.id);
    if (!state) {
      if (isEnd(shown)) known.set(order.id, { sinceMs: receivedMs + durationMs, queries: 0 });
      return;
    }
    // The query was under way when the client learned of the end.
    if (state.sinceMs !== null && receivedMs < state.sinceMs) return;
    state.queries += 1;
    if (state.queries <= TOLERATED) return;
    report({
      key: String(order.id),
      message: () =>
        `The client knew that the status of ${named(order)} was ${shown.status}, and queried it ${state.queries} more times, the last time by ${id} at ${clockTime(atMs)}.`,
      orders: [order.id],
      requests: [id],
      atMs,
    });
  },
  attempt(known, { order, outcome, status, refunded }) {
    if (order && isAcknowledged(outcome) && isEnd({ status, refunded })) {
      if (!known.get(order.id)) known.set(order.id, { sinceMs: null, queries: 0 });
    }
  },
});
