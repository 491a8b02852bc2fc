import { expect, test } from 'vitest';
import { MAX_CACHED_ZONES, objectTime } from '../../src/domain/time-formats.ts';

test('more spellings of a time zone than are cached all give the same time', () => {
  const name = 'europe/berlin';
  const spellings = Array.from({ length: 4 * MAX_CACHED_ZONES }, (_, bits) =>
    [...name].map((letter, index) => ((bits >> (index % 9)) & 1 ? letter.toUpperCase() : letter)).join(''),
  );
  expect(new Set(spellings).size).toBeGreaterThan(2 * MAX_CACHED_ZONES);
  const times = new Set(spellings.map(one => objectTime(Date.UTC(2026, 0, 1), one)));
  expect([...times]).toEqual(['2026-01-01 01:00:00']);
});
