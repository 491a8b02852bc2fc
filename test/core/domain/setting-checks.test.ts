import { describe, expect, test } from 'vitest';
import {
  type Check,
  integer,
  MAX_DURATIONS,
  oneOf,
  packages,
  priceTable,
} from '../../../src/core/domain/setting-checks.ts';

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

const minutes = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const pricesFor = (count: number) => Object.fromEntries(minutes(count).map(minute => [minute, 1]));

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
  [pricesFor(MAX_DURATIONS), true],
  [pricesFor(MAX_DURATIONS + 1), false],
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
    ['one with as many durations as possible', [{ ...PACK, durationsMinutes: minutes(MAX_DURATIONS) }], true],
    ['one with more durations', [{ ...PACK, durationsMinutes: minutes(MAX_DURATIONS + 1) }], false],
    ['one with a long name', [{ ...PACK, name: 'x'.repeat(201) }], false],
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
