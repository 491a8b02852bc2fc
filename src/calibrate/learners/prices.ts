import { checkAssumption } from '../../domain/assumptions.ts';
import { percentOf } from '../../domain/money.ts';
import type { Knowledge } from '../knowledge.ts';
import { type ProductUse, productUses, type Sold, sunOf } from '../products.ts';
import type { ServiceCall } from '../recording.ts';
import {
  type Evidence,
  fromSightings,
  fromTrials,
  type LearnedRow,
  notObserved,
  shown,
  type Trial,
} from '../verdicts.ts';
import type { Learner } from './learner.ts';

const quotes = ({ judged }: Knowledge): readonly ServiceCall[] =>
  judged
    .filter(({ call }) => call.operation === 'getQuote' && call.status === 200 && call.data)
    .map(({ call }) => call);

function discount({ assumed }: Knowledge, calls: readonly ServiceCall[]): LearnedRow {
  const sightings = calls
    .filter(({ data }) => checkAssumption('discount_percent', data!.discount_percent) === null)
    .map(({ label, data }) => ({
      exchange: label,
      field: 'body.data.discount_percent',
      value: data!.discount_percent,
    }));
  return fromSightings('discount_percent', assumed, sightings);
}

/** The parts of a price add up, and the discount is rounded half up to a whole sun. */
function rounding(calls: readonly ServiceCall[]): LearnedRow {
  const trials = calls.flatMap(({ label, data }): Trial[] => {
    const [base, off, price] = [
      sunOf(data!.base_price_trx),
      sunOf(data!.discount_trx),
      sunOf(data!.price_trx),
    ];
    const percent = data!.discount_percent;
    if (base === null || off === null || price === null || typeof percent !== 'number') return [];
    const assumed = percentOf(base, percent);
    const observed = `base ${base} sun, discount ${off} sun, price ${price} sun`;
    const holds = off === assumed && price === base - off;
    return [
      {
        exchange: label,
        field: 'body.data',
        observed,
        assumed: `discount ${assumed} sun, price ${base - assumed} sun`,
        holds,
      },
    ];
  });
  return fromTrials('rounding', trials);
}

function customQuoteFields(calls: readonly ServiceCall[]): LearnedRow {
  const trials = calls
    .filter(({ data }) => data!.type === 'custom')
    .map(({ label, data }): Trial => {
      const present = ['package_id', 'name'].filter(name => Object.hasOwn(data!, name));
      const observed =
        present.length === 0 ? 'omitted' : present.map(name => `${name}: ${shown(data![name])}`).join(', ');
      return {
        exchange: label,
        field: 'body.data',
        observed,
        assumed: 'omitted',
        holds: present.length === 0,
      };
    });
  return fromTrials('custom_quote_fields', trials);
}

/** The price in sun per unit of Energy of a sale; null if it cannot be told. */
function ratioOf(sold: Sold, discountPercent: number | null): number | null {
  const { energyAmount, basePriceSun, priceSun } = sold;
  if (basePriceSun !== null) return basePriceSun / energyAmount;
  if (discountPercent === null || discountPercent >= 100) return null;
  const near = Math.round(priceSun / (1 - discountPercent / 100) / energyAmount);
  const base = near * energyAmount;
  return base - percentOf(base, discountPercent) === priceSun ? near : null;
}

interface RatioSighting {
  readonly exchange: string;
  readonly minutes: number;
  readonly ratio: number;
}

const ratioText = (ratio: number | undefined): string =>
  ratio === undefined ? 'no price' : `${ratio} sun per Energy`;

/** The latest price of each duration. A price that is not a whole number of sun cannot be a setting. */
function customPrices(
  { assumed }: Knowledge,
  uses: readonly ProductUse[],
  discountPercent: number | null,
): LearnedRow {
  const row = 'custom_prices_sun_per_energy';
  const sightings = uses.flatMap(({ energyAmount, sold }): RatioSighting[] => {
    const ratio = energyAmount !== null && sold ? ratioOf(sold, discountPercent) : null;
    return ratio === null ? [] : [{ exchange: sold!.label, minutes: sold!.durationMinutes, ratio }];
  });
  const unpriced = uses.filter(
    use =>
      use.energyAmount !== null && use.error === 'DURATION_PRICE_UNAVAILABLE' && use.durationMinutes !== null,
  );
  if (sightings.length + unpriced.length === 0) return notObserved(row);
  const table = assumed.custom_prices_sun_per_energy;
  const latest = new Map(sightings.map(one => [one.minutes, one]));
  const different: Evidence[] = [
    ...[...latest.values()]
      .filter(({ minutes, ratio }) => table[minutes] !== ratio)
      .map(({ exchange, minutes, ratio }) => ({
        exchange,
        field: `${minutes} minutes`,
        observed: ratioText(ratio),
        assumed: ratioText(table[minutes]),
      })),
    ...unpriced
      .filter(({ durationMinutes }) => table[durationMinutes!] !== undefined)
      .map(({ label, durationMinutes }) => ({
        exchange: label,
        field: `${durationMinutes} minutes`,
        observed: 'no price',
        assumed: ratioText(table[durationMinutes!]),
      })),
  ];
  const whole = [...latest.values()].filter(({ ratio }) => Number.isSafeInteger(ratio) && ratio > 0);
  const value = Object.fromEntries(whole.map(({ minutes, ratio }) => [minutes, ratio]));
  const isComplete = Object.keys(table).every(minutes => latest.has(Number(minutes)));
  return {
    row,
    verdict: different.length > 0 ? 'contradicted' : isComplete ? 'confirmed' : 'narrowed',
    observed:
      [...latest.values()]
        .map(({ minutes, ratio }) => `${minutes} minutes: ${ratioText(ratio)}`)
        .join(', ') || 'no price',
    count: sightings.length + unpriced.length,
    evidence: different.slice(0, 5),
    value,
  };
}

/** How prices are computed. */
export const learnPrices: Learner = knowledge => {
  const calls = quotes(knowledge);
  const learned = discount(knowledge, calls);
  const percent = typeof learned.value === 'number' ? learned.value : null;
  return [
    learned,
    rounding(calls),
    customQuoteFields(calls),
    customPrices(knowledge, productUses(knowledge), percent),
  ];
};
