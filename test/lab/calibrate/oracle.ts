import { DEFAULT_SETTINGS, type Settings } from '../../../src/core/domain/assumptions.ts';
import type { Package } from '../../../src/core/domain/catalogue.ts';
import { isRefusal } from '../../../src/core/domain/error-codes.ts';
import { priceSelection } from '../../../src/core/domain/pricing.ts';
import { objectTime } from '../../../src/core/domain/time.ts';
import type { WireExchange } from './har-log.ts';
import type { Draw } from './recording-of-draw.ts';
import { AMOUNTS, BODY_SIZES, DURATIONS, PACKAGE_IDS } from './traffic.ts';

/*
 * What the traffic of a draw can reveal, from the settings of the service and the plan of the client. It knows nothing of
 * how calibration works.
 */

/** A closed range. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

const quote = (truth: Settings, selection: Parameters<typeof priceSelection>[1]) =>
  priceSelection(truth, selection, 'single');

/** The packages that estimates recommended. */
function recommendedIds(exchanges: readonly WireExchange[]): ReadonlySet<number> {
  const ids = exchanges
    .filter(({ url, status }) => url.endsWith('/estimate/') && status === 200)
    .map(
      ({ responseBody }) => JSON.parse(responseBody.toString('utf8')).data.recommended_package?.id as number,
    );
  return new Set(ids);
}

/** A package as quotes and estimates have shown it; null if none has. */
function shownPackage(truth: Settings, pack: Package, isRecommended: boolean): Package | null {
  const isAsked = (PACKAGE_IDS as readonly number[]).includes(pack.id);
  if (!isAsked || !pack.active) return null;
  const own = quote(truth, { packageId: pack.id });
  const priced = DURATIONS.filter(
    minutes => pack.pricesSun[minutes] !== undefined && pack.durationsMinutes.includes(minutes),
  );
  if (isRefusal(own) && priced.length === 0 && !isRecommended) return null;
  return { ...pack, durationsMinutes: pack.durationsMinutes.toSorted((left, right) => left - right) };
}

/** The packages that were shown. Without a price or a recommendation, neither name nor amount of a package is. */
export function shownPackages({ truth, exchanges }: Draw): readonly Package[] {
  const recommended = recommendedIds(exchanges);
  return truth.packages
    .map(pack => shownPackage(truth, pack, recommended.has(pack.id)))
    .filter(pack => pack !== null);
}

/** The packages that are sold but were not shown, so that no config file can have them. */
export function unshownPackages(draw: Draw): readonly Package[] {
  const shown = shownPackages(draw).map(({ id }) => id);
  return draw.truth.packages.filter(({ id, active }) => active && !shown.includes(id));
}

/** The bounds of a limit between sizes that were tried. */
export function limitRange(limit: number): Range | null {
  const refused = BODY_SIZES.filter(size => size > limit);
  const read = BODY_SIZES.filter(size => size <= limit);
  return refused.length === 0 ? null : { min: read.at(-1) ?? 0, max: refused[0]! - 1 };
}

/**
 * The first retry delays as pauses show them. Timers are late, so a pause within a twentieth of the default confirms the
 * default.
 */
export const shownDelays = (
  { webhook_retry_delays_ms: delays }: Settings,
  count: number,
): readonly number[] =>
  delays.slice(0, count).map((delay, index) => {
    const usual = DEFAULT_SETTINGS.webhook_retry_delays_ms[index];
    return usual !== undefined && Math.abs(delay - usual) <= usual / 20 ? usual : delay;
  });

/** Amounts that the service accepted. One that is refused for its step need not be in range. */
const amountsInside = ({
  custom_energy_min,
  custom_energy_max,
  custom_energy_step,
}: Settings): readonly number[] =>
  AMOUNTS.filter(
    amount => amount >= custom_energy_min && amount <= custom_energy_max && amount % custom_energy_step === 0,
  );

/** If no amount was accepted, a refused amount below this one is taken to be below the minimum. */
const SMALL = Math.sqrt(DEFAULT_SETTINGS.custom_energy_min * DEFAULT_SETTINGS.custom_energy_max);

export function minimumRange(truth: Settings): Range | null {
  const inside = amountsInside(truth);
  const isSmall = (amount: number): boolean => inside.length > 0 || amount < SMALL;
  const below = AMOUNTS.filter(amount => amount < truth.custom_energy_min && isSmall(amount));
  if (inside.length === 0 && below.length === 0) return null;
  return { min: (below.at(-1) ?? 0) + 1, max: inside[0] ?? Number.POSITIVE_INFINITY };
}

export function maximumRange(truth: Settings): Range | null {
  const inside = amountsInside(truth);
  const isLarge = (amount: number): boolean =>
    inside.length > 0 || amount > DEFAULT_SETTINGS.custom_energy_max;
  const above = AMOUNTS.find(amount => amount > truth.custom_energy_max && isLarge(amount));
  if (inside.length === 0 && above === undefined) return null;
  return { min: inside.at(-1) ?? 0, max: above === undefined ? Number.POSITIVE_INFINITY : above - 1 };
}

/** The settings of which one exchange shows the whole value, whatever it is. */
const ALWAYS_SHOWN = [
  'trailing_slash',
  'cors',
  'rate_limit_per_minute',
  'bulk_rate_cost',
  'content_type',
  'unknown_fields',
  'custom_energy_enabled',
  'hex_addresses',
  'bulk_refusal_body',
] as const satisfies readonly (keyof Settings)[];

/**
 * The settings of which the traffic shows the whole value. The only order with the name of an unknown scenario is for
 * package 1. If that was not shown, a sandbox cannot refuse the order for lack of a price, so only a refusal of the
 * name shows the setting.
 */
export const shownSettings = (draw: Draw): readonly (keyof Settings)[] => {
  const isShown =
    draw.truth.unknown_sandbox_name === 'reject' || unshownPackages(draw).every(({ id }) => id !== 1);
  return isShown ? [...ALWAYS_SHOWN, 'unknown_sandbox_name'] : ALWAYS_SHOWN;
};

/** True if a time zone shows the same times as another one at all instants of a recording. */
export const sameTimes = (exchanges: readonly WireExchange[], one: string, other: string): boolean =>
  exchanges.every(({ atMs }) => objectTime(atMs, one) === objectTime(atMs, other));
