import type { Settings } from '../../core/domain/assumptions.ts';
import { isObject } from '../../core/domain/json.ts';
import { HOLDER_ENERGY, NEW_HOLDER_ENERGY } from '../../core/domain/pricing.ts';
import { grouped } from '../../core/text/wording.ts';
import type { AnalyzedRecording } from './analyze-recording.ts';
import {
  isOutweighed,
  type ProductUse,
  productUses,
  quotedDiscount,
  quotedDiscounts,
  ratioOf,
} from './learn-packages.ts';
import {
  type Evidence,
  fromBounds,
  fromFittingValues,
  fromOccurrences,
  judgedRow,
  type LearnedRow,
  notObserved,
  shown,
} from './learned-row.ts';
import type { ServiceCall } from './read-recording.ts';

/** A price of custom Energy in sun per unit; null: offered without a price. */
interface RatioOccurrence {
  readonly exchange: string;
  readonly minutes: number;
  readonly ratio: number | null;
}

const ratioText = (ratio: number | null | undefined): string =>
  ratio == null ? 'no price' : `${ratio} sun per Energy`;

function ratioOccurrences(use: ProductUse, discountPercent: number | null): RatioOccurrence[] {
  const { sold, error, durationMinutes: minutes, label: exchange } = use;
  const ratio = sold ? ratioOf(sold, discountPercent) : null;
  if (ratio !== null) return [{ exchange: sold!.label, minutes: sold!.durationMinutes, ratio }];
  return error === 'DURATION_PRICE_UNAVAILABLE' && minutes !== null
    ? [{ exchange, minutes, ratio: null }]
    : [];
}

/** The latest price of each duration. A price that is not a whole number of sun cannot be a setting. */
function customPrices(analyzed: AnalyzedRecording, uses: readonly ProductUse[]): LearnedRow {
  const row = 'custom_prices_sun_per_energy';
  const percent = quotedDiscount(analyzed);
  const occurrences = uses.flatMap(use => (isOutweighed(use, uses) ? [] : ratioOccurrences(use, percent)));
  if (occurrences.length === 0) return notObserved(row);
  const table = analyzed.assumed[row];
  const latest = [...new Map(occurrences.map(one => [one.minutes, one])).values()];
  const priced = latest.filter(({ ratio }) => ratio !== null);
  const different = latest.filter(({ minutes, ratio }) => (table[minutes] ?? null) !== ratio);
  const whole = priced.filter(({ ratio }) => Number.isSafeInteger(ratio) && ratio! > 0);
  return judgedRow(row, {
    fits: different.length === 0,
    isOnly: Object.keys(table).every(minutes => priced.some(one => one.minutes === Number(minutes))),
    observed:
      priced.map(({ minutes, ratio }) => `${minutes} minutes: ${ratioText(ratio)}`).join(', ') || 'no price',
    count: occurrences.length,
    evidence: different.map(({ exchange, minutes, ratio }) => ({
      exchange,
      field: `${minutes} minutes`,
      observed: ratioText(ratio),
      assumed: ratioText(table[minutes]),
    })),
    value: Object.fromEntries(whole.map(({ minutes, ratio }) => [minutes, ratio])),
  });
}

/** Refusals that come after the checks of the amount, so that the amount itself was in order. */
const AFTER_AMOUNT = [
  'CUSTOM_DURATION_UNAVAILABLE',
  'DURATION_PRICE_UNAVAILABLE',
  'ADDRESS_NOT_ACTIVE',
  'INSUFFICIENT_BALANCE',
];

type AmountUse = ProductUse & { readonly energyAmount: number };

const passed = ({ error }: ProductUse): boolean => error === null || AFTER_AMOUNT.includes(error);

const isRefusedForStep = ({ error }: ProductUse): boolean => error === 'CUSTOM_ENERGY_INVALID_STEP';

