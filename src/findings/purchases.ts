import type { Order } from '../engine/account-state.ts';
import type { Exchange } from '../wire/recorded-exchange.ts';

/** What was bought. Two orders with the same purchase may be one order that was made twice. */
export const purchaseOf = ({ address, energyAmount, durationMinutes }: Order): string =>
  `${address} ${energyAmount} ${durationMinutes}`;

const NO_ORDERS: readonly Order[] = [];

/** The orders that a request has made, as opposed to repeated. */
export function newOrders({ outcome }: Exchange): readonly Order[] {
  if (outcome?.kind === 'order') return outcome.placed.idempotent ? NO_ORDERS : [outcome.placed.order];
  if (outcome?.kind !== 'bulk') return NO_ORDERS;
  return outcome.items.flatMap(({ result }) =>
    'order' in result && !result.idempotent ? [result.order] : [],
  );
}
