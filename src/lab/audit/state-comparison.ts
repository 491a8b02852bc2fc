import { isObject } from '../../core/domain/json.ts';
import { SUN_PER_TRX, toTrx } from '../../core/domain/money.ts';
import { jsonExcerpt } from '../../core/text/lines.ts';
import { isEventTime, OWN_TIME } from './order-placeholders.ts';

/** The place of a difference between two values, and its kind. */
export interface Difference {
  /** Such as `body.events[].at`: all elements of an array have the same path. */
  readonly path: string;
  readonly text: string;
}

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
const MAX_SHOWN = 60;
const shown = (value: unknown): string => jsonExcerpt(value, MAX_SHOWN);

const namesOf = (...values: readonly object[]): string[] =>
  [...new Set(values.flatMap(value => Object.keys(value)))].sort();

const fieldPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The paths of a value at which it has a time of the receiver's own. */
export function ownTimePaths(value: unknown, path = ''): string[] {
  if (value === OWN_TIME) return [path];
  if (Array.isArray(value)) return [...new Set(value.flatMap(one => ownTimePaths(one, `${path}[]`)))];
  if (!isObject(value)) return [];
  return namesOf(value).flatMap(name => ownTimePaths(value[name], fieldPath(path, name)));
}

/** The parts to leave out of values before they are compared. */
interface Comparability {
  /** The paths of what differs from order to order. */
  readonly ignored: ReadonlySet<string>;
  /** The paths of the receiver's own times. Such a time may happen to equal the time of an event. */
  readonly ownTimes: Pick<ReadonlySet<string>, 'has'>;
}

/** A value without what differs from order to order anyway, and with sorted arrays. */
export function comparable(value: unknown, how: Comparability, path = ''): unknown {
  if (how.ignored.has(path)) return '<ignored>';
  if (Array.isArray(value)) {
    const elements = value.map(one => comparable(one, how, `${path}[]`));
    return elements.sort((left, right) => (textOf(left) < textOf(right) ? -1 : 1));
  }
  if (typeof value === 'string' && how.ownTimes.has(path)) return isEventTime(value) ? OWN_TIME : value;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    namesOf(value).map(name => [name, comparable(value[name], how, fieldPath(path, name))]),
  );
}

/** The difference between a comparable value and the expected one. */
export function differences(expected: unknown, actual: unknown, path = ''): Difference[] {
  if (textOf(expected) === textOf(actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      return [{ path, text: `${path}: ${actual.length} elements instead of ${expected.length}` }];
    }
    return expected.flatMap((one, index) => differences(one, actual[index], `${path}[]`));
  }
  if (isObject(expected) && isObject(actual)) {
    return namesOf(expected, actual).flatMap(name =>
      differences(expected[name], actual[name], fieldPath(path, name)),
    );
  }
  return [{ path, text: `${path}: ${shown(actual)} instead of ${shown(expected)}` }];
}

/** The paths at which two values differ. Elements of lists are compared position by position. */
export const differingPaths = (left: unknown, right: unknown): string[] => [
  ...new Set(differences(left, right).map(({ path }) => path)),
];

/** Values that a receiver may store of an event that it does not know. */
const UNKNOWN_NAMES: readonly unknown[] = ['paused', 'order.paused'];

/**
 * Like `differences`, for deliveries that contain something new: it allows more elements, further fields, higher counts,
 * and the name of the unknown event.
 * @param amounts the paths of money, which must be the same
 */
