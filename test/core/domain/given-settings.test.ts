import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/core/domain/assumptions.ts';
import { contradictionAmong, givenSettingsProblem } from '../../../src/core/domain/given-settings.ts';

describe('given settings', () => {
  test.each<[Record<string, unknown>, string, string]>([
    [
      { custom_energy_min: 6_000_000 },
      'custom_energy_min',
      'custom_energy_min, 6000000, is greater than custom_energy_max, 5000000, so no custom amount is in range; lower the minimum or raise the maximum',
    ],
    [
      { custom_energy_max: 31_999 },
      'custom_energy_max',
      'custom_energy_min, 32000, is greater than custom_energy_max, 31999, so no custom amount is in range; lower the minimum or raise the maximum',
    ],
    [
      { custom_energy_step: 5_000_001 },
      'custom_energy_step',
      'no multiple of custom_energy_step, 5000001, is in the range from custom_energy_min, 32000, to custom_energy_max, 5000000; lower the step or widen the range',
    ],
    [
      { custom_energy_min: 32_001, custom_energy_max: 32_999 },
      'custom_energy_min',
      'no multiple of custom_energy_step, 1000, is in the range from custom_energy_min, 32001, to custom_energy_max, 32999; lower the step or widen the range',
    ],
    [
      { custom_prices_sun_per_energy: { 60: 60, 15: 1_717_986_919 } },
      'custom_prices_sun_per_energy',
      'custom_prices_sun_per_energy has 1717986919 for 15 minutes, so custom_energy_max, 5000000, costs more than the largest amount, 8589934592000000 sun; lower the price to at most 1717986918, or lower the maximum',
    ],
  ])('%j contradict the defaults, reported at %s', (given, name, problem) => {
    expect(givenSettingsProblem(given)).toEqual({ name, problem });
  });

  test.each<Record<string, unknown>>([
    { custom_energy_min: 5_000_000 },
    { custom_energy_max: 32_000 },
    { custom_energy_step: 5_000_000 },
    { custom_energy_min: 6_000_000, custom_energy_max: 7_000_000 },
    { custom_energy_min: 33_000, custom_energy_max: 33_000 },
    { custom_energy_min: 1, custom_energy_max: 1, custom_energy_step: 1 },
    { custom_prices_sun_per_energy: { 60: 1_717_986_918 } },
    { custom_prices_sun_per_energy: {} },
  ])('%j do not', given => {
    expect(givenSettingsProblem(given)).toBeNull();
  });

  test('with a value that is not allowed are reported at it', () => {
    expect(givenSettingsProblem({ custom_energy_min: 6_000_000, custom_energy_max: 'all' })).toEqual({
      name: 'custom_energy_max',
      problem: 'expected an integer from 1 to 1000000000, got "all"',
    });
  });

  test('are compared with those that they are added to', () => {
    const base = { ...DEFAULT_SETTINGS, custom_energy_max: 9_000_000 };
    expect(givenSettingsProblem({ custom_energy_min: 6_000_000 }, base)).toBeNull();
    expect(givenSettingsProblem({ custom_energy_min: 9_000_001 }, base)?.name).toBe('custom_energy_min');
  });

  test('are not refused for a contradiction that concerns none of them', () => {
    const base = { ...DEFAULT_SETTINGS, custom_energy_max: 1 };
    expect(givenSettingsProblem({ discount_percent: 5 }, base)).toBeNull();
  });
});

describe('settings, while the others are not known,', () => {
  test('are compared with each other only', () => {
    expect(contradictionAmong({ custom_energy_min: 6_000_000 })).toBeNull();
    expect(contradictionAmong({ custom_energy_min: 9, custom_energy_max: 8 })?.name).toBe(
      'custom_energy_min',
    );
  });

  test('have none if a value is not allowed', () => {
    expect(contradictionAmong({ custom_energy_min: 9, custom_energy_max: 'all' })).toBeNull();
  });
});
