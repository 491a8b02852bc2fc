import { hash } from 'node:crypto';

/**
 * Everything that looks random is a function of the account's seed and of what it is for. No generator
 * has to be kept or restored, and two runs with the same seed and calls give the same bytes.
 */
const digest = (seed: string, purpose: string, ordinal: number): string =>
  hash('sha256', `${seed}\0${purpose}\0${ordinal}`, 'hex');

/** A delegation transaction's id: 64 lower-case hexadecimal digits (specification: Order status, txid). */
export const txidOf = (seed: string, orderId: number): string => digest(seed, 'txid', orderId);

/** The id of an event epoch: 10 hexadecimal digits. */
export const epochIdOf = (root: string, generation: number): string =>
  digest(root, 'epoch', generation).slice(0, 10);

/** Begins what stands in place of an epoch's id in events that are older than epochs. */
const SEED_EPOCH = 'seed:';

/** What stands in place of an epoch's id in events that are older than epochs: they keep the ids they had. */
export const seedEpochOf = (seed: string): string => SEED_EPOCH + seed;

function suffixOf(epoch: string, orderId: number, step: number): string {
  const purpose = `event ${step}`;
  return epoch.startsWith(SEED_EPOCH)
    ? digest(epoch.slice(SEED_EPOCH.length), purpose, orderId).slice(0, 8)
    : digest(epoch, purpose, orderId).slice(0, 12);
}

/**
 * `order-<order_id>-<event>-<suffix>` (specification: Events).
 * @param epoch the id of the event epoch in which the event came about
 * @param step its position in the order's timeline
 */
export const eventIdOf = (epoch: string, orderId: number, step: number, event: string): string =>
  `order-${orderId}-${event}-${suffixOf(epoch, orderId, step)}`;

/** A number in [0, 1) for the ordinal-th draw of a purpose. */
export const drawOf = (seed: string, purpose: string, ordinal: number): number =>
  Number.parseInt(digest(seed, purpose, ordinal).slice(0, 8), 16) / 2 ** 32;
