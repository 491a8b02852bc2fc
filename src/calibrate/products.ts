import { checkAssumption } from '../domain/assumptions.ts';
import { percentOf, SUN_PER_TRX, toSun } from '../domain/money.ts';
import type { Knowledge, OrderView } from './knowledge.ts';
import type { Placement } from './placements.ts';
import type { ServiceCall } from './recording.ts';

/** A question about a price or a product: a quote, a single order or an item of a bulk request. */
export interface ProductUse {
  readonly label: string;
  /** Where the answer is, such as `body` or `body.orders[2]`. */
  readonly path: string;
  readonly kind: 'quote' | 'single' | 'bulk';
  /** Exactly one of them is not null. */
  readonly packageId: number | null;
  readonly energyAmount: number | null;
  /** What was asked for; null if nothing was. */
  readonly durationMinutes: number | null;
  /** The code of the refusal; null if it was accepted. */
  readonly error: string | null;
  /** What the service sold; null if it was refused or not shown. */
  readonly sold: Sold | null;
}

/** What a quote or an order shows of a product. */
export interface Sold {
  readonly label: string;
  readonly energyAmount: number;
  readonly durationMinutes: number;
  /** Null for an order, which shows its final price only. */
  readonly basePriceSun: number | null;
  readonly priceSun: number;
  readonly discountPercent: number | null;
  readonly name: string | null;
}

const integerOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);

const parameterOf = (text: string | undefined): number | null =>
  text !== undefined && /^-?\d+$/.test(text) ? integerOf(Number(text)) : null;

/** TRX as sun; null if it is not a number. Fractions of a sun are rounded. */
export const sunOf = (trx: unknown): number | null =>
  typeof trx === 'number' && Number.isFinite(trx) ? (toSun(trx) ?? Math.round(trx * SUN_PER_TRX)) : null;

/** The discount of the latest quote; null without one. */
export function quotedDiscount({ judged }: Knowledge): number | null {
  const percents = judged.flatMap(({ call: { operation, data } }) =>
    operation === 'getQuote' && checkAssumption('discount_percent', data?.discount_percent) === null
      ? [data!.discount_percent as number]
      : [],
  );
  return percents.at(-1) ?? null;
}

/** The base price of which the discount leaves a price; null if there is none in whole sun. */
export function basePriceOf(priceSun: number, discountPercent: number): number | null {
  const base = Math.round(priceSun / (1 - discountPercent / 100));
  const isBase = Number.isSafeInteger(base) && base - percentOf(base, discountPercent) === priceSun;
  return isBase ? base : null;
}

function soldInQuote({ label, data }: ServiceCall): Sold | null {
  const [energyAmount, durationMinutes] = [integerOf(data?.energy_amount), integerOf(data?.duration_minutes)];
  const priceSun = sunOf(data?.price_trx);
  if (!data || energyAmount === null || durationMinutes === null || priceSun === null) return null;
  return {
    label,
    energyAmount,
    durationMinutes,
    basePriceSun: sunOf(data.base_price_trx),
    priceSun,
    discountPercent: typeof data.discount_percent === 'number' ? data.discount_percent : null,
    name: typeof data.name === 'string' ? data.name : null,
  };
}

function soldInOrder({ label, fields }: OrderView): Sold | null {
  const [energyAmount, durationMinutes] = [
    integerOf(fields.energy_amount),
    integerOf(fields.duration_minutes),
  ];
  const priceSun = sunOf(fields.price_trx);
  if (energyAmount === null || durationMinutes === null || priceSun === null) return null;
  return {
    label,
    energyAmount,
    durationMinutes,
    basePriceSun: null,
    priceSun,
    discountPercent: null,
    name: null,
  };
}

function quoteUses({ judged }: Knowledge): ProductUse[] {
  return judged.flatMap(({ call, violations }) => {
    if (call.operation !== 'getQuote' || violations.length > 0) return [];
    const packageId = parameterOf(call.query.package_id);
    const energyAmount = parameterOf(call.query.energy_amount);
    return [
      {
        label: call.label,
        path: 'body',
        kind: 'quote' as const,
        packageId,
        energyAmount,
        durationMinutes: parameterOf(call.query.duration_minutes),
        error: call.error,
        sold: call.status === 200 ? soldInQuote(call) : null,
      },
    ];
  });
}

function orderUse(
  { call, path, kind, fields, orderId, error }: Placement,
  view: OrderView | undefined,
): ProductUse {
  return {
    label: call.label,
    path,
    kind,
    packageId: integerOf(fields.package_id),
    energyAmount: integerOf(fields.energy_amount),
    durationMinutes: integerOf(fields.duration_minutes),
    error: orderId === null ? error : null,
    sold: view ? soldInOrder(view) : null,
  };
}

/** All questions about products with exactly one selector, of new orders and of quotes, in the order of the recording. */
export function productUses(knowledge: Knowledge): readonly ProductUse[] {
  const { placements, views, recording } = knowledge;
  const viewOf = new Map(views.toReversed().map(view => [view.orderId, view]));
  const seen = new Set<number>();
  const ofOrders = placements.flatMap(placement => {
    const { orderId, isRepeat } = placement;
    // A repeat shows what the first request bought.
    if (orderId !== null && (isRepeat === true || seen.has(orderId))) return [];
    if (orderId !== null) seen.add(orderId);
    return [orderUse(placement, orderId === null ? undefined : viewOf.get(orderId))];
  });
  const positions = new Map(recording.calls.map(({ label }, index) => [label, index]));
  return [...quoteUses(knowledge), ...ofOrders]
    .filter(({ packageId, energyAmount }) => (packageId === null) !== (energyAmount === null))
    .sort((left, right) => positions.get(left.label)! - positions.get(right.label)!);
}
