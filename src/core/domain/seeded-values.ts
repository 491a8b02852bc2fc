import { hash } from 'node:crypto';

export const MAX_EXTERNAL_ID = 128;

const EXTERNAL_ID = new RegExp(`^[A-Za-z0-9._:-]{1,${MAX_EXTERNAL_ID}}$`);

export const isExternalId = (text: string): boolean => EXTERNAL_ID.test(text);

/**
 * Every value that looks random is a function of the account's seed and of the value's purpose. Therefore no state of a
 * generator is stored, and two runs with the same seed and the same calls give the same bytes.
 */
export const digest = (seed: string, purpose: string, ordinal: number): string =>
  hash('sha256', `${seed}\0${purpose}\0${ordinal}`, 'hex');

/** The id of a delegation transaction: 64 lowercase hexadecimal digits (specification: Order status, txid). */
export const txidOf = (seed: string, orderId: number): string => digest(seed, 'txid', orderId);

/** The id of the transaction that reclaims the Energy of an order. */
export const reclaimTxidOf = (seed: string, orderId: number): string => digest(seed, 'reclaim txid', orderId);

/**
 * `order-<order_id>-<event>-<suffix>` (specification: Events).
 * @param epoch the id of the event epoch in which the event occurred
 * @param step the position of its state in the order's timeline
 */
export const eventIdOf = (epoch: string, orderId: number, step: number, event: string): string =>
  `order-${orderId}-${event}-${digest(epoch, `event ${step}`, orderId).slice(0, 12)}`;

/** A pseudo-random number in [0, 1) for a purpose; different ordinals give independent numbers. */
export const drawOf = (seed: string, purpose: string, ordinal: number): number =>
  Number.parseInt(digest(seed, purpose, ordinal).slice(0, 8), 16) / 2 ** 32;

/** Makes the ids of events unique, even after a reset or restore and across accounts without a seed. */
export interface EventEpoch {
  /** Random, unless a seed was given. */
  readonly root: string;
  /** The number of resets and restores. */
  readonly generation: number;
  readonly id: string;
}

export const epochOf = (root: string, generation = 0): EventEpoch => ({
  root,
  generation,
  id: digest(root, 'epoch', generation).slice(0, 10),
});

/** The following epoch. The ids of its events differ from those of all earlier epochs. */
export const nextEpoch = ({ root, generation }: EventEpoch): EventEpoch => epochOf(root, generation + 1);
