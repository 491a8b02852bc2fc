import { describe, expect, test } from 'vitest';
import { expectRecovered, expectTruth } from './draws.ts';
import { browserEntry, calibrated, contentlessEntry, headlessEntry, truncatedEntry } from './other-tools.ts';

/** The settings that draw 0 does not show. Something learns each of the others, or says why nothing does. */
const SILENT: readonly string[] = [
  'order_limit',
  'status_selectors',
  'invalid_repeat',
  'bulk_duplicates',
  'chain_inclusion',
];

describe('a recording by another tool', () => {
  test('reveals as much if it has HTTP/2 headers, another host and base64', async () => {
    const { draw, result } = await calibrated(browserEntry);
    expectRecovered(draw, result);
    const silent = result.rows.filter(
      ({ verdict, observed }) => verdict === 'not-observed' && observed === '',
    );
    expect(silent.map(({ row }) => row)).toEqual(SILENT);
  });

  test('claims nothing false if it has no headers', async () => {
    const { draw, result } = await calibrated(headlessEntry);
    expectTruth(draw, result);
  });

  test.each([
    ['the bodies of responses were not recorded', contentlessEntry],
    ['responses were cut off', truncatedEntry],
  ] as const)('claims nothing false if %s', async (_name, entry) => {
    const { draw, result } = await calibrated(entry);
    expectTruth(draw, result);
    // The products of orders are not known, as no response shows them. Nothing else differs.
    for (const { what, field } of result.differences!)
      expect(`${what} ${field}`).toMatch(
        /^webhook \S+ body\.data\.(energy_amount|duration_minutes|price_trx)$/,
      );
  });
});
