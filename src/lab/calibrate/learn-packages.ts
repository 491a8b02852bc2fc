import { checkAssumption } from '../../core/domain/assumptions.ts';
import type { Package } from '../../core/domain/catalogue.ts';
import { isObject } from '../../core/domain/json.ts';
import { percentOf, SUN_PER_TRX, toSun, toTrx } from '../../core/domain/money.ts';
import type { AnalyzedRecording, OrderRequest, OrderView } from './analyzed-recording.ts';
import {
  type Evidence,
  judgedRow,
  type LearnedRow,
  notObserved,
  type Occurrence,
  shown,
} from './learned-row.ts';
import { type Fields, integerOf } from './recording.ts';

/** A question about a price or a product: a quote, a single order or an item of a bulk request. */
export interface ProductUse {
  readonly label: string;
  /** The path of the question, such as `body` or `body.orders[2]`. */
  readonly path: string;
  readonly kind: 'quote' | 'single' | 'bulk';
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

/** The facts about a product in a quote or an order. */
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

/** The discounts of quotes, in the order of the recording. */
export const quotedDiscounts = ({ judged }: AnalyzedRecording): Occurrence[] =>
  [...judged.keys()].flatMap(({ operation, status, data, label }) =>
    operation === 'getQuote' &&
    status === 200 &&
    checkAssumption('discount_percent', data?.discount_percent) === null
      ? [{ exchange: label, field: 'body.data.discount_percent', value: data!.discount_percent }]
      : [],
  );

/** The discount of the latest quote; null without one. */
export const quotedDiscount = (analyzed: AnalyzedRecording): number | null =>
  (quotedDiscounts(analyzed).at(-1)?.value as number | undefined) ?? null;

/** The base price that the discount turns into a price; null if there is none in whole sun. */
function basePriceOf(priceSun: number, discountPercent: number): number | null {
  const base = Math.round(priceSun / (1 - discountPercent / 100));
  const isBase = Number.isSafeInteger(base) && base - percentOf(base, discountPercent) === priceSun;
  return isBase ? base : null;
}

function soldIn(label: string, fields: Fields): Sold | null {
  const { energy_amount, duration_minutes, price_trx, base_price_trx, name } = fields;
  const [energyAmount, durationMinutes] = [integerOf(energy_amount), integerOf(duration_minutes)];
  const priceSun = sunOf(price_trx);
  if (energyAmount === null || durationMinutes === null || priceSun === null) return null;
  const basePriceSun = sunOf(base_price_trx);
  return {
    label,
    energyAmount,
    durationMinutes,
    basePriceSun,
    priceSun,
    name: typeof name === 'string' ? name : null,
  };
}

const quoteUses = ({ judged }: AnalyzedRecording): ProductUse[] =>
  [...judged].flatMap(([{ label, operation, query, error, status, data }, { isValid }]) =>
    operation !== 'getQuote' || !isValid
      ? []
      : [
          {
            label,
            path: 'body',
            kind: 'quote',
            packageId: parameterOf(query.package_id),
            energyAmount: parameterOf(query.energy_amount),
            durationMinutes: parameterOf(query.duration_minutes),
            error,
            sold: status === 200 && data ? soldIn(label, data) : null,
          },
        ],
  );

const orderUse = ({ call, item, fields, error }: OrderRequest, view: OrderView | undefined): ProductUse => ({
  label: call.label,
  path: item === null ? 'body' : `body.orders[${item}]`,
  kind: item === null ? 'single' : 'bulk',
  packageId: integerOf(fields.package_id),
  energyAmount: integerOf(fields.energy_amount),
  durationMinutes: integerOf(fields.duration_minutes),
  error,
  sold: view ? soldIn(view.label, view.fields) : null,
});

/** All questions about products with exactly one selector, of new orders and of quotes, in the order of the recording. */
export function productUses(analyzed: AnalyzedRecording): readonly ProductUse[] {
  const { orderRequests, views, recording } = analyzed;
  const viewOf = new Map(views.toReversed().map(view => [view.orderId, view]));
  // A repeat shows what the first request bought.
  const ofOrders = orderRequests
    .filter(({ isRepeat }) => !isRepeat)
    .map(one => orderUse(one, one.orderId === null ? undefined : viewOf.get(one.orderId)));
  const positions = new Map(recording.calls.map(({ label }, index) => [label, index]));
  return [...quoteUses(analyzed), ...ofOrders]
    .filter(({ packageId, energyAmount }) => (packageId === null) !== (energyAmount === null))
    .sort((left, right) => positions.get(left.label)! - positions.get(right.label)!);
}

/** The price of a sale in sun per unit of Energy; null if it is unknown. */
export function ratioOf(sold: Sold, discountPercent: number | null): number | null {
  const { energyAmount, basePriceSun, priceSun } = sold;
  if (basePriceSun !== null) return basePriceSun / energyAmount;
  if (discountPercent === null || discountPercent >= 100) return null;
  const near = Math.round(priceSun / (1 - discountPercent / 100) / energyAmount);
  const base = near * energyAmount;
  return base - percentOf(base, discountPercent) === priceSun ? near : null;
}

/** A base price in sun; null: it is offered without a price. */
type Price = number | null | 'not offered';

/** The observed facts about a package. The latest observation counts. */
export interface PackageFacts {
  readonly id: number;
  /** The exchanges that show it. */
  readonly labels: string[];
  name?: string;
  energyAmount?: number;
  /** The duration of a quote that did not ask for one. */
  ownMinutes?: number;
  /** Why a quote without a duration was refused. */
  ownRefusal?: Price;
  /** By duration in minutes. */
  readonly prices: Map<number, Price>;
  /** True if the package was refused as unknown or inactive, and not sold later. */
  isMissing: boolean;
}

/** @param discountPercent the discount of orders, which show their final price only */
function learnSale(facts: PackageFacts, use: ProductUse, discountPercent: number): void {
  const { sold, durationMinutes: asked, kind } = use;
  if (!sold) return;
  const { durationMinutes, basePriceSun } = sold;
  facts.isMissing = false;
  facts.energyAmount = sold.energyAmount;
  if (sold.name !== null) facts.name = sold.name;
  if (asked === null && kind !== 'bulk') facts.ownMinutes = durationMinutes;
  const base = basePriceSun ?? basePriceOf(sold.priceSun, discountPercent);
  const isNews = basePriceSun !== null || typeof facts.prices.get(durationMinutes) !== 'number';
  if (base !== null && isNews) facts.prices.set(durationMinutes, base);
}

const REFUSALS: Readonly<Record<string, null | 'not offered'>> = {
  DURATION_PRICE_UNAVAILABLE: null,
  RENTAL_DURATION_UNAVAILABLE: 'not offered',
};

function learnUse(facts: PackageFacts, use: ProductUse, discountPercent: number): void {
  const { error, label, kind, durationMinutes } = use;
  const minutes = durationMinutes ?? (kind === 'bulk' ? 15 : null);
  const refusal = REFUSALS[error ?? ''];
  if (use.sold || refusal !== undefined || error === 'PACKAGE_NOT_FOUND') facts.labels.push(label);
  if (error === 'PACKAGE_NOT_FOUND') facts.isMissing = true;
  if (refusal !== undefined && minutes === null) facts.ownRefusal = refusal;
  else if (refusal !== undefined) facts.prices.set(minutes!, refusal);
  learnSale(facts, use, discountPercent);
}

/** An estimate names a package with its own duration. */
function learnRecommendation(facts: PackageFacts, pack: Fields, label: string): void {
  facts.labels.push(label);
  if (typeof pack.name === 'string') facts.name ??= pack.name;
  const [amount, minutes] = [integerOf(pack.energy_amount), integerOf(pack.duration_minutes)];
  if (amount !== null) facts.energyAmount ??= amount;
  if (minutes !== null) facts.ownMinutes ??= minutes;
}

/** The observed facts about all packages, in the order of their ids. */
export function observedPackages(analyzed: AnalyzedRecording): readonly PackageFacts[] {
  const catalogue = new Map<number, PackageFacts>();
  const factsOf = (id: number): PackageFacts => {
    const known = catalogue.get(id) ?? { id, labels: [], prices: new Map(), isMissing: false };
    catalogue.set(id, known);
    return known;
  };
  const percent = quotedDiscount(analyzed) ?? analyzed.assumed.discount_percent;
  for (const use of productUses(analyzed))
    if (use.packageId !== null && use.packageId > 0) learnUse(factsOf(use.packageId), use, percent);
  for (const call of analyzed.judged.keys()) {
    const pack = call.operation === 'createEstimate' ? call.data?.recommended_package : null;
    if (isObject(pack) && Number.isSafeInteger(pack.id))
      learnRecommendation(factsOf(pack.id as number), pack, call.label);
  }
  return [...catalogue.values()].sort((left, right) => left.id - right.id);
}

/** The durations for which a package was observed to be offered. */
function offeredMinutes({ prices, ownMinutes }: PackageFacts): number[] {
  const offered = [...prices].flatMap(([minutes, price]) => (price === 'not offered' ? [] : [minutes]));
  if (ownMinutes !== undefined && !prices.has(ownMinutes)) offered.push(ownMinutes);
  return offered.sort((left, right) => left - right);
}

/** The duration to write as the package's own: the observed one, or a duration that the service treats alike. */
function ownMinutesOf({ ownMinutes, ownRefusal, prices }: PackageFacts, offered: readonly number[]) {
  const alike = [...prices].find(([, price]) => ownRefusal !== undefined && price === ownRefusal);
  return ownMinutes ?? alike?.[0] ?? offered[0];
}

/**
 * A package as a setting; null if too little of it was observed.
 * @param assumed the package with its id in the config in use, from which its name is taken if no quote showed it
 */
function packageOf(facts: PackageFacts, assumed: Package | undefined): Package | null {
  const { id, energyAmount, prices, isMissing } = facts;
  const name = facts.name ?? assumed?.name;
  const durationsMinutes = offeredMinutes(facts);
  const durationMinutes = ownMinutesOf(facts, durationsMinutes);
  if (isMissing || !energyAmount || name === undefined || durationMinutes === undefined) return null;
  const priced = [...prices].flatMap(([minutes, price]) =>
    typeof price === 'number' ? [[minutes, price] as const] : [],
  );
  const pricesSun = Object.fromEntries(priced.sort(([left], [right]) => left - right));
  return { id, name, energyAmount, durationMinutes, durationsMinutes, pricesSun, active: true };
}

const priceText = (price: Price): string =>
  typeof price === 'number' ? `${toTrx(price)} TRX` : price === null ? 'no price' : 'not offered';

/** The differences between the observed facts about a package and the assumed packages. */
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
  const sold = observed.flatMap(facts => {
    const own = assumed.find(({ id }) => id === facts.id);
    return packageOf(facts, own) ?? [];
  });
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
