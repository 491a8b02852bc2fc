import { describe, expect, test } from 'vitest';
import {
  ASSUMPTION_NAMES,
  ASSUMPTIONS,
  checkAssumption,
  DEFAULT_SETTINGS,
} from '../../../src/core/domain/assumptions.ts';

describe('the register of assumptions', () => {
  test('has each name once, and a reason and a section for each', () => {
    expect(new Set(ASSUMPTIONS.map(({ name }) => name)).size).toBe(ASSUMPTIONS.length);
    for (const { name, section, reason } of ASSUMPTIONS) {
      expect(name).toMatch(/^[a-z0-9_]+$/);
      expect([section, reason].every(text => text.length > 0)).toBe(true);
    }
  });

  test('accepts its own defaults', () => {
    const problems = Object.entries(DEFAULT_SETTINGS).map(([name, value]) => checkAssumption(name, value));
    expect(problems.filter(problem => problem !== null)).toEqual([]);
  });

  test.each(ASSUMPTION_NAMES)('rejects invalid values for %s', name => {
    for (const value of [
      undefined,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      'invalid value',
      -1,
      ['invalid value'],
    ]) {
      expect(checkAssumption(name, value), JSON.stringify(value)).not.toBeNull();
    }
  });

  test('says what is allowed and what was found', () => {
    expect(checkAssumption('discount_percent', 101)).toBe(
      'expected a number from 0 to 100 with at most two decimal places, got 101',
    );
    expect(checkAssumption('no_such_thing', 1)).toBe('there is no assumption named "no_such_thing"');
    expect(checkAssumption('unknown_path', 1)).toBe('unknown_path is fixed and cannot be changed');
  });
});

describe('a setting', () => {
  test.each<[string, unknown, boolean]>([
    ['discount_percent', 33.33, true],
    ['discount_percent', 33.333, false],
    ['discount_percent', 0.07, true],
    ['discount_percent', '10', false],
    ['discount_percent', 100, true],
    ['discount_percent', 100.01, false],
    ['discount_percent', -0.01, false],
    ['time_zone', 'Europe/Berlin', true],
    ['time_zone', 'UTC', true],
    ['time_zone', 'Mars/Olympus', false],
    ['time_zone', '', false],
    ['rate_limit_per_minute', 0, false],
    ['rate_limit_per_minute', 1.5, false],
    ['trusted_proxies', ['10.0.0.0/8', '::1'], true],
    ['trusted_proxies', ['10.0.0.0/33'], false],
    ['trusted_proxies', ['proxy.example'], false],
    ['active_addresses', ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'], true],
    ['active_addresses', ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwc'], false],
    ['webhook_retry_delays_ms', [], true],
    ['webhook_retry_delays_ms', [0, 31_622_400_000], true],
    ['webhook_retry_delays_ms', [31_622_400_001], false],
    ['webhook_retry_delays_ms', Array(9).fill(1), false],
    ['manual_clock_start', '2026-01-01T00:00:00+03:00', true],
    ['manual_clock_start', '2026-13-01T00:00:00Z', false],
    ['manual_clock_start', '2026-01-01', false],
    ['manual_clock_start', 0, false],
    ['time_zone', null, false],
    ['packages', [{ id: 1 }], false],
  ])('%s takes %j: %s', (name, value, takes) => {
    expect(checkAssumption(name, value) === null).toBe(takes);
  });
});