const evidenceOf = (use: AmountUse): Omit<Evidence, 'assumed'> => ({
  exchange: use.label,
  field: `${use.path}.energy_amount`,
  observed: `${use.energyAmount}: ${use.error ?? 'accepted'}`,
});

const extreme = (uses: readonly AmountUse[], sign: 1 | -1): AmountUse | undefined =>
  uses.toSorted((left, right) => sign * (left.energyAmount - right.energyAmount))[0];

/**
 * The minimum and the maximum: a refused amount is below the minimum or above the maximum. If none was accepted, it is
 * above the maximum if the assumed maximum is smaller, and below the minimum if that is much nearer. An amount refused
 * for its step can be outside: a service may check the step first. The sandbox checks the range first, so if the
 * assumed range does not fit, the one that is set includes such amounts where the bounds allow it.
 */
function range(assumed: Settings, uses: readonly AmountUse[]): LearnedRow[] {
  const inside = uses.filter(passed);
  const [lowest, highest] = [extreme(inside, 1), extreme(inside, -1)];
  const middle = Math.sqrt(assumed.custom_energy_min * assumed.custom_energy_max);
  const outside = uses.filter(({ error }) => error === 'CUSTOM_ENERGY_OUT_OF_RANGE');
  const isBelow = ({ energyAmount }: AmountUse): boolean => energyAmount < (lowest?.energyAmount ?? middle);
  const isAbove = ({ energyAmount }: AmountUse): boolean =>
    energyAmount > (highest?.energyAmount ?? assumed.custom_energy_max);
  const below = extreme(outside.filter(isBelow), -1);
  const above = extreme(outside.filter(isAbove), 1);
  const evidence = (ends: readonly (AmountUse | undefined)[]) =>
    ends.filter(use => use !== undefined).map(evidenceOf);
  const min = {
    min: below ? Math.max(1, below.energyAmount + 1) : null,
    max: lowest?.energyAmount ?? null,
  };
  const max = { min: highest?.energyAmount ?? null, max: above ? above.energyAmount - 1 : null };
  const reachingStep = uses.filter(use => passed(use) || isRefusedForStep(use));
  const first = extreme(
    reachingStep.filter(({ energyAmount }) => energyAmount >= (min.min ?? 1)),
    1,
  );
  const last = extreme(
    reachingStep.filter(({ energyAmount }) => energyAmount <= (max.max ?? energyAmount)),
    -1,
  );
  const preferredMin = { ...min, max: first?.energyAmount ?? null };
  const preferredMax = { ...max, min: last?.energyAmount ?? null };
  return [
    fromBounds('custom_energy_min', assumed, min, evidence([below, lowest]), preferredMin),
    fromBounds('custom_energy_max', assumed, max, evidence([above, highest]), preferredMax),
  ];
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** The divisors of a value, in ascending order. */
function divisorsOf(value: number): number[] {
  const small: number[] = [];
  for (let divisor = 1; divisor * divisor <= value; divisor++) if (value % divisor === 0) small.push(divisor);
  return [...new Set([...small, ...small.map(divisor => value / divisor).reverse()])];
}

/** The step divides all amounts that passed, but no amount that was refused because of it. */
function step(assumed: Settings, uses: readonly AmountUse[]): LearnedRow {
  const row = 'custom_energy_step';
  const accepted = uses.filter(passed);
  const refused = uses.filter(isRefusedForStep);
  const common = accepted.reduce((divisor, { energyAmount }) => gcd(energyAmount, divisor), 0);
  if (common === 0) return notObserved(row);
  const fitting = divisorsOf(common).filter(divisor =>
    refused.every(({ energyAmount }) => energyAmount % divisor !== 0),
  );
  if (fitting.length === 0)
    return notObserved(row, 'the steps of the accepted amounts contradict each other');
  const value = assumed[row];
  const fits = fitting.includes(value);
  const isOnly = fitting.length === 1;
  const largest = fitting.at(-1)!;
  return judgedRow(row, {
    fits,
    isOnly,
    observed: isOnly ? shown(largest) : `a divisor of ${grouped(largest)}, from ${fitting[0]} on`,
    count: accepted.length + refused.length,
    evidence: [...refused.slice(0, 2), ...accepted.slice(0, 3)].map(use => ({
      ...evidenceOf(use),
      assumed: shown(value),
    })),
    value: fits ? value : largest,
  });
}

function estimatesOf({ judged }: AnalyzedRecording) {
  return [...judged.keys()].flatMap(call => {
    const { operation, status, body, data } = call;
    if (operation !== 'createEstimate' || status !== 200 || !isObject(body) || !data) return [];
    const { recipient_address: address, has_usdt: hint } = body;
    const energy = data.estimated_energy;
    if (!Number.isSafeInteger(energy) || typeof address !== 'string') return [];
    return [{ call, address, isTransfer: hint !== false, energy: energy as number }];
  });
}

/** The Energy of transfers, by recipient: the latest estimate of each. */
const transferEnergies = (analyzed: AnalyzedRecording): ReadonlyMap<unknown, number> =>
  new Map(
    estimatesOf(analyzed)
      .filter(({ isTransfer }) => isTransfer)
      .map(({ address, energy }) => [address, energy]),
  );

type Holders = Settings['estimate_holders'];

export function holdersByRecipient(analyzed: AnalyzedRecording): (call: ServiceCall) => Holders {
  const transfers = transferEnergies(analyzed);
  return ({ body }) => {
    const energy = isObject(body) ? transfers.get(body.recipient_address) : undefined;
    return energy === HOLDER_ENERGY ? 'all' : energy === NEW_HOLDER_ENERGY ? 'none' : 'by_address';
  };
}

/** If only some recipients hold USDT, the value depends on the recipient. */
function holders(analyzed: AnalyzedRecording): LearnedRow {
  const holdersOf = holdersByRecipient(analyzed);
  const shownBy = estimatesOf(analyzed)
    .filter(({ isTransfer, call }) => isTransfer && holdersOf(call) !== 'by_address')
    .map(({ call, energy }) => ({
      exchange: call.label,
      field: 'body.data.estimated_energy',
      observed: shown(energy),
      values: ['by_address', holdersOf(call)],
    }));
  return fromFittingValues('estimate_holders', analyzed.assumed, ['by_address', 'all', 'none'], shownBy);
}

function withoutUsdt(analyzed: AnalyzedRecording): LearnedRow {
  const row = 'estimate_without_usdt';
  const transfers = transferEnergies(analyzed);
  const estimates = estimatesOf(analyzed).filter(({ isTransfer }) => !isTransfer);
  const exact = estimates.findLast(({ address, energy }) => {
    const transfer = transfers.get(address);
    return transfer === undefined
      ? energy !== HOLDER_ENERGY && energy !== NEW_HOLDER_ENERGY
      : energy < transfer;
  });
  const evidence = estimates.map(({ call, energy }) => ({
    exchange: call.label,
    field: 'body.data.estimated_energy',
    observed: shown(energy),
  }));
  // An estimate that equals the estimate of a transfer is a lower bound.
  const least = exact?.energy ?? Math.max(0, ...estimates.map(({ energy }) => energy));
  if (least === 0) return notObserved(row);
  return fromBounds(row, analyzed.assumed, { min: least, max: exact ? least : null }, evidence);
}

export function learnAmounts(analyzed: AnalyzedRecording): readonly LearnedRow[] {
  const { assumed } = analyzed;
  const uses = productUses(analyzed).filter((use): use is AmountUse => use.energyAmount !== null);
  return [
    fromOccurrences('discount_percent', assumed, quotedDiscounts(analyzed)),
    customPrices(analyzed, uses),
    ...range(assumed, uses),
    step(assumed, uses),
    holders(analyzed),
    withoutUsdt(analyzed),
  ];
}
