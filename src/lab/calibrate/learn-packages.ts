import { checkAssumption } from '../../core/domain/assumptions.ts';
import { type Package, RENTAL_DURATIONS_MINUTES } from '../../core/domain/catalogue.ts';
import { isObject } from '../../core/domain/json.ts';
import { percentOf, SUN_PER_TRX, toSun, toTrx } from '../../core/domain/money.ts';
import { BULK_DURATION_MINUTES } from '../../core/domain/pricing.ts';
import type { AnalyzedRecording, OrderView } from './analyze-recording.ts';
import {
  type Evidence,
  judgedRow,
  type LearnedRow,
  notObserved,
  type Occurrence,
  shown,
} from './learned-row.ts';
import { type Fields, integerOf } from './read-recording.ts';

/** A question about a price or a product: a quote, a single order or an item of a bulk request. */
export interface ProductUse {
  readonly label: string;
  readonly path: string;
  readonly isBulk: boolean;
  /** Exactly one of them is not null. */
  readonly packageId: number | null;
  readonly energyAmount: number | null;
  /** The requested duration; null if there was none. */
  readonly durationMinutes: number | null;
  /** The code of the refusal; null if it was accepted. */
  readonly error: string | null;
  /** The product that the service sold; null if the request was refused, or the product was not shown. */
  readonly sold: Sold | null;
}

interface Sold {
  readonly label: string;
  readonly energyAmount: number;
  readonly durationMinutes: number;
  /** Null for an order, which shows its final price only. */
  readonly basePriceSun: number | null;
  readonly priceSun: number;
  readonly name: string | null;
}

const parameterOf = (text: string | undefined): number | null =>
  text !== undefined && /^-?\d+$/.test(text) ? integerOf(Number(text)) : null;

/** TRX as sun; null if it is not a number. Fractions of a sun are rounded. */
const sunOf = (trx: unknown): number | null =>
  typeof trx === 'number' && Number.isFinite(trx) ? (toSun(trx) ?? Math.round(trx * SUN_PER_TRX)) : null;

export const quotedDiscounts = ({ judged }: AnalyzedRecording): Occurrence[] =>
  [...judged.keys()].flatMap(({ operation, status, data, label: exchange }) => {
    const value = operation === 'getQuote' && status === 200 ? data?.discount_percent : undefined;
    const isPercent = checkAssumption('discount_percent', value) === null;
    return isPercent ? [{ exchange, field: 'body.data.discount_percent', value }] : [];
  });

/** The discount of the latest quote; null without one. */
export const quotedDiscount = (analyzed: AnalyzedRecording): number | null =>
  (quotedDiscounts(analyzed).at(-1)?.value as number | undefined) ?? null;

function soldIn(label: string, fields: Fields): Sold | null {
  const energyAmount = integerOf(fields.energy_amount);
  const durationMinutes = integerOf(fields.duration_minutes);
  const priceSun = sunOf(fields.price_trx);
  if (energyAmount === null || durationMinutes === null || priceSun === null) return null;
  const name = typeof fields.name === 'string' ? fields.name : null;
  return { label, energyAmount, durationMinutes, basePriceSun: sunOf(fields.base_price_trx), priceSun, name };
}

const quoteUses = ({ judged }: AnalyzedRecording): ProductUse[] =>
  [...judged].flatMap(([{ label, operation, query, error, status, data }, { isValid }]) => {
    if (operation !== 'getQuote' || !isValid) return [];
    return {
      label,
      path: 'body',
      isBulk: false,
      packageId: parameterOf(query.package_id),
      energyAmount: parameterOf(query.energy_amount),
      durationMinutes: parameterOf(query.duration_minutes),
      error,
      sold: status === 200 && data ? soldIn(label, data) : null,
    };
  });

/** The uses of new orders. A repeat shows what the first request bought. */
function orderUses({ orderRequests, views }: AnalyzedRecording): ProductUse[] {
  const viewOf = new Map<number | null, OrderView>(views.toReversed().map(view => [view.orderId, view]));
  return orderRequests
    .filter(({ isRepeat }) => !isRepeat)
    .map(({ call, item, fields, orderId, error }) => {
      const view = viewOf.get(orderId);
      return {
        label: call.label,
        path: item === null ? 'body' : `body.orders[${item}]`,
        isBulk: item !== null,
        packageId: integerOf(fields.package_id),
        energyAmount: integerOf(fields.energy_amount),
        durationMinutes: integerOf(fields.duration_minutes),
        error,
        sold: view ? soldIn(view.label, view.fields) : null,
      };
    });
}

/** All questions about products with exactly one selector, in the order of the recording. */
export function productUses(analyzed: AnalyzedRecording): readonly ProductUse[] {
  const positions = new Map(analyzed.recording.calls.map(({ label }, index) => [label, index]));
  return [...quoteUses(analyzed), ...orderUses(analyzed)]
    .filter(({ packageId, energyAmount }) => (packageId === null) !== (energyAmount === null))
    .sort((left, right) => positions.get(left.label)! - positions.get(right.label)!);
}

