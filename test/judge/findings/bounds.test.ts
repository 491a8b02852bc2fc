import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BoundedMap } from '../../../src/judge/bounded-map.ts';
import { RULES } from '../../../src/judge/findings/rule-table.ts';
import { amount } from '../../support/tier.ts';
import { FindingsStage } from './stage.ts';

const stage = new FindingsStage();

describe('a bounded map', () => {
  test('has what a map would have, but for entries that are older than half of its limit', () => {
    const steps = fc.array(fc.tuple(fc.nat(30), fc.constantFrom('set', 'delete')), { maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), steps, (limit, taken) => {
        const bounded = new BoundedMap<number, number>(limit);
        const latest = new Map<number, number>();
        for (const [time, [key, action]] of taken.entries()) {
          latest.delete(key);
          if (action === 'set') latest.set(key, time);
          if (action === 'set') bounded.set(key, time);
          else bounded.delete(key);
          expect(bounded.size).toBeLessThanOrEqual(limit);
          for (const [kept, value] of [...latest].slice(-Math.floor(limit / 2)))
            expect([undefined, value]).toContain(bounded.get(kept));
        }
        const newest = [...latest].at(-1);
        if (newest && taken.at(-1)![1] === 'set') expect(bounded.get(newest[0])).toBe(newest[1]);
        for (const value of bounded.values()) expect([...latest.values()]).toContain(value);
      }),
      { numRuns: amount({ first: 100, long: 5_000 }) },
    );
  });
});

test('rules keep nothing but flags and bounded maps', () => {
  const isBounded = (value: unknown): boolean =>
    value === null ||
    typeof value === 'boolean' ||
    value instanceof BoundedMap ||
    (typeof value === 'object' && Object.values(value as object).every(isBounded));
  const unbounded = RULES.flatMap(({ parts }) => parts).filter(({ start }) => {
    const state = start();
    return !isBounded(state);
  });
  expect(unbounded).toEqual([]);
});

test('at most 100 findings of a rule are kept apart, and later ones are counted', async () => {
  const account = stage.account();
  for (let index = 0; index < 8; index++) {
    const fields = Array.from({ length: 20 }, (_, field) => [`field_${index}_${field}`, 1]);
    await stage.order(account, { external_id: `order-${index}`, ...Object.fromEntries(fields) });
  }
  const found = stage.found(account, 'unknown-field');
  expect(found).toHaveLength(100);
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(160);
});