export function losses(
  expected: unknown,
  actual: unknown,
  amounts: ReadonlySet<string>,
  path = '',
): Difference[] {
  if (textOf(expected) === textOf(actual) || UNKNOWN_NAMES.includes(actual)) return [];
  const isCount = typeof expected === 'number' && typeof actual === 'number' && actual >= expected;
  if (isCount && !amounts.has(path)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const left = [...actual];
    return expected.flatMap(one => {
      const index = left.findIndex(other => losses(one, other, amounts, `${path}[]`).length === 0);
      if (index >= 0) left.splice(index, 1);
      return index >= 0 ? [] : [{ path, text: `${path}: ${shown(one)} is missing` }];
    });
  }
  if (isObject(expected) && isObject(actual)) {
    return Object.keys(expected).flatMap(name =>
      losses(expected[name], actual[name], amounts, fieldPath(path, name)),
    );
  }
  return [{ path, text: `${path}: ${shown(actual)} instead of ${shown(expected)}` }];
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** The numbers in a value with their paths. Numbers may be texts, and flags count as 0 or 1. */
function* numbersIn(value: unknown, path = ''): Generator<readonly [string, number]> {
  if (typeof value === 'boolean') yield [path, Number(value)];
  else if (typeof value === 'number' || (typeof value === 'string' && DECIMAL.test(value)))
    yield [path, Number(value)];
  else if (Array.isArray(value)) for (const one of value) yield* numbersIn(one, `${path}[]`);
  else if (isObject(value))
    for (const [name, field] of Object.entries(value)) yield* numbersIn(field, fieldPath(path, name));
}

/** The sums of the numbers in a value, by path. */
export function sumsOf(value: unknown): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [path, number] of numbersIn(value)) sums.set(path, (sums.get(path) ?? 0) + number);
  return sums;
}

/** TRX, cents and thousandths. */
const UNITS = [1, 100, 1_000];
/**
 * What a customer gets back may contain a margin, so an amount in sun need not be exact: no other number is as large. In
 * other units it has to be.
 */
const MARGIN = { min: 0.5, max: 3 };
const TOLERANCE = 0.001;

const isWithMargin = (sun: number, priceSun: number): boolean =>
  sun / priceSun >= MARGIN.min && sun / priceSun <= MARGIN.max;

/** True if a number is so much as an order costs. */
export function isAmount(value: number, priceSun: number): boolean {
  const size = Math.abs(value);
  const priceTrx = toTrx(priceSun);
  return (
    isWithMargin(size, priceSun) || UNITS.some(unit => Math.abs(size - unit * priceTrx) <= TOLERANCE * unit)
  );
}

/** A number that differs from a price by at most this share is the price, rounded. */
const ROUNDING = 0.005;
/** Floating-point arithmetic misses a whole number of sun by less than this, and an exact product by this share. */
const ERROR = { sun: 0.001, share: 1e-12 };

/** Says how a number misses a whole number of sun because it was calculated without rounding; null if it does not. */
function fractionOf(number: number, priceSun: number): string | null {
  for (const perTrx of [1, SUN_PER_TRX]) {
    const sun = (number * SUN_PER_TRX) / perTrx;
    const exact = (Math.round(sun) * perTrx) / SUN_PER_TRX;
    const isFraction = number !== exact && Math.abs(sun - Math.round(sun)) < ERROR.sun;
    if (isFraction && isWithMargin(sun, priceSun)) return `${number} instead of ${exact}`;
  }
  return null;
}

/** Compares a number with a price in the unit in which it is nearly the price; null if there is none. */
function nearPrice(number: number, priceSun: number): { isExact: boolean; text: string } | null {
  for (const perTrx of [...UNITS, SUN_PER_TRX]) {
    const price = (priceSun * perTrx) / SUN_PER_TRX;
    const share = Math.abs(number - price) / price;
    if (share <= ROUNDING) return { isExact: share <= ERROR.share, text: `${number} instead of ${price}` };
  }
  return null;
}

/**
 * Finds the amounts in a state that are not exactly what they are calculated from: the price of the order. A rounded price
 * beside the exact one is for display.
 * @returns what is wrong; null if the state has no amount
 */
export function inexactAmounts(state: unknown, priceSun: number): string[] | null {
  const amounts = [...numbersIn(state)].map(([path, number]) => ({
    path,
    number,
    fraction: fractionOf(number, priceSun),
    near: nearPrice(number, priceSun),
  }));
  const hasExact = amounts.some(({ near }) => near?.isExact);
  const problems = amounts.flatMap(({ path, fraction, near }) => {
    const problem = fraction ?? (near && !hasExact ? near.text : null);
    return problem === null ? [] : [`${path}: ${problem}`];
  });
  const hasAmounts = problems.length > 0 || amounts.some(({ number }) => isAmount(number, priceSun));
  return hasAmounts ? problems : null;
}
