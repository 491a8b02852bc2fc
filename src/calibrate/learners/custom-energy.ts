import type { Settings } from '../../domain/assumptions.ts';
import { type ProductUse, productUses } from '../products.ts';
import {
  type Evidence,
  fromBounds,
  fromSightings,
  fromTrials,
  type LearnedRow,
  notObserved,
  type Sighting,
  shown,
  type Trial,
} from '../verdicts.ts';
import type { Learner } from './learner.ts';

/** Refusals that come after the checks of the amount, so that the amount itself was in order. */
const AFTER_AMOUNT = [
  'CUSTOM_DURATION_UNAVAILABLE',
  'DURATION_PRICE_UNAVAILABLE',
  'ADDRESS_NOT_ACTIVE',
  'INSUFFICIENT_BALANCE',
];

const isCustom = ({ energyAmount }: ProductUse): boolean => energyAmount !== null;
const passed = ({ error }: ProductUse): boolean => error === null || AFTER_AMOUNT.includes(error);
const isOutOfRange = ({ error }: ProductUse): boolean => error === 'CUSTOM_ENERGY_OUT_OF_RANGE';
const isOffStep = ({ error }: ProductUse): boolean => error === 'CUSTOM_ENERGY_INVALID_STEP';
const outcome = ({ error }: ProductUse): string => error ?? 'accepted';

const evidenceOf = (use: ProductUse): Omit<Evidence, 'assumed'> => ({
  exchange: use.label,
  field: `${use.path}.energy_amount`,
  observed: `${shown(use.energyAmount)}: ${outcome(use)}`,
});

function enabled(assumed: Settings, uses: readonly ProductUse[]): LearnedRow {
  const sightings = uses.flatMap((use): Sighting[] => {
    const isDisabled = use.error === 'CUSTOM_ENERGY_DISABLED';
    if (!isDisabled && !passed(use) && !isOutOfRange(use) && !isOffStep(use)) return [];
    const { exchange, field, observed } = evidenceOf(use);
    return [{ exchange, field, observed, value: !isDisabled }];
  });
  return fromSightings('custom_energy_enabled', assumed, sightings);
}

type Amounts = readonly (ProductUse & { readonly energyAmount: number })[];

const least = (uses: Amounts): Amounts[number] | null =>
  uses.reduce<Amounts[number] | null>(
    (best, use) => (best && best.energyAmount <= use.energyAmount ? best : use),
    null,
  );
const most = (uses: Amounts): Amounts[number] | null =>
  uses.reduce<Amounts[number] | null>(
    (best, use) => (best && best.energyAmount >= use.energyAmount ? best : use),
    null,
  );

const within = (value: number, min: number | null, max: number | null): number =>
  Math.min(Math.max(value, min ?? value), max ?? value);

/**
 * The minimum and the maximum: a refused amount is below the one or above the other. An amount that is refused for its
 * step can be outside: a service may check the step first.
 */
