import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../../src/core/domain/assumptions.ts';
import { DEFAULT_PACKAGES } from '../../../src/core/domain/catalogue.ts';
import { isRefusal } from '../../../src/core/domain/error-codes.ts';
import {
  type Offer,
  type OrderKind,
  priceSelection,
  type Selection,
} from '../../../src/core/domain/pricing.ts';

const [FIRST] = DEFAULT_PACKAGES;

function outcome(selection: Selection, kind: OrderKind = 'single', change: Partial<Settings> = {}): string {
  const offer = priceSelection({ ...DEFAULT_SETTINGS, ...change }, selection, kind);
  return isRefusal(offer)
    ? offer.error
    : `${offer.energyAmount} for ${offer.durationMinutes} min: ${offer.priceSun}`;
}

describe('a price', () => {
  test.each<[string, Selection, OrderKind, Partial<Settings>, string]>([
    ['with everything off', { packageId: 1 }, 'single', { discount_percent: 100 }, '65000 for 60 min: 0'],
    [
      'of both, one of them null',
      { packageId: 1, energyAmount: null },
      'single',
      {},
      '65000 for 60 min: 3900000',
    ],
    [
      'of a package without durations',
      { packageId: 1 },
      'single',
      { packages: [{ ...FIRST!, durationsMinutes: [] }] },
      'RENTAL_DURATION_UNAVAILABLE',
    ],
    [
      'of a custom amount without prices',
      { energyAmount: 65_000 },
      'single',
      { custom_prices_sun_per_energy: {} },
      'DURATION_PRICE_UNAVAILABLE',
    ],
    [
      'of an amount when there is no catalogue',
      { packageId: 1 },
      'single',
      { packages: [] },
      'PACKAGE_NOT_FOUND',
    ],
    [
      'of an amount on a step of 7',
      { energyAmount: 35_000 },
      'single',
      { custom_energy_step: 7 },
      '35000 for 60 min: 2100000',
    ],
  ])('%s', (_name, selection, kind, change, expected) => {
    expect(outcome(selection, kind, change)).toBe(expected);
  });

  test('always adds up: base price minus discount, each a whole number of sun', () => {
    const selections = fc.oneof(
      fc.record({
        packageId: fc.integer({ min: 1, max: 5 }),
        durationMinutes: fc.constantFrom(5, 10, 15, 60),
      }),
      fc.record({ energyAmount: fc.integer({ min: 32, max: 5_000 }).map(thousands => thousands * 1_000) }),
    );
    fc.assert(
      fc.property(selections, fc.integer({ min: 0, max: 10_000 }), (selection, hundredths) => {
        const settings = { ...DEFAULT_SETTINGS, discount_percent: hundredths / 100 };
        const { basePriceSun, discountSun, priceSun } = priceSelection(
          settings,
          selection,
          'single',
        ) as Offer;
        expect([basePriceSun, discountSun, priceSun].every(Number.isSafeInteger)).toBe(true);
        expect(basePriceSun - discountSun).toBe(priceSun);
        const exact = BigInt(basePriceSun) * BigInt(hundredths);
        expect(BigInt(discountSun)).toBe((exact + 5_000n) / 10_000n);
      }),
    );
  });
});
