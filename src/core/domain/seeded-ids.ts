import { hash } from 'node:crypto';

/**
 * Every random-looking value is a function of the account's seed and its purpose. So no generator state has to be
 * stored or restored, and two runs with the same seed and the same calls give the same bytes.
 */
const digest = (seed: string, purpose: string, ordinal: number): string =>
  hash('sha256', `${seed}\0${purpose}\0${ordinal}`, 'hex');

/** The id of a delegation transaction: 64 lowercase hexadecimal digits (specification: Order status, txid). */
export const txidOf = (seed: string, orderId: number): string => digest(seed, 'txid', orderId);

/** The id of an event epoch: 10 hexadecimal digits. */
export const epochIdOf = (root: string, generation: number): string =>
  digest(root, 'epoch', generation).slice(0, 10);

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