/**
 * The base price of a sale. For an order, it is computed from the final price.
 * @param step the base price is a multiple of it, in sun
 * @returns null if no base price becomes the final price with the discount
 */
function basePriceOf({ basePriceSun, priceSun }: Sold, discountPercent: number | null, step: number) {
  if (basePriceSun !== null) return basePriceSun;
  if (discountPercent === null || discountPercent >= 100) return null;
  const base = Math.round(priceSun / (1 - discountPercent / 100) / step) * step;
  return base - percentOf(base, discountPercent) === priceSun ? base : null;
}

/** The price of a sale in sun per unit of Energy; null if it is unknown. */
export function ratioOf(sold: Sold, discountPercent: number | null): number | null {
  const base = basePriceOf(sold, discountPercent, sold.energyAmount);
  return base === null ? null : base / sold.energyAmount;
}

/** A base price in sun; null: it is offered without a price. */
type Price = number | null | 'not offered';

const REFUSALS: Readonly<Record<string, Price>> = {
  DURATION_PRICE_UNAVAILABLE: null,
  RENTAL_DURATION_UNAVAILABLE: 'not offered',
};

/**
 * True for a refusal that says nothing about the product: an item of a bulk request can have few durations of any package,
 * and what requests of one kind sold is not unavailable because the other kind was refused.
 * @param uses all uses of the product
 */
export function isOutweighed(use: ProductUse, uses: readonly ProductUse[]): boolean {
  const { isBulk, error, durationMinutes: minutes } = use;
  if (error === null) return false;
  const isOfBulk = isBulk && minutes !== null && !RENTAL_DURATIONS_MINUTES.some(one => one === minutes);
  if (isOfBulk && error === 'RENTAL_DURATION_UNAVAILABLE') return true;
  const refused = minutes ?? (isBulk ? BULK_DURATION_MINUTES : null);
  return uses.some(
    ({ sold, isBulk: other }) =>
      sold && other !== isBulk && (error === 'PACKAGE_NOT_FOUND' || sold.durationMinutes === refused),
  );
}

/** The observed facts about a package. The latest observation counts. */
export interface PackageFacts {
  readonly id: number;
  readonly labels: readonly string[];
  readonly name: string | undefined;
  readonly energyAmount: number | undefined;
  /** The duration of a quote that did not ask for one. */
  readonly ownMinutes: number | undefined;
  readonly ownRefusal: Price | undefined;
  /** By duration in minutes. */
  readonly prices: ReadonlyMap<number, Price>;
  /** True if the package was refused as unknown or inactive, and not sold later. */
  readonly isMissing: boolean;
}

/**
 * @param uses all uses of the package
 * @param recommended the package in the estimates that recommend it: with its own duration, and without prices
 * @param discountPercent the discount of orders, which show their final price only
 */
function factsOf(
  id: number,
  uses: readonly ProductUse[],
  recommended: readonly Fields[],
  discountPercent: number,
): Omit<PackageFacts, 'labels'> {
  const sales = uses.flatMap(({ sold }) => sold ?? []);
  const prices = new Map<number, Price>();
  let ownRefusal: Price | undefined;
  for (const { sold, error, durationMinutes, isBulk } of uses) {
    const refusal = REFUSALS[error ?? ''];
    const minutes = durationMinutes ?? (isBulk ? BULK_DURATION_MINUTES : null);
    if (refusal !== undefined && minutes === null) ownRefusal = refusal;
    else if (refusal !== undefined) prices.set(minutes!, refusal);
    if (!sold) continue;
    const base = basePriceOf(sold, discountPercent, 1);
    const isNews = sold.basePriceSun !== null || typeof prices.get(sold.durationMinutes) !== 'number';
    if (base !== null && isNews) prices.set(sold.durationMinutes, base);
  }
  const own = uses.findLast(one => one.sold && one.durationMinutes === null && !one.isBulk);
  const fields = recommended[0] ?? {};
  const last = uses.findLast(one => one.sold !== null || one.error === 'PACKAGE_NOT_FOUND');
  return {
    id,
    name:
      sales.findLast(({ name }) => name !== null)?.name ??
      (typeof fields.name === 'string' ? fields.name : undefined),
    energyAmount: sales.at(-1)?.energyAmount ?? integerOf(fields.energy_amount) ?? undefined,
    ownMinutes: own?.sold?.durationMinutes ?? integerOf(fields.duration_minutes) ?? undefined,
    ownRefusal,
    prices,
    isMissing: last?.error === 'PACKAGE_NOT_FOUND',
  };
}

