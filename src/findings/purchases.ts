import type { Order } from '../engine/account-state.ts';

/** What was bought. Two orders with the same purchase may be one order that was made twice. */
export const purchaseOf = ({ address, energyAmount, durationMinutes }: Order): string =>
  `${address} ${energyAmount} ${durationMinutes}`;
