import { describe, expect, test } from 'vitest';
import {
  type Check,
  instant,
  integer,
  oneOf,
  packages,
  percent,
  priceTable,
  timeZone,
} from '../../src/domain/setting-checks.ts';

const takes = (check: Check, value: unknown): boolean => check.problem(value) === null;

const PACK = {
  id: 1,
  name: 'Pack',
  energyAmount: 65_000,
  durationMinutes: 60,
  durationsMinutes: [5, 60],
  pricesSun: { 60: 1 },
  active: true,
};

describe('bounds are included, and values beyond them are not', () => {
  test.each([
    [1, true],
    [5, true],
    [0, false],
    [6, false],
    [1.5, false],
    ['3', false],
    [null, false],
    [2 ** 53, false],
  ])('%j as a whole number from 1 to 5: %j', (value, expected) => {
    expect(takes(integer(1, 5), value)).toBe(expected);
  });

  test.each([
    [0, true],
    [100, true],
    [33.33, true],
    [0.01, true],
    [100.01, false],
    [-0.01, false],
    [33.333, false],
    [Number.NaN, false],
    ['5', false],
  ])('%j as a percentage: %j', (value, expected) => {
    expect(takes(percent, value)).toBe(expected);
  });
});

test.each([
  ['a', true],
  ['c', false],
  [['a'], false],
  [null, false],
])('%j as one of a and b: %j', (value, expected) => {
  expect(takes(oneOf('a', 'b'), value)).toBe(expected);
});

test.each([
  ['2026-01-01T00:00:00Z', true],
  ['2026-01-01T00:00Z', true],
  ['2026-01-01T00:00:00.123Z', true],
  ['2026-01-01T00:00:00+02:00', true],
  ['x2026-01-01T00:00:00Z', false],
  ['2026-01-01T00:00:00Zx', false],
  ['2026-01-01T00:00:00', false],
  ['2026-01-01', false],
  ['2026-13-01T00:00:00Z', false],
  ['2026-02-30T00:00:00Z', false],
  ['10000-01-01T00:00:00Z', false],
  [0, false],
])('%j as an instant: %j', (value, expected) => {
  expect(takes(instant, value)).toBe(expected);
});

test.each([
  ['UTC', true],
  ['Europe/Berlin', true],
  ['Mars/Olympus', false],
  [undefined, false],
  [null, false],
])('%j as a time zone: %j', (value, expected) => {
  expect(takes(timeZone, value)).toBe(expected);
});

test.each([
  [{ 60: 1 }, true],
  [{}, true],
  [{ 999999: 1 }, true],
  [{ 60: 0 }, false],
  [{ 60: 1, 5: -1 }, false],
  [{ 60: 1.5 }, false],
  [{ '060': 1 }, false],
  [{ '60x': 1 }, false],
  [{ x60: 1 }, false],
  [{ 1000000: 1 }, false],
  [null, false],
  [[1], false],
])('%j as a table of prices: %j', (value, expected) => {
  expect(takes(priceTable, value)).toBe(expected);
});

describe('a list of packages', () => {
  test.each([
    ['none', [], true],
    ['one', [PACK], true],
    ['two with different ids', [PACK, { ...PACK, id: 2 }], true],
    ['two with one id', [PACK, PACK], false],
    ['not a list', PACK, false],
    ['null in it', [null], false],
    ['one that is fine and one that is not', [PACK, { ...PACK, id: 0 }], false],
  ])('%s: takes it? %#', (_what, value, expected) => {
    expect(takes(packages, value)).toBe(expected);
  });

  test.each([
    { id: 0 },
    { id: '1' },
    { name: 1 },
    { energyAmount: 0 },
    { energyAmount: 1.5 },
    { durationMinutes: 0 },
    { durationsMinutes: 60 },
    { durationsMinutes: [5, 0] },
    { pricesSun: null },
    { pricesSun: { 60: 'x' } },
    { active: 1 },
    { active: undefined },
  ])('with one that has %j is refused', fields => {
    expect(takes(packages, [{ ...PACK, ...fields }])).toBe(false);
  });
});
