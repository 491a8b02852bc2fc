import { describe, expect, test } from 'vitest';
import { expectRecovered, expectTruth } from './draws.ts';
import { calibrated, proxyEntry, sanitizedEntry, timelessEntry } from './other-tools.ts';

describe('a recording by another tool', () => {
  test('reveals as much if it has compressed bodies and no timings', async () => {
    const { draw, result } = await calibrated(proxyEntry);
    expectRecovered(draw, result);
  });

  test('claims nothing false if it has no times at all', async () => {
    const { draw, result, verdictOf } = await calibrated(timelessEntry);
    expectTruth(draw, result);
    expect(result.differences).toEqual([]);
    expect(verdictOf('packages')).not.toBe('not-observed');
    expect(verdictOf('webhook_retry_delays_ms')).toBe('not-observed');
  });

  test('claims nothing false if it has no credentials', async () => {
    const { draw, result, verdictOf } = await calibrated(sanitizedEntry);
    expectTruth(draw, result);
    expect(result.differences).toEqual([]);
    const reason = 'the key was not recorded';
    expect(result.not_compared).toContainEqual({ reason, count: expect.any(Number) });
    expect(verdictOf('packages')).not.toBe('not-observed');
  });
});
