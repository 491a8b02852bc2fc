import type { Order } from '../engine/account-state.ts';
import type { Outcome } from '../engine/request/decision.ts';
import type { Exchange } from '../wire/recorded-exchange.ts';

/** What was bought. Two orders with the same purchase may be one order that was made twice. */
export const purchaseOf = ({ address, energyAmount, durationMinutes }: Order): string =>
  `${address} ${energyAmount} ${durationMinutes}`;

const NO_ORDERS: readonly Order[] = [];

/** The new orders of the bulk request that was asked about last, because several rules ask about the same one. */
let latestBulk: { readonly outcome: Outcome; readonly orders: readonly Order[] } | null = null;

/** The orders that a request has made, as opposed to repeated. */
export function newOrders({ outcome }: Exchange): readonly Order[] {
  if (outcome?.kind === 'order') return outcome.placed.idempotent ? NO_ORDERS : [outcome.placed.order];
  if (outcome?.kind !== 'bulk') return NO_ORDERS;
  if (latestBulk?.outcome !== outcome) {
    const orders: Order[] = [];
    for (const { result } of outcome.items)
      if ('order' in result && !result.idempotent) orders.push(result.order);
    latestBulk = { outcome, orders };
  }
  return latestBulk.orders;
}
