import type { StoredWallet } from '../engine/account-state.ts';
import { blockAt, stakeOf } from './network.ts';
import { type Usage, use } from './recovery.ts';
import type { Moment, Rental, RentalChange } from './rentals.ts';

/** What an address has at a moment. Only a ledger changes it, and never back in time. */
export interface Purse extends Moment {
  atMs: number;
  event: number;
  trxSun: number;
  /** In millionths of a USDT. */
  usdt: number;
  energy: Usage;
  bandwidth: Usage;
  /** The Energy that is delegated to it. */
  energyLimit: number;
  /** The rentals that delegate it, by order. */
  readonly rentals: Map<number, Rental>;
  /** Later changes, in their order. */
  due: RentalChange[];
  /** What was used accounts for the rentals that were reclaimed by then. */
  readonly accounted: Moment;
}

export const purseOf = (wallet: StoredWallet): Purse => ({
  ...wallet,
  accounted: wallet,
  energyLimit: 0,
  rentals: new Map(),
  due: [],
});

export const copyOf = (purse: Purse): Purse => ({
  ...purse,
  rentals: new Map(purse.rentals),
  due: [...purse.due],
});

export const walletOf = ({ trxSun, usdt, energy, bandwidth, atMs, event }: Purse): StoredWallet => ({
  trxSun,
  usdt,
  energy,
  bandwidth,
  atMs,
  event,
});

/** True if a change takes place before a moment. */
const isBefore = (one: Moment, { atMs, event }: Moment): boolean =>
  one.atMs < atMs || (one.atMs === atMs && one.event < event);

/** Adds a later change in its place: most are the latest. */
export function addChange(purse: Purse, change: RentalChange): void {
  let place = purse.due.length;
  while (place > 0 && isBefore(change, purse.due[place - 1]!)) place -= 1;
  purse.due.splice(place, 0, change);
}

function delegate(purse: Purse, rental: Rental): void {
  if (purse.rentals.has(rental.order.id)) return;
  purse.rentals.set(rental.order.id, rental);
  purse.energyLimit += rental.energy;
}

/**
 * Takes the Energy of a rental back, and its share of what was used, at most all of it
 * (UnDelegateResourceActuator.java: execute). What has not begun is canceled.
 */
function reclaim(purse: Purse, { order, energy }: Rental, block: number, isCounted: boolean): void {
  purse.due = purse.due.filter(({ rental }) => rental.order !== order);
  if (!purse.rentals.delete(order.id)) return;
  if (isCounted) {
    const current = use(purse.energy, 0, block);
    const share = Math.trunc(current.used * (stakeOf(energy) / stakeOf(purse.energyLimit || 1)));
    purse.energy = { ...current, used: current.used - Math.min(energy, share) };
  }
  purse.energyLimit -= energy;
}

/** Applies the changes before a moment. */
export function advance(purse: Purse, moment: Moment): void {
  for (let change = purse.due[0]; change && isBefore(change, moment); change = purse.due[0]) {
    purse.due.shift();
    const { kind, rental } = change;
    if (kind === 'delegated') delegate(purse, rental);
    else reclaim(purse, rental, blockAt(change.atMs), !isBefore(change, purse.accounted));
  }
  if (isBefore(purse, moment)) {
    purse.atMs = moment.atMs;
    purse.event = moment.event;
  }
}
