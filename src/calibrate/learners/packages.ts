import type { Package } from '../../domain/catalogue.ts';
import { toTrx } from '../../domain/money.ts';
import type { Knowledge } from '../knowledge.ts';
import { basePriceOf, type ProductUse, productUses, quotedDiscount } from '../products.ts';
import { isFields } from '../recording.ts';
import { type Evidence, fromTrials, type LearnedRow, notObserved, shown, type Trial } from '../verdicts.ts';
import type { Learner } from './learner.ts';

/** A fact with the exchange that shows it. */
interface Known<T> {
  readonly value: T;
  readonly label: string;
}

/** What was observed of a package. The latest observation counts. */
export interface PackageFacts {
  readonly id: number;
  name?: Known<string>;
  energyAmount?: Known<number>;
  /** The duration of a quote that did not ask for one. */
  defaultMinutes?: Known<number>;
  /** What a quote without a duration was refused with: the package's own duration is not offered, or has no price. */
  ownRefusal?: Known<'not offered' | 'no price'>;
  /** By duration: the base price in sun; null if it is offered without a price. */
  readonly prices: Map<number, Known<number | null>>;
  readonly refusedMinutes: Map<number, Known<true>>;
  /** Set if the package was refused as unknown or inactive, and not sold later. */
  missing?: Known<true>;
}

type Catalogue = Map<number, PackageFacts>;

function factsOf(catalogue: Catalogue, id: number): PackageFacts {
  const known = catalogue.get(id) ?? { id, prices: new Map(), refusedMinutes: new Map() };
  catalogue.set(id, known);
  return known;
}

/** @param discountPercent with which orders, which show their final price only, were priced */
function learnSale(facts: PackageFacts, use: ProductUse, discountPercent: number): void {
  const { sold, durationMinutes: asked, kind } = use;
  if (!sold) return;
  const { label } = sold;
  delete facts.missing;
  facts.energyAmount = { value: sold.energyAmount, label };
  if (sold.name !== null) facts.name = { value: sold.name, label };
  if (asked === null && kind !== 'bulk') facts.defaultMinutes = { value: sold.durationMinutes, label };
  const isQuoted = sold.basePriceSun !== null;
  const base = isQuoted ? sold.basePriceSun : basePriceOf(sold.priceSun, discountPercent);
  const isNews = isQuoted || facts.prices.get(sold.durationMinutes)?.value == null;
  if (base !== null && isNews) facts.prices.set(sold.durationMinutes, { value: base, label });
}

function learnUse(facts: PackageFacts, use: ProductUse, discountPercent: number): void {
  const { error, label, kind, durationMinutes } = use;
  const minutes = durationMinutes ?? (kind === 'bulk' ? 15 : null);
  if (error === 'PACKAGE_NOT_FOUND') facts.missing = { value: true, label };
  if (minutes === null) {
    if (error === 'DURATION_PRICE_UNAVAILABLE') facts.ownRefusal = { value: 'no price', label };
    if (error === 'RENTAL_DURATION_UNAVAILABLE') facts.ownRefusal = { value: 'not offered', label };
    learnSale(facts, use, discountPercent);
    return;
  }
  if (error === 'RENTAL_DURATION_UNAVAILABLE') facts.refusedMinutes.set(minutes, { value: true, label });
  if (error === 'DURATION_PRICE_UNAVAILABLE') facts.prices.set(minutes, { value: null, label });
  learnSale(facts, use, discountPercent);
}

/** Estimates name a package with its own duration. */
function learnRecommendations({ judged }: Knowledge, catalogue: Catalogue): void {
  for (const { call } of judged) {
    const pack = call.operation === 'createEstimate' ? call.data?.recommended_package : null;
    if (!isFields(pack) || !Number.isSafeInteger(pack.id)) continue;
    const facts = factsOf(catalogue, pack.id as number);
    const { label } = call;
    if (typeof pack.name === 'string') facts.name ??= { value: pack.name, label };
    if (Number.isSafeInteger(pack.energy_amount))
      facts.energyAmount ??= { value: pack.energy_amount as number, label };
    if (Number.isSafeInteger(pack.duration_minutes))
      facts.defaultMinutes ??= { value: pack.duration_minutes as number, label };
  }
}

/** What was observed of all packages, in the order of their ids. */
export function observedPackages(knowledge: Knowledge): readonly PackageFacts[] {
  const catalogue: Catalogue = new Map();
  const percent = quotedDiscount(knowledge) ?? knowledge.assumed.discount_percent;
  for (const use of productUses(knowledge)) {
    if (use.packageId !== null && use.packageId > 0)
      learnUse(factsOf(catalogue, use.packageId), use, percent);
  }
  learnRecommendations(knowledge, catalogue);
  return [...catalogue.values()].sort((left, right) => left.id - right.id);
}

/** The durations for which a package was observed to be offered. */
const offeredMinutes = ({ prices, defaultMinutes, refusedMinutes }: PackageFacts): number[] => {
  const offered = new Set(prices.keys());
  if (defaultMinutes && !refusedMinutes.has(defaultMinutes.value)) offered.add(defaultMinutes.value);
  return [...offered].sort((left, right) => left - right);
};

/** The duration to write as the package's own: the observed one, or one that is treated like it. */
function ownMinutes(
  { defaultMinutes, ownRefusal, prices, refusedMinutes }: PackageFacts,
  offered: readonly number[],
): number | undefined {
  if (defaultMinutes) return defaultMinutes.value;
  const unpriced = [...prices].find(([, { value }]) => value === null)?.[0];
  if (ownRefusal?.value === 'no price' && unpriced !== undefined) return unpriced;
  const [refused] = refusedMinutes.keys();
  return ownRefusal?.value === 'not offered' && refused !== undefined ? refused : offered[0];
}