export function observedPackages(analyzed: AnalyzedRecording): readonly PackageFacts[] {
  const uses = productUses(analyzed).filter(({ packageId }) => packageId !== null && packageId > 0);
  const recommended = [...analyzed.judged.keys()].flatMap(({ operation, data, label }) => {
    const pack = operation === 'createEstimate' ? data?.recommended_package : null;
    return isObject(pack) && Number.isSafeInteger(pack.id) ? [{ label, pack }] : [];
  });
  const ids = new Set([
    ...uses.map(({ packageId }) => packageId!),
    ...recommended.map(({ pack }) => pack.id as number),
  ]);
  const percent = quotedDiscount(analyzed) ?? analyzed.assumed.discount_percent;
  return [...ids]
    .sort((left, right) => left - right)
    .map(id => {
      const all = uses.filter(({ packageId }) => packageId === id);
      const own = all.filter(use => !isOutweighed(use, all));
      const estimates = recommended.filter(({ pack }) => pack.id === id);
      const telling = own.filter(
        ({ sold, error }) => sold || error === 'PACKAGE_NOT_FOUND' || REFUSALS[error ?? ''] !== undefined,
      );
      return {
        ...factsOf(
          id,
          own,
          estimates.map(({ pack }) => pack),
          percent,
        ),
        labels: [...telling, ...estimates].map(({ label }) => label),
      };
    });
}

/**
 * A package as a setting; null if too little of it was observed.
 * @param assumed the package with its id in the config in use, from which its name is taken if no quote showed it
 */
function packageOf(facts: PackageFacts, assumed: Package | undefined): Package | null {
  const { id, energyAmount, prices, ownMinutes, ownRefusal, isMissing } = facts;
  const name = facts.name ?? assumed?.name;
  const offered = [...prices].flatMap(([minutes, price]) => (price === 'not offered' ? [] : [minutes]));
  if (ownMinutes !== undefined && !prices.has(ownMinutes)) offered.push(ownMinutes);
  const durationsMinutes = offered.sort((left, right) => left - right);
  // If its own duration was not observed, one that the service treats in the same way.
  const alike = [...prices].find(([, price]) => ownRefusal !== undefined && price === ownRefusal);
  const durationMinutes = ownMinutes ?? alike?.[0] ?? durationsMinutes[0];
  if (isMissing || !energyAmount || name === undefined || durationMinutes === undefined) return null;
  const pricesSun: Record<string, number> = {};
  for (const [minutes, price] of prices) if (typeof price === 'number') pricesSun[minutes] = price;
  return { id, name, energyAmount, durationMinutes, durationsMinutes, pricesSun, active: true };
}

const priceText = (price: Price): string =>
  typeof price === 'number' ? `${toTrx(price)} TRX` : price === null ? 'no price' : 'not offered';

function differencesOf(facts: PackageFacts, packages: readonly Package[]): Evidence[] {
  const { id, labels, isMissing, name, energyAmount, ownMinutes, prices } = facts;
  const assumed = packages.find(pack => pack.id === id && pack.active);
  const differs = (observed: string, expected: string): Evidence[] => [
    { exchange: labels[0]!, field: `package ${id}`, observed: shown(observed), assumed: shown(expected) },
  ];
  if (isMissing) return assumed ? differs('does not exist', 'exists') : [];
  if (!assumed) return (name ?? energyAmount) ? differs('exists', 'does not exist') : [];
  const priceOf = (minutes: number): Price =>
    assumed.durationsMinutes.includes(minutes) ? (assumed.pricesSun[minutes] ?? null) : 'not offered';
  const different = [
    ['name', name, assumed.name] as const,
    ['energy_amount', energyAmount, assumed.energyAmount] as const,
    ['own duration', ownMinutes, assumed.durationMinutes] as const,
    ...[...prices].map(
      ([minutes, price]) => [`${minutes} minutes`, priceText(price), priceText(priceOf(minutes))] as const,
    ),
  ].filter(([, observed, expected]) => observed !== undefined && observed !== expected);
  if (different.length === 0) return [];
  return differs(
    different.map(([what, observed]) => `${what} ${observed}`).join(', '),
    different.map(([what, , expected]) => `${what} ${expected}`).join(', '),
  );
}

export function learnPackages(analyzed: AnalyzedRecording): LearnedRow {
  const { packages: assumed } = analyzed.assumed;
  const observed = observedPackages(analyzed);
  if (!observed.some(facts => facts.energyAmount ?? facts.isMissing)) return notObserved('packages');
  const sold = observed.flatMap(
    facts =>
      packageOf(
        facts,
        assumed.find(({ id }) => id === facts.id),
      ) ?? [],
  );
  const missing = new Set(observed.filter(one => one.isMissing).map(({ id }) => id));
  // Packages that were refused say nothing about others.
  const value = sold.length > 0 ? sold : assumed.filter(({ id }) => !missing.has(id));
  const isKnown = sold.length > 0 || value.length < assumed.length;
  const differences = observed.flatMap(facts => differencesOf(facts, assumed));
  const prices = observed.flatMap(facts => [...facts.prices.values()]).filter(one => one !== 'not offered');
  const found = `${sold.length} packages with ${prices.length} prices`;
  return judgedRow('packages', {
    fits: differences.length === 0,
    isOnly: assumed.every(({ id, active }) => !active || sold.some(one => one.id === id)),
    observed: differences.length > 0 ? `${found}; ${differences.length} differ` : found,
    count: prices.length,
    evidence: differences,
    ...(isKnown ? { value } : {}),
  });
}
