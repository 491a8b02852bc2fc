import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_SUN, percentOf, toSun, toTrx } from '../../../src/core/domain/money.ts';

describe('TRX to sun', () => {
  test.each([
    [0, 0],
    [1, 1_000_000],
    [0.000001, 1],
    [0.1 + 0.2, 300_000],
    [1.1 * 3, 3_300_000],
    [3.9, 3_900_000],
    [-2.5, -2_500_000],
    [1000, 1_000_000_000],
    [999_999_999.999999, 999_999_999_999_999],
  ])('%d TRX is %d sun', (trx, sun) => {
    expect(toSun(trx)).toBe(sun);
  });

  test.each([
    0.0000001,
    1.0000005,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
    8_589_934_592.5,
    9_007_199_254,
  ])('%d TRX cannot be represented exactly in whole sun', trx => {
    expect(toSun(trx)).toBeNull();
  });

  test('is the inverse of sun to TRX for every amount up to the largest', () => {
    expect(toSun(toTrx(MAX_SUN))).toBe(MAX_SUN);
    fc.assert(fc.property(fc.integer({ min: 0, max: MAX_SUN }), sun => toSun(toTrx(sun)) === sun));
  });
});

test('TRX in JSON have at most six decimals and no rounding noise, up to the largest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: MAX_SUN }), sun => {
      expect(JSON.stringify(toTrx(sun))).toMatch(/^\d+(\.\d{1,6})?$/);
    }),
  );
});

describe('a percentage', () => {
  test.each([
    [100, 50, 50],
    [1, 50, 1],
    [1, 49.99, 0],
    [3, 50, 2],
    [3_900_000, 12.5, 487_500],
    [3_900_000, 33.33, 1_299_870],
    [1_000_001, 0.05, 500],
    [10_000, 0.01, 1],
    [5_000, 0.01, 1],
    [4_999, 0.01, 0],
    [999_999_999_999, 100, 999_999_999_999],
    [999_999_999_999, 0, 0],
    [0, 99, 0],
  ])('of %d sun at %d %% is %d sun', (sun, percent, share) => {
    expect(percentOf(sun, percent)).toBe(share);
  });

  test('is rounded half up, as with exact fractions', () => {
    const amounts = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 10_000 }), (sun, hundredths) => {
        const exact = BigInt(sun) * BigInt(hundredths);
        const half = exact % 10_000n >= 5_000n ? 1n : 0n;
        expect(BigInt(percentOf(sun, hundredths / 100))).toBe(exact / 10_000n + half);
      }),
    );
  });
});