/**
 * A package as a setting; null if too little of it was observed.
 * @param assumed the package with its id in the config in use, from which its name is taken if no quote showed it
 */
function packageOf(facts: PackageFacts, assumed: Package | undefined): Package | null {
  const { id, energyAmount, prices } = facts;
  const name = facts.name?.value ?? assumed?.name;
  const durationsMinutes = offeredMinutes(facts);
  const durationMinutes = ownMinutes(facts, durationsMinutes);
  if (facts.missing || !energyAmount || name === undefined || durationMinutes === undefined) return null;
  const priced = [...prices].flatMap(([minutes, { value }]) =>
    value === null ? [] : [[minutes, value] as const],
  );
  return {
    id,
    name,
    energyAmount: energyAmount.value,
    durationMinutes,
    durationsMinutes,
    pricesSun: Object.fromEntries(priced.sort(([left], [right]) => left - right)),
    active: true,
  };
}

const trxText = (sun: number | null | undefined): string =>
  sun === undefined ? 'not offered' : sun === null ? 'no price' : `${toTrx(sun)} TRX`;

type Difference = Evidence;

/** Where the assumed price of a duration differs. */
function priceDifferences(facts: PackageFacts, assumed: Package): Difference[] {
  const field = (minutes: number): string => `package ${facts.id}, ${minutes} minutes`;
  const assumedPrice = (minutes: number): number | null | undefined =>
    assumed.durationsMinutes.includes(minutes) ? (assumed.pricesSun[minutes] ?? null) : undefined;
  const different = [...facts.prices].filter(([minutes, { value }]) => value !== assumedPrice(minutes));
  const offered = [...facts.refusedMinutes].filter(([minutes]) => assumed.durationsMinutes.includes(minutes));
  return [
    ...different.map(([minutes, { value, label }]) => ({
      exchange: label,
      field: field(minutes),
      observed: trxText(value),
      assumed: trxText(assumedPrice(minutes)),
    })),
    ...offered.map(([minutes, { label }]) => ({
      exchange: label,
      field: field(minutes),
      observed: 'not offered',
      assumed: trxText(assumedPrice(minutes)),
    })),
  ];
}

/** Where what was observed of a package differs from the assumed packages. */
function differencesOf(facts: PackageFacts, packages: readonly Package[]): Difference[] {
  const assumed = packages.find(({ id, active }) => id === facts.id && active);
  const field = `package ${facts.id}`;
  if (facts.missing) {
    const { label } = facts.missing;
    return assumed ? [{ exchange: label, field, observed: 'does not exist', assumed: 'exists' }] : [];
  }
  const seen = facts.name ?? facts.energyAmount;
  if (!assumed)
    return seen ? [{ exchange: seen.label, field, observed: 'exists', assumed: 'does not exist' }] : [];
  const compared = [
    ['name', facts.name, assumed.name],
    ['energy_amount', facts.energyAmount, assumed.energyAmount],
    ['own duration', facts.defaultMinutes, assumed.durationMinutes],
  ] as const;
  return [
    ...compared.flatMap(([name, known, expected]) =>
      known && known.value !== expected
        ? [
            {
              exchange: known.label,
              field: `${field}, ${name}`,
              observed: shown(known.value),
              assumed: shown(expected),
            },
          ]
        : [],
    ),
    ...priceDifferences(facts, assumed),
  ];
}

const MAX_EVIDENCE = 10;

function packages({ assumed }: Knowledge, observed: readonly PackageFacts[]): LearnedRow {
  const sold = observed.flatMap(
    facts =>
      packageOf(
        facts,
        assumed.packages.find(({ id }) => id === facts.id),
      ) ?? [],
  );
  const missing = new Set(observed.filter(one => one.missing).map(({ id }) => id));
  // Packages that were refused say nothing about others.
  const value = sold.length > 0 ? sold : assumed.packages.filter(({ id }) => !missing.has(id));
  const isTold = sold.length > 0 || value.length < assumed.packages.length;
  const seen = observed.filter(facts => facts.energyAmount ?? facts.missing);
  if (seen.length === 0) return notObserved('packages');
  const differences = observed.flatMap(facts => differencesOf(facts, assumed.packages));
  const active = assumed.packages.filter(one => one.active);
  const isComplete = active.every(({ id }) => sold.some(one => one.id === id));
  const prices = observed.flatMap(({ prices: all }) => [...all.values()]);
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

/** A package has its own duration, and the durations that it is not offered for have a code of their own. */
function packageDuration(observed: readonly PackageFacts[], uses: readonly ProductUse[]): LearnedRow {
  const own = new Map(observed.map(({ id, defaultMinutes }) => [id, defaultMinutes?.value]));
  const trials = uses
    .filter(({ kind, packageId }) => kind !== 'bulk' && packageId !== null)
    .flatMap(({ label, path, packageId, durationMinutes, error, sold }): Trial[] => {
      const field = `${path}.duration_minutes`;
      if (durationMinutes === null && sold) {
        const assumed = String(own.get(packageId!) ?? sold.durationMinutes);
        const seen = String(sold.durationMinutes);
        return [{ exchange: label, field, observed: seen, assumed, holds: seen === assumed }];
      }
      if (!error?.includes('DURATION')) return [];
      const holds = error !== 'CUSTOM_DURATION_UNAVAILABLE';
      return [{ exchange: label, field, observed: error, assumed: 'a code for packages', holds }];
    });
  return fromTrials('package_duration', trials);
}

/** The packages with their prices. */
export const learnPackages: Learner = knowledge => {
  const observed = observedPackages(knowledge);
  return [packages(knowledge, observed), packageDuration(observed, productUses(knowledge))];
};
