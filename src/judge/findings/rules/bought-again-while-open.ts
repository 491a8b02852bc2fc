import { bought, clockTime, defineRule, named, ORDERING } from '../rule.ts';
import { BoundedMap, MAX_ORDERS, statusAt } from '../rule-memory.ts';

export const boughtAgainWhileOpen = defineRule({
  id: 'bought-again-while-open',
  severity: 'warning',
  title:
    'The same product was bought again while the first order was in review, or had not been delivered for five minutes.',
  bug: 'The client treats `review`, or its own timeout while it polls, as a failure. Neither is: the order is still open and may be delivered at any time. Only `failed` means that no Energy comes, and only `refunded: true` that the money is back.',
  cost: 'The price of the second order, as soon as the first is delivered after all.',
  fix: 'Wait for `completed` or `failed`. Show an order in review as pending, alert a person if it takes too long, and buy again only after `failed`, best after `refunded: true`.',
  example: {
    typescript:
      "const mayBuyAgain = order.status === 'failed' && order.refunded; // not review, not our own timeout",
  },
  needs: {
    missing: 'no order was in review, or took more than five minutes to be delegated',
    scenario: 'review-then-delivered',
    answered: (exchange, memory) => memory.hasHadDoubtful(exchange),
  },
  only: ORDERING,
  /** The orders that were bought again: further ones are purchases of their own. */
  start: () => new BoundedMap<number, true>(MAX_ORDERS),
  decided(boughtAgain, exchange, { memory, report }) {
    for (const order of exchange.made) {
      const first = memory.doubtfulOrder(order, exchange);
      if (!first || boughtAgain.get(first.id) || memory.lost.unknown(order)) continue;
      boughtAgain.set(first.id, true);
      const status = statusAt(exchange, first);
      const openMs = exchange.atMs - first.steps[0]!.atMs;
      const state =
        status === 'review' ? 'in review' : `still ${status} after ${Math.floor(openMs / 60_000)} minutes`;
      report({
        key: String(first.id),
        message: () =>
          `${named(first)} is ${bought(first)}; it was ${state}. At ${clockTime(exchange.atMs)}, ${exchange.id} bought the same product again as ${named(order)}.`,
        orders: [first.id, order.id],
        requests: [exchange.id],
        costSun: order.priceSun,
        atMs: exchange.atMs,
      });
    }
  },
});
