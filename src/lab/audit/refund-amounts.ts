import { SUN_PER_TRX } from '../../core/domain/money.ts';
import { isAmount, sumsOf } from './state-comparison.ts';

/** Names of what a customer gets back. The service's own field `refunded` is no evidence of it. */
const PAID_BACK = /credit|refund|reimburs|compensat|(pay|paid|money)_?back/i;
const SERVICE_FIELD = /(^|\.)(is_?)?refunded$/i;

/** What a probe returns of an order before its end, of a delivered and of a refunded one. */
export interface RefundStates {
  readonly before: unknown;
  readonly delivered: unknown;
  readonly refunded: unknown;
}

/** The amounts, counts and flags that only a refund changes, by path, with what it adds to them. */
export function refundEvidence(states: RefundStates, priceSun: number): Map<string, number> {
  const [before, delivered, refunded] = [states.before, states.delivered, states.refunded].map(sumsOf);
  const added = (sums: Map<string, number>, path: string) => (sums.get(path) ?? 0) - (before!.get(path) ?? 0);
  const isPaidBack = (path: string): boolean => PAID_BACK.test(path) && !SERVICE_FIELD.test(path);
  return new Map(
    [...refunded!.keys()]
      .map(path => [path, added(refunded!, path)] as const)
      .filter(
        ([path, sum]) =>
          sum !== 0 && added(delivered!, path) === 0 && (isPaidBack(path) || isAmount(sum, priceSun)),
      ),
  );
}

/** Numbers up to this one are counts. */
const MAX_COUNT = 99;
const isCount = (number: number): boolean => Number.isInteger(number) && Math.abs(number) <= MAX_COUNT;
/** TRX, cents, thousandths and sun. */
const UNITS = [1, 100, 1_000, SUN_PER_TRX];
/** The units that a name states. */
const NAMED_UNITS: readonly (readonly [RegExp, number])[] = [
  [/trx$/i, 1],
  [/cents?$/i, 100],
  [/sun$/i, SUN_PER_TRX],
];
/** Mistakes pay back the amount this many times. */
const FACTORS = [0.5, 2, 3, 4, 5];
/** An amount that differs by at most this share is the other one, rounded. */
const ROUNDING = 0.005;
/** A customer pays at most this many times the price. */
const MAX_MARGIN = 3;
/** Floating-point arithmetic misses a number of sun by less. */
const ERROR_SUN = 0.001;

const isSame = (left: number, right: number): boolean =>
  Math.abs(left - right) <= Math.max(ERROR_SUN, Math.abs(right) * 1e-9);

/** What the customer of an order may have paid, in sun, as numbers in what a probe returns. */
function paidAmounts(before: unknown, priceSun: number): number[] {
  const isPaid = (sun: number): boolean => sun >= priceSun && sun <= MAX_MARGIN * priceSun;
  const inSun = [...sumsOf(before).values()].map(number => {
    const size = Math.abs(number);
    return Number.isInteger(size) ? size : Math.round(size * SUN_PER_TRX);
  });
  return [...new Set(inSun.filter(isPaid))];
}

const unitsOf = (path: string): readonly number[] => {
  const named = NAMED_UNITS.find(([name]) => name.test(path));
  return named ? [named[1]] : UNITS;
};

/**
 * Finds what is paid back for a refund and is neither the price of the order nor what its customer paid, if the probe shows
 * that. Where it does not, an amount with a margin may be right.
 * @returns such as `credited: 7.8 instead of 3.9`
 */
export function wrongRefunds(states: RefundStates, priceSun: number): string[] {
  const paid = paidAmounts(states.before, priceSun);
  const right = [...new Set([priceSun, ...paid])];
  const isMarginKnown = paid.some(sun => !isSame(sun, priceSun));
  const evidence = [...refundEvidence(states, priceSun)];
  const isRight = (path: string, size: number): boolean =>
    unitsOf(path).some(unit => right.some(sun => isSame((size * SUN_PER_TRX) / unit, sun)));
  const hasRight = evidence.some(([path, sum]) => isRight(path, Math.abs(sum)));
  const isWrong = (path: string, size: number): boolean => {
    if (isRight(path, size)) return false;
    const sizes = unitsOf(path).map(unit => (size * SUN_PER_TRX) / unit);
    const isNear = sizes.some(sun => right.some(one => Math.abs(sun - one) <= ROUNDING * one));
    const isMultiple = sizes.some(sun =>
      right.some(one => FACTORS.some(factor => isSame(sun, factor * one))),
    );
    const isOther = isMarginKnown && sizes.some(sun => sun >= priceSun / 10 && sun <= 10 * priceSun);
    return isNear ? isMarginKnown && !hasRight : isMultiple || isOther;
  };
  return evidence.flatMap(([path, sum]) => {
    if (isCount(sum)) return Math.abs(sum) === 1 ? [] : [`${path}: ${sum} instead of 1`];
    const [unit] = unitsOf(path).filter(one =>
      right.some(sun => isOfSize((Math.abs(sum) * SUN_PER_TRX) / one, sun)),
    );
    const expected = right.map(sun => (sun * (unit ?? 1)) / SUN_PER_TRX).join(' or ');
    return isWrong(path, Math.abs(sum)) ? [`${path}: ${sum} instead of ${expected}`] : [];
  });
}

/** True if two amounts are of the same order of magnitude. */
const isOfSize = (left: number, right: number): boolean => left >= right / 10 && left <= right * 10;
