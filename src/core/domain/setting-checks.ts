import { jsonExcerpt } from '../text/lines.ts';
import { isObject } from './json.ts';
import { isAmount } from './money.ts';
import { readInstant } from './time.ts';

/** The values that a setting allows: in words, and as a function that returns the problem with a value, or null. */
export interface Check {
  readonly allowed: string;
  readonly problem: (value: unknown) => string | null;
}

const LONGEST_QUOTE = 200;

const shown = (value: unknown): string => jsonExcerpt(value, LONGEST_QUOTE);

const expecting = (allowed: string, holds: (value: unknown) => boolean): Check => ({
  allowed,
  problem: value => (holds(value) ? null : `expected ${allowed}, got ${shown(value)}`),
});

export const oneOf = (words: readonly string[]): Check =>
  expecting(`one of ${words.join(', ')}`, value => typeof value === 'string' && words.includes(value));

export const flag: Check = expecting('true or false', value => typeof value === 'boolean');

/** An integer between two bounds, both inclusive. */
export const integer = (min: number, max: number): Check =>
  expecting(
    `an integer from ${min} to ${max}`,
    value => Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max,
  );

export const percent: Check = expecting('a number from 0 to 100 with at most two decimal places', value => {
  if (typeof value !== 'number' || !(value >= 0 && value <= 100)) return false;
  return Math.abs(Math.round(value * 100) - value * 100) < 1e-9;
});

export const listOf = (what: string, max: number, holds: (value: unknown) => boolean): Check =>
  expecting(
    `a list of at most ${max} ${what}`,
    value => Array.isArray(value) && value.length <= max && value.every(holds),
  );

/** A list whose numbers do not decrease. */
export const ascending = ({ allowed, problem }: Check): Check => {
  const both = `${allowed}, none shorter than the one before it`;
  const holds = (value: unknown): boolean =>
    (value as readonly number[]).every((one, index, all) => index === 0 || one >= all[index - 1]!);
  return {
    allowed: both,
    problem: value => problem(value) ?? (holds(value) ? null : `expected ${both}, got ${shown(value)}`),
  };
};

export const timeZone: Check = expecting('an IANA time zone such as UTC or Europe/Berlin', value => {
  if (typeof value !== 'string') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
});

export const instant: Check = expecting(
  'an ISO 8601 date-time such as 2026-01-01T00:00:00Z, which exists and is in the years 1970 to 9999',
  value => typeof value === 'string' && 'atMs' in readInstant(value),
);

const isPositive = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

export const MAX_DURATIONS = 1_000;
const MAX_NAME = 200;

const isPriceTable = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).length <= MAX_DURATIONS &&
  Object.entries(value).every(
    ([minutes, sun]) => /^[1-9]\d{0,5}$/.test(minutes) && isPositive(sun) && isAmount(sun),
  );

export const priceTable: Check = expecting(
  'an object that maps at most 1,000 numbers of minutes to positive integers of sun, such as {"60": 60}',
  isPriceTable,
);

const isPackage = (value: unknown): boolean =>
  isObject(value) &&
  isPositive(value.id) &&
  typeof value.name === 'string' &&
  value.name.length <= MAX_NAME &&
  isPositive(value.energyAmount) &&
  isPositive(value.durationMinutes) &&
  Array.isArray(value.durationsMinutes) &&
  value.durationsMinutes.length <= MAX_DURATIONS &&
  value.durationsMinutes.every(isPositive) &&
  isPriceTable(value.pricesSun) &&
  typeof value.active === 'boolean';

export const MAX_PACKAGES = 1_000;

export const packages: Check = expecting(
  'a list of at most 1,000 packages {id, name, energyAmount, durationMinutes, durationsMinutes, pricesSun, active} with distinct ids, each with at most 1,000 durations and a name of at most 200 characters',
  value =>
    Array.isArray(value) &&
    value.length <= MAX_PACKAGES &&
    value.every(isPackage) &&
    new Set(value.map(one => (one as { id: number }).id)).size === value.length,
);
