import { bought, clockTime, defineRule, LOST_ORDER, named, received } from '../rule.ts';

export const neverConfirmed = defineRule({
  id: 'never-confirmed',
  severity: 'error',
  title: 'The response to an order was lost, and the client never learned its outcome.',
  bug: 'The client treats a timeout, a reset connection or a 5xx as a failure and forgets the purchase. The order may exist nevertheless: it was paid, and its Energy is delegated to the recipient.',
  cost: 'The price of the order. It is missing from the books, and the Energy arrives unexpectedly or unnoticed.',
  fix: 'Keep a purchase in the state "unknown" until a response says whether its order exists, also across restarts. Until then repeat the request with the same external_id, or query GET /api/v1/status/?external_id=….',
  example: {
    typescript: [
      "for (const purchase of await db.purchases.where({ status: 'unknown' })) // at start, and every minute",
      '  await placeOrder({ ...purchase, external_id: purchase.id }); // answers 200 with the order, or makes it',
    ].join('\n'),
    python: [
      'for purchase in Purchase.objects.filter(status="unknown"):  # at start, and every minute',
      '    place_order(external_id=str(purchase.id), **purchase.wanted)  # answers 200 with the order, or makes it',
    ].join('\n'),
  },
  needs: LOST_ORDER,
  start: () => null,
  *pending(_state, { memory }) {
    for (const { order, exchange, atMs, isAcknowledged, boughtAgainBy } of memory.lost.all()) {
      if (isAcknowledged || boughtAgainBy) continue;
      yield {
        key: String(order.id),
        sinceMs: atMs,
        message: () =>
          `At ${clockTime(exchange.atMs)}, ${exchange.id} made ${named(order)}: ${bought(order)}; ${received(exchange)}. The client neither repeated the external_id, nor queried it, nor acknowledged an event of the order.`,
        orders: [order.id],
        requests: [exchange.id],
        costSun: order.priceSun,
        atMs,
      };
    }
  },
});