function range(assumed: Settings, uses: Amounts): LearnedRow[] {
  const inside = uses.filter(passed);
  const [lowest, highest] = [least(inside), most(inside)];
  if (!lowest || !highest) return [notObserved('custom_energy_min'), notObserved('custom_energy_max')];
  const outside = uses.filter(isOutOfRange);
  const below = most(outside.filter(({ energyAmount }) => energyAmount < lowest.energyAmount));
  const above = least(outside.filter(({ energyAmount }) => energyAmount > highest.energyAmount));
  const min = { min: below ? Math.max(1, below.energyAmount + 1) : null, max: lowest.energyAmount };
  const max = { min: highest.energyAmount, max: above ? above.energyAmount - 1 : null };
  const { custom_energy_min: assumedMin, custom_energy_max: assumedMax } = assumed;
  const evidence = (one: ProductUse | null, other: ProductUse): Omit<Evidence, 'assumed'>[] =>
    [one, other].filter(use => use !== null).map(evidenceOf);
  return [
    fromBounds(
      'custom_energy_min',
      assumed,
      min,
      within(assumedMin, min.min, min.max),
      evidence(below, lowest),
    ),
    fromBounds(
      'custom_energy_max',
      assumed,
      max,
      within(assumedMax, max.min, max.max),
      evidence(above, highest),
    ),
  ];
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

function divisorsOf(value: number): number[] {
  const small: number[] = [];
  for (let divisor = 1; divisor * divisor <= value; divisor++) if (value % divisor === 0) small.push(divisor);
  const large = small.map(divisor => value / divisor).reverse();
  return [...new Set([...small, ...large])];
}

/** The step divides all amounts that passed, and none that were refused because of it. */
function step(assumed: Settings, uses: Amounts): LearnedRow {
  const accepted = uses.filter(passed);
  const refused = uses.filter(isOffStep);
  const common = accepted.reduce((divisor, { energyAmount }) => gcd(energyAmount, divisor), 0);
  if (common === 0) return notObserved('custom_energy_step');
  const fitting = divisorsOf(common).filter(divisor =>
    refused.every(({ energyAmount }) => energyAmount % divisor !== 0),
  );
  if (fitting.length === 0)
    return notObserved('custom_energy_step', 'the steps of the accepted amounts contradict each other');
  const value = assumed.custom_energy_step;
  const fits = fitting.includes(value);
  const verdict = !fits ? 'contradicted' : fitting.length === 1 ? 'confirmed' : 'narrowed';
  const largest = fitting.at(-1)!;
  const words =
    fitting.length === 1
      ? shown(largest)
      : `a divisor of ${largest.toLocaleString('en-US')}, from ${fitting[0]} on`;
  return {
    row: 'custom_energy_step',
    verdict,
    observed: words,
    count: accepted.length + refused.length,
    evidence: [...refused.slice(0, 2), ...accepted.slice(0, 3)].map(use => ({
      ...evidenceOf(use),
      assumed: shown(value),
    })),
    value: fits ? value : largest,
  };
}

/** A custom amount has 60 minutes, and no other duration. */
function duration(uses: readonly ProductUse[]): LearnedRow {
  const trials = uses
    .filter(use => use.kind !== 'bulk')
    .flatMap((use): Trial[] => {
      const asked = use.durationMinutes;
      const field = `${use.path}.duration_minutes`;
      if (asked !== null && asked !== 60) {
        const isJudged = use.error === null || AFTER_AMOUNT.includes(use.error);
        const holds = use.error === 'CUSTOM_DURATION_UNAVAILABLE';
        const observed = `${asked}: ${outcome(use)}`;
        return isJudged
          ? [{ exchange: use.label, field, observed, assumed: 'CUSTOM_DURATION_UNAVAILABLE', holds }]
          : [];
      }
      if (!use.sold) return [];
      const { durationMinutes } = use.sold;
      return [
        {
          exchange: use.label,
          field,
          observed: String(durationMinutes),
          assumed: '60',
          holds: durationMinutes === 60,
        },
      ];
    });
  return fromTrials('custom_duration', trials);
}

/** Whether a custom item of a bulk request can have another duration than 60 minutes. */
function sixtyOnly(assumed: Settings, uses: readonly ProductUse[]): LearnedRow {
  const sightings = uses
    .filter(({ kind, durationMinutes }) => kind === 'bulk' && durationMinutes !== 60)
    .flatMap((use): Sighting[] => {
      const exchange = use.label;
      const field = `${use.path}.duration_minutes`;
      const observed = `${use.durationMinutes ?? 'not given'}: ${outcome(use)}`;
      if (use.error === 'CUSTOM_DURATION_UNAVAILABLE') return [{ exchange, field, observed, value: true }];
      if (use.error === 'DURATION_PRICE_UNAVAILABLE')
        // Without a duration, the refused one may be either default.
        return use.durationMinutes === null ? [] : [{ exchange, field, observed, value: false }];
      if (use.durationMinutes !== null) {
        const isFree = use.error === null || AFTER_AMOUNT.includes(use.error);
        return isFree ? [{ exchange, field, observed, value: false }] : [];
      }
      if (!use.sold) return [];
      const minutes = use.sold.durationMinutes;
      return [{ exchange, field, observed: `not given: ${minutes}`, value: minutes === 60 }];
    });
  return fromSightings('custom_sixty_only', assumed, sightings);
}

/** Custom amounts of Energy: whether, how much, in which steps, for how long. */
export const learnCustomEnergy: Learner = knowledge => {
  const { assumed } = knowledge;
  const uses = productUses(knowledge).filter(isCustom);
  const amounts = uses.filter((use): use is Amounts[number] => use.energyAmount !== null);
  return [
    enabled(assumed, uses),
    ...range(assumed, amounts),
    step(assumed, amounts),
    duration(uses),
    sixtyOnly(assumed, uses),
  ];
};
