import { defineRule } from '../rule.ts';
import { LOST_ORDER } from '../situations.ts';
import { bought, clockTime, named, received } from '../wording.ts';

export const boughtAgainAfterWebhook = defineRule({
  id: 'bought-again-after-webhook',
  severity: 'info',
  title:
    'The same was bought again within ten minutes of a lost response, after a webhook had told of the first order.',
  bug: 'Two things look alike here. A client that learned of the first order from its webhook may buy the same once more on purpose. But a retry loop that does not look at what the receiver has stored pays twice: its receiver acknowledges the webhook, while the loop tries again under a new external_id. Without the webhook, that is paid-twice.',
  cost: 'The price of the second order, if it is a retry; nothing, if it is a purchase of its own.',
  fix: 'Check whether the two orders belong to two purchases. If they belong to one, choose the external_id before the first attempt, and repeat the request with the same external_id until a response arrives.',
  needs: LOST_ORDER,
  only: { operations: ['createOrder', 'createOrdersBulk'] },
  start: () => null,
  decided(_state, exchange, { observed, report }) {
    for (const order of exchange.made) {
      const first = observed.lost.knownByWebhook(order, exchange.atMs);
      if (!first) continue;
      first.boughtAgainBy = order;
      const { order: lost, exchange: earlier } = first;
      report({
        key: String(lost.id),
        message: () =>
          `At ${clockTime(earlier.atMs)}, ${earlier.id} made ${named(lost)}: ${bought(lost)}; ${received(earlier)}. A webhook of it was acknowledged. At ${clockTime(exchange.atMs)}, ${exchange.id} bought the same again as ${named(order)}, without having repeated or queried the first.`,
        orders: [lost.id, order.id],
        requests: [earlier.id, exchange.id],
        atMs: exchange.atMs,
      });
    }
  },
});
