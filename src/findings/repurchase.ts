import type { Order } from '../engine/account-state.ts';
import type { Exchange } from '../wire/recorded-exchange.ts';
import type { Sighting } from './finding.ts';
import type { LostOrder } from './lost-orders.ts';
import { bought, clockTime, named, received } from './wording.ts';

/**
 * Notes that a lost order was bought again, and describes it.
 * @param exchange the request that made `order`, the second one
 * @param known a sentence on what the client knew of the first order; empty if nothing
 */
export function repurchase(lost: LostOrder, order: Order, exchange: Exchange, known = ''): Sighting {
  const { order: first, exchange: earlier } = lost;
  lost.boughtAgainBy = order;
  return {
    key: String(first.id),
    message: () =>
      `At ${clockTime(earlier.atMs)}, ${earlier.id} made ${named(first)}: ${bought(first)}; ${received(earlier)}.${known} At ${clockTime(exchange.atMs)}, ${exchange.id} bought the same again as ${named(order)}, without having repeated or queried the first.`,
    orders: [first.id, order.id],
    requests: [earlier.id, exchange.id],
    atMs: exchange.atMs,
  };
}
