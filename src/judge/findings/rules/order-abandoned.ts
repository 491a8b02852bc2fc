import { isUntold } from '../../knowledge.ts';
import { endNotTold, isGivenUp } from '../parts/end-not-told.ts';
import { isUnmade, notRetried } from '../parts/not-retried.ts';
import { definePart, type FindingRule, ORDERING } from '../rule.ts';
import { bought, clockTime, named } from '../wording.ts';

/** Orders of which no message has told the client, and which it has not asked for, or no longer. */
const notTold = definePart({
  start: () => null,
  *pending(_state, { memory }) {
    for (const one of memory.knowledge.untold) {
      const { order, maker, got, last } = one;
      if (!isGivenUp(one, memory)) continue;
      yield {
        key: `order ${order.id}`,
        sinceMs: last!.atMs,
        message: () =>
          `At ${clockTime(order.steps[0]!.atMs)}, ${maker} made ${named(order)}: ${bought(order)}; ${got}. The client's last request about it was ${last!.request}, which did not tell of it, and it acknowledged no event of it.`,
        orders: [order.id],
        requests: [maker],
        ...(!order.refund && { costSun: order.priceSun }),
        atMs: last!.atMs,
      };
    }
  },
});

export const orderAbandoned: FindingRule = {
  id: 'order-abandoned',
  severity: 'error',
  milder: ['warning'],
  title: 'An order, or the attempt to make one, was given up without its outcome being known.',
  bug: 'The client treats a timeout, a reset connection, a 5xx or a 429 as a failure and forgets the purchase, or tries it again under another external_id, which is a purchase of its own. Or it stops to follow an order after its own timeout, or when the process restarts. It is an error if the order exists and the client was told nothing of it, and does not ask, or has not asked for ten minutes. It is a warning if no order was made, or if the client was not told that an order had failed, had been refunded, or had been delivered and completed. Of a client that asks for no status and has no receiver, it is not known whether it follows its orders at all, as in a test that only makes them: then only lost responses count.',
  cost: 'An order that nobody knows of is paid, and its Energy is delegated unnoticed. An attempt that is not repeated is a purchase that would have succeeded a few seconds later. A failure or a refund that is not noticed is missing from the books.',
  fix: 'Keep a purchase in the state "unknown" until a response says whether its order exists, also across restarts, and repeat the request with the same external_id until then, after Retry-After or with a growing pause. Query orders whose events are overdue until each is `completed`, or `failed` with `refunded: true`.',
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
  needs: {
    missing: 'no response to an order request was lost, and no order ended',
    scenario: 'response-lost',
    answered: exchange => isUnmade(exchange) || isUntold(exchange),
    order: ({ status }) => status === 'completed' || status === 'failed',
  },
  only: [...ORDERING, 'getOrderStatus'],
  parts: [notTold, notRetried, endNotTold],
};
