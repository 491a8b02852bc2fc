import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LATEST_INSTANT_MS, readInstant } from '../../../src/core/domain/instant.ts';

describe('an instant', () => {
  test.each([
    ['2026-01-01T12:00:00Z', '2026-01-01T12:00:00.000Z'],
    ['2026-01-01T12:00Z', '2026-01-01T12:00:00.000Z'],
    ['2026-01-01T12:00:00.5Z', '2026-01-01T12:00:00.500Z'],
    ['2026-01-01T12:00:00.123456789Z', '2026-01-01T12:00:00.123Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2025-12-31T23:30:00-01:00', '2026-01-01T00:30:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['1969-12-31T23:00:00-01:00', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, utc) => {
    expect(readInstant(text)).toEqual({ atMs: Date.parse(utc) });
  });

  test.each([
    '2026-02-30T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-13-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-32T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T12:60:00Z',
    '2026-01-01T12:00:60Z',
    '2026-01-01T12:00:00+24:00',
    '2026-01-01T12:00:00+01:60',
  ])('that does not exist is refused: %s', text => {
    expect(readInstant(text)).toEqual({ problem: `"${text}" is a date or time that does not exist` });
  });

  test.each([
    '1969-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00Z',
    '0070-01-01T00:00:00Z',
    '1970-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
  ])('outside of the years 1970 to 9999 is refused: %s', text => {
    expect(readInstant(text)).toEqual({ problem: `"${text}" is not in the years 1970 to 9999 (UTC)` });
  });

  test.each([
    '',
    '2026-01-01',
    '2026-01-01T12:00:00',
    '10000-01-01T00:00:00Z',
    '+010000-01-01T00:00:00Z',
    'soon',
  ])('in another notation is refused: %j', text => {
    expect(readInstant(text)).toEqual({
      problem: `expected an instant such as 2026-01-01T12:00:00Z, got "${text}"`,
    });
  });

  test('that was written as ISO 8601 is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LATEST_INSTANT_MS }), atMs => {
        expect(readInstant(new Date(atMs).toISOString())).toEqual({ atMs });
      }),
    );
  });
});
