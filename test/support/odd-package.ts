import type { Package } from '../../src/core/domain/catalogue.ts';

/** A package that differs from the default ones in every value, so that a constant in place of a value is noticed. */
export const ODD_PACKAGE: Package = {
  id: 7,
  name: 'Odd size',
  energyAmount: 77_000,
  durationMinutes: 10,
  durationsMinutes: [5, 10, 15],
  pricesSun: { 5: 3_100_000, 10: 3_311_000, 15: 3_542_000 },
  active: true,
};
