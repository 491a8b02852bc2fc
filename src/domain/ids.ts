import { createHash } from 'node:crypto';

/**
 * Everything that looks random is a function of the account's seed and of what it is for. No generator
 * has to be kept or restored, and two runs with the same seed and calls give the same bytes.
 */
const digest = (seed: string, purpose: string, ordinal: number): Buffer =>
  createHash('sha256').update(`${seed}\0${purpose}\0${ordinal}`).digest();

/** A delegation transaction's id: 64 lower-case hexadecimal digits (specification: Order status, txid). */
export const txidOf = (seed: string, orderId: number): string =>
  digest(seed, 'txid', orderId).toString('hex');

/** `order-<order_id>-<event>-<suffix>` (specification: Events). `step` is the position in the order's timeline. */
export const eventIdOf = (seed: string, orderId: number, step: number, event: string): string =>
  `order-${orderId}-${event}-${digest(seed, `event ${step}`, orderId).toString('hex', 0, 4)}`;

/** A number in [0, 1) for the ordinal-th draw of a purpose. */
export const drawOf = (seed: string, purpose: string, ordinal: number): number =>
  digest(seed, purpose, ordinal).readUInt32BE(0) / 2 ** 32;
