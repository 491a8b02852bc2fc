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
export function refundEvidence(states: RefundStates, priceSun: number): [path: string, added: number][] {
  const before = sumsOf(states.before);
  const added = (sums: Map<string, number>, path: string): number =>
    (sums.get(path) ?? 0) - (before.get(path) ?? 0);
  const delivered = sumsOf(states.delivered);
  const refunded = sumsOf(states.refunded);
  const isPaidBack = (path: string): boolean => PAID_BACK.test(path) && !SERVICE_FIELD.test(path);
  return [...refunded.keys()]
    .map((path): [string, number] => [path, added(refunded, path)])
    .filter(([path, sum]) => sum !== 0 && added(delivered, path) === 0)
    .filter(([path, sum]) => isPaidBack(path) || isAmount(sum, priceSun));
}

/** Whole numbers up to this one are counts. */
const MAX_COUNT = 99;
/** TRX, cents, thousandths and sun. */
const UNITS = [1, 100, 1_000, SUN_PER_TRX];
const NAMED_UNITS: readonly (readonly [name: RegExp, unit: number])[] = [
  [/trx$/i, 1],
  [/cents?$/i, 100],
  [/sun$/i, SUN_PER_TRX],
];
/** An amount that is paid back by mistake is often this many times the right one. */
const FACTORS = [0.5, 2, 3, 4, 5];
/** An amount that differs by at most this share is the other one, rounded. */
const ROUNDING = 0.005;
/** A customer pays at most this many times the price. */
const MAX_MARGIN = 3;
/** What floating-point arithmetic misses an amount by. */
const ERROR_SHARE = 1e-9;

const isNear = (left: number, right: number, share: number): boolean =>
  Math.abs(left - right) <= right * share;

/** What customers may have paid for an order, in sun: its price, and what a probe returns. */
function paidAmounts(before: unknown, priceSun: number): number[] {
  const inSun = [...sumsOf(before).values()].map(number =>
    Number.isInteger(number) ? Math.abs(number) : Math.round(Math.abs(number) * SUN_PER_TRX),
  );
  return [...new Set([priceSun, ...inSun.filter(sun => sun > priceSun && sun <= MAX_MARGIN * priceSun)])];
}

/**
 * Finds what is paid back for a refund and is neither the price of the order nor what its customer paid, if the probe shows
 * that. Where it does not, an amount with a margin may be right.
 * @returns such as `credited: 7.8 instead of 3.9`
 */
export function wrongRefunds(states: RefundStates, priceSun: number): string[] {
  const paid = paidAmounts(states.before, priceSun);
  const amounts = refundEvidence(states, priceSun).map(([path, sum]) => {
    const unit = NAMED_UNITS.find(([name]) => name.test(path))?.[1];
    const inSun = (unit === undefined ? UNITS : [unit]).map(one => (Math.abs(sum) * SUN_PER_TRX) / one);
    const isLike = (share: number, factor = 1): boolean =>
      inSun.some(sun => paid.some(right => isNear(sun, right * factor, share)));
    return { path, sum, isLike, isRight: isLike(ERROR_SHARE) };
  });
  const hasRight = amounts.some(({ isRight }) => isRight);
  const trx = paid.map(sun => sun / SUN_PER_TRX).join(' or ');
  return amounts.flatMap(({ path, sum, isLike, isRight }) => {
    if (isRight || Math.abs(sum) === 1) return [];
    if (Number.isInteger(sum) && Math.abs(sum) <= MAX_COUNT) return [`${path}: ${sum} instead of 1`];
    // With the exact amount beside it, a rounded one is for display. Without, the case finds it as inexact.
    const isRounded = isLike(ROUNDING) && (hasRight || paid.length === 1);
    const isWrong = paid.length > 1 || FACTORS.some(factor => isLike(ERROR_SHARE, factor));
    return isWrong && !isRounded ? [`${path}: ${sum} instead of ${trx} TRX`] : [];
  });
}
