import { defineRule, LOST_ORDER, OpenOccurrences, PURCHASES, repurchase, withdraw } from '../rule.ts';

export const boughtAgainAfterWebhook = defineRule({
  id: 'bought-again-after-webhook',
  severity: 'info',
  title:
    'The same product was bought again within ten minutes of a lost response, after a webhook had announced the first order.',
  bug: 'Two things look alike here. A client that learned of the first order from its webhook may buy the same product again on purpose. But a retry loop that does not look at what the receiver has stored pays twice: its receiver acknowledges the webhook, while the loop tries again under a new external_id. Without the webhook, that is paid-twice.',
  cost: 'The price of the second order, if it is a retry; nothing, if it is a separate purchase.',
  fix: 'Check whether the two orders belong to two purchases. If they belong to one, choose the external_id before the first attempt, and repeat the request with the same external_id until a response arrives.',
  needs: LOST_ORDER,
  only: PURCHASES,
  start: () => new OpenOccurrences<number>(),
  decided(open, exchange, context) {
    withdraw(open, exchange);
    for (const order of exchange.made) {
      const lost = context.memory.lost.knownByWebhook(order, exchange.atMs);
      if (lost)
        open.add(
          lost.order.id,
          repurchase(lost, order, exchange, ' A webhook of it was acknowledged.'),
          context,
        );
    }
  },
  pending: open => open.pending(),
});
