import { defineRule, ORDER, ORDERING } from '../rule.ts';
import { clockTime } from '../wording.ts';

export const orderWithoutExternalId = defineRule({
  id: 'order-without-external-id',
  severity: 'warning',
  title: 'An order was made without an external_id.',
  bug: 'The external_id is optional for single orders, so the simplest client leaves it out. It is the only idempotency key that the service has.',
  cost: 'If the response is lost, the client can neither repeat the request safely nor find the order. It pays twice or loses the order.',
  fix: 'Give every order an external_id that is derived from your own purchase, such as its primary key, and stored before the request is sent.',
  example: {
    typescript: 'await placeOrder({ external_id: purchase.id, package_id: 1, address });',
    python: 'place_order(external_id=str(purchase.id), package_id=1, address=address)',
  },
  needs: ORDER,
  only: ORDERING,
  start: () => null,
  decided(_state, exchange, { report }) {
    for (const order of exchange.made) {
      if (order.externalId !== null) continue;
      report({
        message: () =>
          `At ${clockTime(exchange.atMs)}, ${exchange.id} made order ${order.id} without an external_id.`,
        orders: [order.id],
        requests: [exchange.id],
        atMs: exchange.atMs,
      });
    }
  },
});
