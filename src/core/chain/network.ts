/*
 * Facts about the TRON network. Sources: java-tron 1e35f79 (file names below), documentation-en 8f3209e, and the chain
 * parameters and receipts of mainnet around block 84,940,364 of 31 July 2026.
 */

import { digest } from '../domain/seeded-values.ts';

/** Constant.java: BLOCK_PRODUCED_INTERVAL. */
const BLOCK_MS = 3_000;

/** A block of mainnet, from which all others are counted: no slot is ever missed. */
const KNOWN_BLOCK = { number: 84_940_364, atMs: 1_785_491_841_000 };

const blocksSince = (atMs: number): number => Math.floor((atMs - KNOWN_BLOCK.atMs) / BLOCK_MS);

/** The number of the latest block at an instant. Blocks before number 0, in 2018 and earlier, are number 0. */
export const blockAt = (atMs: number): number => Math.max(0, KNOWN_BLOCK.number + blocksSince(atMs));

export const blockTimeMs = (number: number): number =>
  KNOWN_BLOCK.atMs + (number - KNOWN_BLOCK.number) * BLOCK_MS;

/** The instant of the first block after an instant. */
export const nextBlockMs = (atMs: number): number => KNOWN_BLOCK.atMs + (blocksSince(atMs) + 1) * BLOCK_MS;

/** How many milliseconds the confirmed state is behind: 18 blocks (DposService.java: updateSolidBlock). */
export const SOLID_MS = 18 * BLOCK_MS;

/** How many milliseconds a node that lags is behind: 15 blocks, so that what it builds has not expired yet. */
export const LAG_MS = 15 * BLOCK_MS;

/** 16 digits of its number, then digits of its hash (BlockCapsule.java: BlockId). */
export const blockIdOf = (seed: string, number: number): string =>
  number.toString(16).padStart(16, '0') + digest(seed, 'block', number).slice(16);

/** TetherToken (USDT), with six decimal places. */
export const USDT_CONTRACT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** The free bandwidth of an account in bytes; chain parameter getFreeNetLimit. */
export const FREE_BANDWIDTH = 600;

/** The price of a byte in sun beyond that; chain parameter getTransactionFee. */
export const SUN_PER_BYTE = 1_000;

/** What a transaction counts in addition to its bytes (Constant.java: MAX_RESULT_SIZE_IN_TX). */
export const RESULT_BYTES = 64;

/** What an activation costs: chain parameters getCreateNewAccountFeeInSystemContract and getCreateAccountFee. */
export const ACTIVATION_SUN = 1_000_000;
export const ACTIVATION_BANDWIDTH_SUN = 100_000;

/** What a memo costs; chain parameter getMemoFee. */
export const MEMO_SUN = 1_000_000;

/** The highest fee_limit in sun; chain parameter getMaxFeeLimit. */
export const MAX_FEE_LIMIT_SUN = 15_000_000_000;

/** Energy of the whole network; chain parameter getTotalEnergyLimit. */
export const TOTAL_ENERGY = 180_000_000_000;

/** TRX staked for Energy: near the true amount, and such that each staked TRX gives exactly 10 Energy. */
export const TOTAL_ENERGY_WEIGHT = 18_000_000_000;

/** The stake in sun that gives an amount of Energy. */
export const stakeOf = (energy: number): number => energy * 100_000;

/** The wallet that an active address has unless it was changed. */
export const DEFAULT_TRX_SUN = 100_000_000;
export const DEFAULT_USDT = 1_000_000_000;
