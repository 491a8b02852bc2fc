import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UNUSED, type Usage, use, usedAt, useFree } from '../../../src/core/chain/recovery.ts';

const HOUR = 1_200;
const START = 84_940_364;

describe('what was used', () => {
  test('recovers linearly over a day, with the rounding of the node', () => {
    const usage = use(UNUSED, 64_285, START);
    const after = [0, 1, 6, 12, 24].map(hours => usedAt(usage, START + hours * HOUR));
    expect(after).toEqual([64_285, 61_606, 48_213, 32_142, 0]);
  });

  test('recovers over a window that a new use averages', () => {
    const half = use(use(UNUSED, 1_000_000, START), 1_000_000, START + 12 * HOUR);
    expect(half.used).toBe(1_500_000);
    // 500,000 for another 12 hours and 1,000,000 for 24 hours.
    expect(half.window).toBe(24_000_000);
    expect(usedAt(half, START + 32 * HOUR)).toBe(0);
  });

  test('is never below 0 and never rises without a use', () => {
    const amount = fc.integer({ min: 0, max: 5_000_000 });
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 40_000 }), amount), { maxLength: 30 });
    fc.assert(
      fc.property(steps, fc.boolean(), (all, isFree) => {
        let usage: Usage = UNUSED;
        let now = START;
        for (const [blocks, more] of all) {
          const [before, after] = [usedAt(usage, now), usedAt(usage, now + blocks)];
          expect(after).toBeGreaterThanOrEqual(0);
          // A node rounds up the average per block, which adds less than one unit to a whole window.
          expect(after).toBeLessThanOrEqual(before + 1);
          now += blocks;
          usage = (isFree ? useFree : use)(usage, more, now);
          expect(usage.used).toBeLessThanOrEqual(after + more + 2);
        }
      }),
    );
  });
});
