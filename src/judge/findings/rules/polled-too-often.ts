import { clockTime, defineRule } from '../rule.ts';
import { BoundedMap } from '../rule-memory.ts';

const MAX_ORDERS = 1_000;
const LIMIT = 10;
const SECOND_MS = 1_000;

/** The times of the latest status requests for an order, on both clocks; a ring of LIMIT entries. */
interface Polls {
  readonly realMs: number[];
  readonly accountMs: number[];
  next: number;
}

export const polledTooOften = defineRule({
  id: 'polled-too-often',
  severity: 'warning',
  title: 'The status of one order was requested more than ten times within a second.',
  bug: 'A polling loop without a pause, or one loop for each of many observers of the same order.',
  cost: 'Polling shares the rate limit with orders. A few loops are enough to have new orders refused with 429.',
  fix: 'Wait for webhooks, and poll only orders whose events are overdue, with a pause that grows from a few seconds to minutes.',
  example: {
    typescript: 'pauseMs = Math.min(3_600_000, pauseMs * 1.6); // 5 s, 8 s, 13 s, … up to an hour',
  },
  needs: {
    missing: 'no order status was queried',
    answered: ({ operation, outcome }) => operation === 'getOrderStatus' && outcome !== null,
  },
  only: ['getOrderStatus'],
  start: () => new BoundedMap<string, Polls>(MAX_ORDERS),
  decided(polled, { operation, request, receivedMs, atMs, id, orders }, { report }) {
    if (operation !== 'getOrderStatus' || !request) return;
    const { orderId, externalId } = request.fields;
    const order = orders[0];
    const selector = order ?? orderId ?? externalId ?? '';
    const key = order === undefined ? `? ${selector}` : String(order);
    let polls = polled.get(key);
    if (!polls) {
      polls = { realMs: [], accountMs: [], next: 0 };
      polled.set(key, polls);
    }
    const slot = polls.next % LIMIT;
    const isFull = polls.next >= LIMIT;
    const withinReal = isFull && receivedMs - polls.realMs[slot]! < SECOND_MS;
    const withinAccount = isFull && atMs - polls.accountMs[slot]! < SECOND_MS;
    polls.realMs[slot] = receivedMs;
    polls.accountMs[slot] = atMs;
    polls.next += 1;
    if (!withinReal || !withinAccount) return;
    report({
      key,
      message: () =>
        `The status of ${order === undefined ? `external_id or id ${selector}` : `order ${order}`} was requested more than ${LIMIT} times within one second, the last time by ${id} at ${clockTime(atMs)}.`,
      orders: order === undefined ? [] : [order],
      requests: [id],
      atMs,
    });
  },
});
