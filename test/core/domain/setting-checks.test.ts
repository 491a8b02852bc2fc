import { expect, test } from 'vitest';
import { checkAssumption } from '../../../src/core/domain/assumptions.ts';
import { MAX_SUN } from '../../../src/core/domain/money.ts';

test.each([[[]], [[5]], [[0, 0, 1, 1]]])('retry delays of %j do not decrease', delays => {
  expect(checkAssumption('webhook_retry_delays_ms', delays)).toBeNull();
});

test.each([[[2, 1]], [[1, 5, 5, 4]]])('retry delays of %j decrease, and are refused', delays => {
  expect(checkAssumption('webhook_retry_delays_ms', delays)).toBe(
    `expected a list of at most 8 delays in milliseconds, each at most 366 days, none shorter than the one before it, got ${JSON.stringify(delays)}`,
  );
});

test('a price is at most the largest amount', () => {
  expect(checkAssumption('custom_prices_sun_per_energy', { 60: MAX_SUN })).toBeNull();
  expect(checkAssumption('custom_prices_sun_per_energy', { 60: MAX_SUN + 1 })).toContain('expected');
});
