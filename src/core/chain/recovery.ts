import type { StoredWallet } from '../engine/account-state.ts';

/*
 * How the use of a resource recovers: linearly over a window, which a new use averages. ResourceProcessor.java, with
 * its rounding. Its integer divisions are exact here, because all products stay below 2^53, except the one in `use`.
 */

export type Usage = StoredWallet['energy'];

/** 24 hours in blocks. */
const WINDOW = 28_800;
const PRECISION = 1_000_000;
/** Windows are counted in thousandths of a block (WINDOW_SIZE_PRECISION). */
const WINDOW_PRECISION = 1_000;

export const UNUSED: Usage = { used: 0, block: 0, window: WINDOW * WINDOW_PRECISION };

const divideCeil = (numerator: number, denominator: number): number => Math.ceil(numerator / denominator);

const wholeBlocks = (window: number): number =>
  window < WINDOW_PRECISION ? WINDOW : Math.floor(window / WINDOW_PRECISION);

/** The average use per block, in millionths, that is left at a block. */
function averageAt({ used, block, window }: Usage, now: number): number {
  const blocks = wholeBlocks(window);
  const average = divideCeil(used * PRECISION, blocks);
  const passed = now - block;
  if (passed <= 0) return average;
  return passed < blocks ? Math.round(average * ((blocks - passed) / blocks)) : 0;
}

/** What is left of a use at a block (ResourceProcessor.java: recovery). */
export const usedAt = (usage: Usage, now: number): number =>
  Math.floor((averageAt(usage, now) * wholeBlocks(usage.window)) / PRECISION);

/** The use after more was used at a block, or 0 to bring it up to date (ResourceProcessor.java: increaseV2). */
export function use(usage: Usage, amount: number, now: number): Usage {
  const blocks = wholeBlocks(usage.window);
  const average = averageAt(usage, now);
  const left = Math.floor((average * blocks) / PRECISION);
  const added = divideCeil(amount * PRECISION, WINDOW);
  const used = Math.floor((average * blocks + added * WINDOW) / PRECISION);
  if (left === 0) return { used, block: now, window: UNUSED.window };
  const remaining = usage.window - Math.max(0, now - usage.block) * WINDOW_PRECISION;
  const product = BigInt(left) * BigInt(remaining) + BigInt(amount) * BigInt(UNUSED.window);
  const window = Number((product + BigInt(used) - 1n) / BigInt(used));
  return { used, block: now, window: Math.min(window, UNUSED.window) };
}

/** The use of free bandwidth after more was used at a block. Its window never changes (useFreeNet). */
export function useFree(usage: Usage, amount: number, now: number): Usage {
  const average = averageAt(usage, now) + divideCeil(amount * PRECISION, WINDOW);
  return { used: Math.floor((average * WINDOW) / PRECISION), block: now, window: UNUSED.window };
}
