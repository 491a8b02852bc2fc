import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ClockState,
  clockReads,
  formatClockMode,
  formatDuration,
  hostMsUntil,
  isoTime,
  LATEST_INSTANT_MS,
  MAX_CACHED_ZONES,
  objectTime,
  parseClockMode,
  parseDuration,
  readInstant,
} from '../../../src/core/domain/time.ts';

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
    ...['2026-02-30T00:00:00Z', '2026-02-29T00:00:00Z', '1900-02-29T00:00:00Z', '2026-04-31T00:00:00Z'],
    ...['2026-00-10T00:00:00Z', '2026-13-10T00:00:00Z', '2026-01-00T00:00:00Z', '2026-01-32T00:00:00Z'],
    ...['2026-01-01T24:00:00Z', '2026-01-01T12:60:00Z', '2026-01-01T12:00:60Z'],
    ...['2026-01-01T12:00:00+24:00', '2026-01-01T12:00:00+01:60'],
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

describe('the time of an object', () => {
  test.each([
    ['UTC', '2026-02-28T23:59:59.999Z', '2026-02-28 23:59:59'],
    ['UTC', '2028-02-29T00:00:00Z', '2028-02-29 00:00:00'],
    ['Etc/UTC', '2026-01-01T00:00:00Z', '2026-01-01 00:00:00'],
    ['Europe/Moscow', '2026-12-31T21:00:00Z', '2027-01-01 00:00:00'],
    ['Australia/Lord_Howe', '2026-04-04T14:59:59Z', '2026-04-05 01:59:59'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026-04-05 01:30:00'],
    ['America/St_Johns', '2026-07-01T00:00:00Z', '2026-06-30 21:30:00'],
    ['Pacific/Kiritimati', '2026-01-01T10:00:00Z', '2026-01-02 00:00:00'],
    ['America/New_York', '2026-03-08T06:59:59Z', '2026-03-08 01:59:59'],
    ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08 03:00:00'],
  ])('in %s at %s is %s', (zone, instant, written) => {
    expect(objectTime(Date.parse(instant), zone)).toBe(written);
  });

  test('always has the same format, in any time zone and at any time', () => {
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'Asia/Kolkata',
      'America/Sao_Paulo',
      'Pacific/Apia',
    );
    const instants = fc.integer({ min: 0, max: Date.parse('2400-01-01') });
    fc.assert(
      fc.property(zones, instants, (zone, atMs) => {
        expect(objectTime(atMs, zone)).toMatch(
          /^\d{4}-(0[1-9]|1[0-2])-[0-3]\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
        );
      }),
    );
  });

  test('of an event is ISO 8601 in UTC', () => {
    expect(isoTime(Date.UTC(2026, 0, 2, 3, 4, 5, 6))).toBe('2026-01-02T03:04:05.006Z');
  });
});

describe('a clock', () => {
  const clock = (speed: number): ClockState => ({
    mode: speed === 0 ? 'manual' : 'scaled',
    speed,
    hostMs: 1_000,
    virtualMs: 50_000,
  });

  test.each([
    [1, 1_000, 50_000],
    [1, 1_999.9, 50_999],
    [60, 2_000, 110_000],
    [0.5, 3_000, 51_000],
    [0, 9_999_999, 50_000],
    [1, 0, 50_000],
  ])('of speed %d shows at host %d: %d', (speed, hostMs, shown) => {
    expect(clockReads(clock(speed), hostMs)).toBe(shown);
  });

  test('stops at the end of the year 9999, and reaches nothing later', () => {
    const late = { ...clock(10_000), virtualMs: LATEST_INSTANT_MS - 5 };
    expect(clockReads(late, late.hostMs + 1)).toBe(LATEST_INSTANT_MS);
    expect(hostMsUntil(late, LATEST_INSTANT_MS + 1, late.hostMs)).toBe(Number.POSITIVE_INFINITY);
  });

  test('that is stopped never reaches a later instant', () => {
    expect(hostMsUntil(clock(0), 50_001, 1_000)).toBe(Number.POSITIVE_INFINITY);
  });

  test('shows an instant after the wait for it, and does not wait for a past one', () => {
    const speeds = fc.constantFrom(0.1, 0.5, 1, 2, 60, 3_600, 10_000);
    fc.assert(
      fc.property(speeds, fc.nat(1e9), fc.nat(1e6), (speed, aheadMs, laterMs) => {
        const hostMs = 1_000 + laterMs;
        const waitMs = hostMsUntil(clock(speed), 50_000 + aheadMs, hostMs);
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(clockReads(clock(speed), hostMs + waitMs)).toBeGreaterThanOrEqual(50_000 + aheadMs - 1);
      }),
    );
  });

  test.each(['real', 'manual', '60x', '0.5x', '10000x'])(
    '%s is parsed and formatted back to itself',
    text => {
      expect(formatClockMode(parseClockMode(text)!)).toBe(text);
    },
  );

  test('1x is real', () => {
    expect(parseClockMode('1x')).toEqual({ mode: 'real', speed: 1 });
  });

  test.each(['', '0x', '-1x', 'x', '60', '60X', '10001x', '1e3x', 'Real', ' real', '1.x', 'Infinityx'])(
    '%j is none',
    text => {
      expect(parseClockMode(text)).toBeNull();
    },
  );
});

describe('a duration', () => {
  test.each([
    ['0s', 0],
    ['250ms', 250],
    ['3s', 3_000],
    ['1.5h', 5_400_000],
    ['61m', 3_660_000],
    ['2d', 172_800_000],
    ['0.0005s', 1],
  ])('%s is %i ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each(['', '5', 's', '-1s', '1 s', '1S', '1w', '1e3s', '.5s', '1.s', '99999999999999d', '1s\n'])(
    '%j is none',
    text => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  test.each([
    [0, '0ms'],
    [1, '1ms'],
    [1_000, '1s'],
    [1_500, '1500ms'],
    [60_000, '1m'],
    [90_000, '90s'],
    [3_600_000, '1h'],
    [86_400_000, '1d'],
    [90_000_000, '25h'],
  ])('%i ms is written in the largest unit that divides it: %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  test('is parsed back to the value that it was formatted from', () => {
    fc.assert(fc.property(fc.nat(1e12), ms => parseDuration(formatDuration(ms)) === ms));
  });
});

test('more spellings of a time zone than are cached all give the same time', () => {
  const name = 'europe/berlin';
  const spellings = Array.from({ length: 4 * MAX_CACHED_ZONES }, (_, bits) =>
    [...name].map((letter, index) => ((bits >> (index % 9)) & 1 ? letter.toUpperCase() : letter)).join(''),
  );
  expect(new Set(spellings).size).toBeGreaterThan(2 * MAX_CACHED_ZONES);
  const times = new Set(spellings.map(one => objectTime(Date.UTC(2026, 0, 1), one)));
  expect([...times]).toEqual(['2026-01-01 01:00:00']);
});
