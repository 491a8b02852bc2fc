/** Money inside the sandbox is whole sun; 1 TRX is 1,000,000 sun. Only JSON carries TRX. */
export const SUN_PER_TRX = 1_000_000;

/** Sun to the number that JSON carries. */
export const toTrx = (sun: number): number => sun / SUN_PER_TRX;

/**
 * TRX, as typed by a person, to whole sun.
 * @returns null where the amount is not finite, finer than a sun, or too large to be exact.
 */
export function toSun(trx: number): number | null {
  const sun = Math.round(trx * SUN_PER_TRX);
  return Number.isSafeInteger(sun) && Math.abs(sun / SUN_PER_TRX - trx) < 1e-9 ? sun : null;
}

/** Percent of an amount, rounded half up to a sun. `percent` may have up to two decimals. */
export function percentOf(amountSun: number, percent: number): number {
  const hundredths = BigInt(Math.round(percent * 100));
  return Number((BigInt(amountSun) * hundredths + 5_000n) / 10_000n);
}
