import type { Order } from '../../../core/engine/account-state.ts';
import type { Exchange } from '../../../core/facts.ts';
import { bought, clockTime, defineRule, named, OpenOccurrences, PURCHASES, withdraw } from '../rule.ts';
import { isAcknowledgedByClient, purchaseOf } from '../rule-facts.ts';
import { BoundedMap } from '../rule-memory.ts';

const MAX_ORDERS = 1_000;

interface NotFound {
  readonly order: Order;
  readonly request: string;
}

/** True if a response said that an order does not exist, although it does. */
const isHidden = ({ operation, status, end, facts }: Exchange): boolean =>
  operation === 'getOrderStatus' && status === 404 && end === 'sent' && facts?.orderId != null;

export const boughtAgainAfterNotFound = defineRule({
  id: 'bought-again-after-not-found',
  severity: 'error',
  title: 'An accepted order was bought again because a status query for it answered 404.',
  bug: 'Right after an order was accepted, a status query can answer 404 for a moment. A client that reads this as "there is no such order" buys again under another external_id.',
  cost: 'The price of the second order: both are delivered.',
  fix: 'Once an order was accepted, treat a 404 as "not visible yet" and query again after a pause. If you are in doubt, repeat the order with the same external_id; that costs nothing.',
  example: {
    typescript:
      "if (status === 404) return 'not visible yet'; // the order was accepted: query again after a pause",
  },
  needs: {
    missing: 'no status query for an order that existed was answered 404',
    scenario: 'not-found-after-accept',
    answered: isHidden,
  },
  only: PURCHASES,
  start: () => ({
    hidden: new BoundedMap<string, NotFound>(MAX_ORDERS),
    open: new OpenOccurrences<number>(),
  }),
  decided({ hidden, open }, exchange, context) {
    if (exchange.status !== 404) withdraw(open, exchange);
    if (hidden.size === 0) return;
    const { outcome } = exchange;
    if (outcome?.kind === 'status' && exchange.status !== 404) hidden.delete(purchaseOf(outcome.order));
    if (outcome?.kind === 'order' && outcome.placed.idempotent)
      hidden.delete(purchaseOf(outcome.placed.order));
    for (const order of exchange.made) {
      const purchase = purchaseOf(order);
      const first = hidden.get(purchase);
      if (!first || context.memory.lost.unknown(order)) continue;
      hidden.delete(purchase);
      const occurrence = {
        key: String(first.order.id),
        message: () =>
          `${named(first.order)}, ${bought(first.order)}, had been accepted when ${first.request} answered 404 for it. At ${clockTime(exchange.atMs)}, ${exchange.id} bought the same product again as ${named(order)}.`,
        orders: [first.order.id, order.id],
        requests: [first.request, exchange.id],
        costSun: order.priceSun,
        atMs: exchange.atMs,
      };
      open.add(first.order.id, occurrence, context);
    }
  },
  /** A webhook of a later state shows that the order exists. Its first state was known from the accepted request. */
  attempt({ hidden }, fact) {
    if (hidden.size === 0 || !fact.order || fact.status === 'processing' || !isAcknowledgedByClient(fact))
      return;
    const purchase = purchaseOf(fact.order);
    if (hidden.get(purchase)?.order.id === fact.orderId) hidden.delete(purchase);
  },
  answered({ hidden }, exchange, { memory }) {
    if (!isHidden(exchange)) return;
    const known = memory.order(exchange.facts!.orderId!);
    if (known) hidden.set(purchaseOf(known), { order: known, request: exchange.id });
  },
  pending: ({ open }) => open.pending(),
});
