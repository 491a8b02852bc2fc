import { checkAssumption } from '../domain/assumptions.ts';
import type { Package } from '../domain/catalogue.ts';
import { percentOf, SUN_PER_TRX, toSun, toTrx } from '../domain/money.ts';
import { type Fields, isFields } from './exchanges.ts';
import type { Knowledge, OrderView, Placement } from './knowledge.ts';
import { type Evidence, type LearnedRow, notObserved, shown } from './verdicts.ts';

/** A question about a price or a product: a quote, a single order or an item of a bulk request. */
export interface ProductUse {
  readonly label: string;
  /** Where the question is, such as `body` or `body.orders[2]`. */
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
interface Sold {
  readonly label: string;
  readonly energyAmount: number;
  readonly durationMinutes: number;
  /** Null for an order, which shows its final price only. */
  readonly basePriceSun: number | null;
  readonly priceSun: number;
  readonly name: string | null;
}

const integerOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);

const parameterOf = (text: string | undefined): number | null =>
  text !== undefined && /^-?\d+$/.test(text) ? integerOf(Number(text)) : null;

/** TRX as sun; null if it is not a number. Fractions of a sun are rounded. */
const sunOf = (trx: unknown): number | null =>
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

const quoteUses = ({ judged }: Knowledge): ProductUse[] =>
  judged.flatMap(({ call: { label, operation, query, error, status, data }, violations }) =>
    operation !== 'getQuote' || violations.length > 0
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

const orderUse = (
  { call, path, kind, fields, error }: Placement,
  view: OrderView | undefined,
): ProductUse => ({
  label: call.label,
  path,
  kind,
  packageId: integerOf(fields.package_id),
  energyAmount: integerOf(fields.energy_amount),
  durationMinutes: integerOf(fields.duration_minutes),
  error,
  sold: view ? soldIn(view.label, view.fields) : null,
});

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

/** The price of a sale in sun per unit of Energy; null if it cannot be told. */
export function ratioOf(sold: Sold, discountPercent: number | null): number | null {
  const { energyAmount, basePriceSun, priceSun } = sold;
  if (basePriceSun !== null) return basePriceSun / energyAmount;
  if (discountPercent === null || discountPercent >= 100) return null;
  const near = Math.round(priceSun / (1 - discountPercent / 100) / energyAmount);
  const base = near * energyAmount;
  return base - percentOf(base, discountPercent) === priceSun ? near : null;
}

/** A fact with the exchange that shows it. */
interface Known<T> {
  readonly value: T;
  readonly label: string;
}

/** A base price in sun; null: it is offered without a price. */
type Price = number | null | 'not offered';

/** What was observed of a package. The latest observation counts. */
export interface PackageFacts {
  readonly id: number;
  name?: Known<string>;
  energyAmount?: Known<number>;
  /** The duration of a quote that did not ask for one. */
  ownMinutes?: Known<number>;
  /** Why a quote without a duration was refused. */
  ownRefusal?: Price;
  /** By duration in minutes. */
  readonly prices: Map<number, Known<Price>>;
  /** Set if the package was refused as unknown or inactive, and not sold later. */
  missing?: Known<true>;
}

/** @param discountPercent with which orders, which show their final price only, were priced */
function learnSale(facts: PackageFacts, use: ProductUse, discountPercent: number): void {
  const { sold, durationMinutes: asked, kind } = use;
  if (!sold) return;
  const { label, durationMinutes, basePriceSun } = sold;
  delete facts.missing;
  facts.energyAmount = { value: sold.energyAmount, label };
  if (sold.name !== null) facts.name = { value: sold.name, label };
  if (asked === null && kind !== 'bulk') facts.ownMinutes = { value: durationMinutes, label };
  const base = basePriceSun ?? basePriceOf(sold.priceSun, discountPercent);
  const isNews = basePriceSun !== null || typeof facts.prices.get(durationMinutes)?.value !== 'number';
  if (base !== null && isNews) facts.prices.set(durationMinutes, { value: base, label });
}

const REFUSALS: Readonly<Record<string, null | 'not offered'>> = {
  DURATION_PRICE_UNAVAILABLE: null,
  RENTAL_DURATION_UNAVAILABLE: 'not offered',
};

function learnUse(facts: PackageFacts, use: ProductUse, discountPercent: number): void {
  const { error, label, kind, durationMinutes } = use;
  const minutes = durationMinutes ?? (kind === 'bulk' ? 15 : null);
  if (error === 'PACKAGE_NOT_FOUND') facts.missing = { value: true, label };
  const refusal = REFUSALS[error ?? ''];
  if (refusal !== undefined && minutes === null) facts.ownRefusal = refusal;
  else if (refusal !== undefined) facts.prices.set(minutes!, { value: refusal, label });
  learnSale(facts, use, discountPercent);
}

/** An estimate names a package with its own duration. */
function learnRecommendation(facts: PackageFacts, pack: Fields, label: string): void {
  if (typeof pack.name === 'string') facts.name ??= { value: pack.name, label };
  const [amount, minutes] = [integerOf(pack.energy_amount), integerOf(pack.duration_minutes)];
  if (amount !== null) facts.energyAmount ??= { value: amount, label };
  if (minutes !== null) facts.ownMinutes ??= { value: minutes, label };
}

/** What was observed of all packages, in the order of their ids. */
export function observedPackages(knowledge: Knowledge): readonly PackageFacts[] {
  const catalogue = new Map<number, PackageFacts>();
  const factsOf = (id: number): PackageFacts => {
    const known = catalogue.get(id) ?? { id, prices: new Map() };
    catalogue.set(id, known);
    return known;
  };
  const percent = quotedDiscount(knowledge) ?? knowledge.assumed.discount_percent;
  for (const use of productUses(knowledge))
    if (use.packageId !== null && use.packageId > 0) learnUse(factsOf(use.packageId), use, percent);
  for (const { call } of knowledge.judged) {
    const pack = call.operation === 'createEstimate' ? call.data?.recommended_package : null;
    if (isFields(pack) && Number.isSafeInteger(pack.id))
      learnRecommendation(factsOf(pack.id as number), pack, call.label);
  }
  return [...catalogue.values()].sort((left, right) => left.id - right.id);
}

/** The durations for which a package was observed to be offered. */
function offeredMinutes({ prices, ownMinutes }: PackageFacts): number[] {
  const offered = [...prices].flatMap(([minutes, { value }]) => (value === 'not offered' ? [] : [minutes]));
  if (ownMinutes && !prices.has(ownMinutes.value)) offered.push(ownMinutes.value);
  return offered.sort((left, right) => left - right);
}

/** The duration to write as the package's own: the observed one, or one that is treated like it. */
function ownMinutesOf({ ownMinutes, ownRefusal, prices }: PackageFacts, offered: readonly number[]) {
  if (ownMinutes) return ownMinutes.value;
  const alike = [...prices].find(([, { value }]) => ownRefusal !== undefined && value === ownRefusal);
  return alike?.[0] ?? offered[0];
}

/**
 * A package as a setting; null if too little of it was observed.
 * @param assumed the package with its id in the config in use, from which its name is taken if no quote showed it
 */
function packageOf(facts: PackageFacts, assumed: Package | undefined): Package | null {
  const { id, energyAmount, prices } = facts;
  const name = facts.name?.value ?? assumed?.name;
  const durationsMinutes = offeredMinutes(facts);
  const durationMinutes = ownMinutesOf(facts, durationsMinutes);
  if (facts.missing || !energyAmount || name === undefined || durationMinutes === undefined) return null;
  const priced = [...prices].flatMap(([minutes, { value }]) =>
    typeof value === 'number' ? [[minutes, value] as const] : [],
  );
  const pricesSun = Object.fromEntries(priced.sort(([left], [right]) => left - right));
  return {
    id,
    name,
    energyAmount: energyAmount.value,
    durationMinutes,
    durationsMinutes,
    pricesSun,
    active: true,
  };
}

const priceText = (price: Price | undefined): string =>
  typeof price === 'number' ? `${toTrx(price)} TRX` : price === null ? 'no price' : 'not offered';

/** Where what was observed of a package differs from the assumed packages. */
function differencesOf(facts: PackageFacts, packages: readonly Package[]): Evidence[] {
  const { id, missing, name, energyAmount, ownMinutes, prices } = facts;
  const assumed = packages.find(pack => pack.id === id && pack.active);
  const existence = (known: Known<unknown>, observed: string, expected: string): Evidence[] => [
    { exchange: known.label, field: `package ${id}`, observed, assumed: expected },
  ];
  if (missing) return assumed ? existence(missing, 'does not exist', 'exists') : [];
  const seen = name ?? energyAmount;
  if (!assumed) return seen ? existence(seen, 'exists', 'does not exist') : [];
  const priceOf = (minutes: number): Price =>
    assumed.durationsMinutes.includes(minutes) ? (assumed.pricesSun[minutes] ?? null) : 'not offered';
  const compared = [
    ['name', name, name?.value, assumed.name] as const,
    ['energy_amount', energyAmount, energyAmount?.value, assumed.energyAmount] as const,
    ['own duration', ownMinutes, ownMinutes?.value, assumed.durationMinutes] as const,
    ...[...prices].map(
      ([minutes, known]) =>
        [`${minutes} minutes`, known, priceText(known.value), priceText(priceOf(minutes))] as const,
    ),
  ];
  return compared.flatMap(([what, known, observed, expected]) =>
    !known || observed === expected
      ? []
      : [
          {
            exchange: known.label,
            field: `package ${id}, ${what}`,
            observed: shown(observed),
            assumed: shown(expected),
          },
        ],
  );
}

const MAX_EVIDENCE = 10;

/** The packages with their prices. */
export function learnPackages(knowledge: Knowledge): LearnedRow {
  const { packages: assumed } = knowledge.assumed;
  const observed = observedPackages(knowledge);
  if (!observed.some(facts => facts.energyAmount ?? facts.missing)) return notObserved('packages');
  const sold = observed.flatMap(
    facts =>
      packageOf(
        facts,
        assumed.find(({ id }) => id === facts.id),
      ) ?? [],
  );
  const missing = new Set(observed.filter(one => one.missing).map(({ id }) => id));
  // Packages that were refused say nothing about others.
  const value = sold.length > 0 ? sold : assumed.filter(({ id }) => !missing.has(id));
  const isTold = sold.length > 0 || value.length < assumed.length;
  const differences = observed.flatMap(facts => differencesOf(facts, assumed));
  const isComplete = assumed.every(({ id, active }) => !active || sold.some(one => one.id === id));
  const prices = observed
    .flatMap(facts => [...facts.prices.values()])
    .filter(known => known.value !== 'not offered');
  const found = `${sold.length} packages with ${prices.length} prices`;
  return {
    row: 'packages',
    verdict: differences.length > 0 ? 'contradicted' : isComplete ? 'confirmed' : 'narrowed',
    observed: differences.length > 0 ? `${found}; ${differences.length} differ` : found,
    count: prices.length,
    evidence: differences.slice(0, MAX_EVIDENCE),
    ...(isTold ? { value } : {}),
  };
}
