/** Amounts are integers of sun; 1 TRX is 1,000,000 sun. TRX occurs only in input and output. */
export const SUN_PER_TRX = 1_000_000;

/**
 * The largest amount: 2^33 TRX. Up to it, no two amounts have the same number in JSON, which is a double.
 */
export const MAX_SUN: number = 2 ** 33 * SUN_PER_TRX;

/** True if a number of sun is an amount that JSON shows exactly. */
export const isAmount = (sun: number): boolean => Number.isSafeInteger(sun) && Math.abs(sun) <= MAX_SUN;

export const toTrx = (sun: number): number => sun / SUN_PER_TRX;

/**
 * Converts TRX to whole sun.
 * @returns null if the amount is not finite, not a whole number of sun, or too large to be exact
 */
export function toSun(trx: number): number | null {
  const sun = Math.round(trx * SUN_PER_TRX);
  return isAmount(sun) && Math.abs(sun / SUN_PER_TRX - trx) < 1e-9 ? sun : null;
}

/** The sum of amounts in TRX, added in whole sun; null if all are null. */
export function sumTrx(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter(amount => amount !== null);
  if (known.length === 0) return null;
  return toTrx(known.reduce((sum, trx) => sum + Math.round(trx * SUN_PER_TRX), 0));
}

/** A percentage of an amount, rounded half up to whole sun. `percent` may have up to two decimal places. */
export function percentOf(amountSun: number, percent: number): number {
  const hundredths = BigInt(Math.round(percent * 100));
  return Number((BigInt(amountSun) * hundredths + 5_000n) / 10_000n);
}
