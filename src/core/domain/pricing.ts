import type { Settings } from './assumptions.ts';
import type { Package } from './catalogue.ts';
import { type Refusal, refuse } from './error-codes.ts';
import { percentOf } from './money.ts';
import { drawOf } from './seeded-values.ts';

/** The product to be priced. Exactly one of packageId and energyAmount must be given; null counts as not given. */
export interface Selection {
  readonly packageId?: number | null | undefined;
  readonly energyAmount?: number | null | undefined;
  readonly durationMinutes?: number | null | undefined;
}

/** A selection with its price (specification: Quote). `package` is null for a custom amount. */
export interface Offer {
  readonly package: Package | null;
  readonly energyAmount: number;
  readonly durationMinutes: number;
  readonly basePriceSun: number;
  readonly discountPercent: number;
  readonly discountSun: number;
  readonly priceSun: number;
}

/** Bulk items have a different default duration (specification: POST /api/v1/orders/bulk/). */
export type OrderKind = 'single' | 'bulk';

export const BULK_DURATION_MINUTES = 15;
const CUSTOM_DURATION_MINUTES = 60;

const offer = (
  settings: Settings,
  pack: Package | null,
  energyAmount: number,
  durationMinutes: number,
  basePriceSun: number,
): Offer => {
  const discountPercent = settings.discount_percent;
  const discountSun = percentOf(basePriceSun, discountPercent);
  return {
    package: pack,
    energyAmount,
    durationMinutes,
    basePriceSun,
    discountPercent,
    discountSun,
    priceSun: basePriceSun - discountSun,
  };
};

function offerPackage(settings: Settings, selection: Selection, kind: OrderKind): Offer | Refusal {
  const pack = settings.packages.find(one => one.id === selection.packageId);
  if (!pack?.active) {
    return refuse(
      'PACKAGE_NOT_FOUND',
      `package ${selection.packageId} ${pack ? 'is no longer sold' : 'does not exist'}`,
    );
  }
  const minutes =
    selection.durationMinutes ?? (kind === 'bulk' ? BULK_DURATION_MINUTES : pack.durationMinutes);
  if (!pack.durationsMinutes.includes(minutes)) {
    return refuse(
      'RENTAL_DURATION_UNAVAILABLE',
      `package ${pack.id} is offered for ${pack.durationsMinutes.join(', ')} minutes, not for ${minutes}`,
    );
  }
  const priceSun = pack.pricesSun[minutes];
  if (priceSun === undefined) {
    return refuse('DURATION_PRICE_UNAVAILABLE', `package ${pack.id} has no price for ${minutes} minutes`);
  }
  return offer(settings, pack, pack.energyAmount, minutes, priceSun);
}

export const refuseDisabled = ({ custom_energy_enabled: isEnabled }: Settings): Refusal | null =>
  isEnabled ? null : refuse('CUSTOM_ENERGY_DISABLED', 'custom_energy_enabled is false');

/** Checks that custom amounts are enabled, then the range, then the step. Returns the first failure. */
function checkCustomAmount(settings: Settings, energyAmount: number): Refusal | null {
  const { custom_energy_min: min, custom_energy_max: max, custom_energy_step: step } = settings;
  const disabled = refuseDisabled(settings);
  if (disabled) return disabled;
  if (energyAmount < min || energyAmount > max) {
    return refuse(
      'CUSTOM_ENERGY_OUT_OF_RANGE',
      `energy_amount ${energyAmount} is outside the range ${min} to ${max}`,
    );
  }
  if (energyAmount % step !== 0) {
    return refuse('CUSTOM_ENERGY_INVALID_STEP', `energy_amount ${energyAmount} is not a multiple of ${step}`);
  }
  return null;
}

function customDuration(settings: Settings, selection: Selection, kind: OrderKind): number | Refusal {
  const anyDuration = kind === 'bulk' && !settings.custom_sixty_only;
  const minutes =
    selection.durationMinutes ?? (anyDuration ? BULK_DURATION_MINUTES : CUSTOM_DURATION_MINUTES);
  if (!anyDuration && minutes !== CUSTOM_DURATION_MINUTES) {
    return refuse(
      'CUSTOM_DURATION_UNAVAILABLE',
      `custom Energy is rented for ${CUSTOM_DURATION_MINUTES} minutes, not for ${minutes}`,
    );
  }
  return minutes;
}

function offerCustom(settings: Settings, selection: Selection, kind: OrderKind): Offer | Refusal {
  const energyAmount = selection.energyAmount as number;
  const problem = checkCustomAmount(settings, energyAmount);
  if (problem) return problem;
  const minutes = customDuration(settings, selection, kind);
  if (typeof minutes !== 'number') return minutes;
  const sunPerEnergy = settings.custom_prices_sun_per_energy[minutes];
  if (sunPerEnergy === undefined) {
    return refuse('DURATION_PRICE_UNAVAILABLE', `custom Energy has no price for ${minutes} minutes`);
  }
  return offer(settings, null, energyAmount, minutes, energyAmount * sunPerEnergy);
}

/**
 * Prices a selection (specification: GET /api/v1/quote/ and POST /api/v1/order/).
 * @returns the offer, or the refusal with PRODUCT_REQUIRED, PRODUCT_SELECTOR_CONFLICT, PACKAGE_NOT_FOUND or one of
 * the CUSTOM_ENERGY_ and DURATION codes.
 */
export function priceSelection(settings: Settings, selection: Selection, kind: OrderKind): Offer | Refusal {
  const hasPackage = selection.packageId != null;
  const hasAmount = selection.energyAmount != null;
  if (hasPackage && hasAmount) {
    return refuse(
      'PRODUCT_SELECTOR_CONFLICT',
      'package_id and energy_amount are mutually exclusive; remove one of them',
    );
  }
  if (hasPackage) return offerPackage(settings, selection, kind);
  if (hasAmount) return offerCustom(settings, selection, kind);
  return refuse('PRODUCT_REQUIRED', 'package_id and energy_amount are both missing; add one of them');
}

/** The Energy that a recipient is likely to need, and the package that covers it (specification: Estimate result). */
export interface Estimate {
  readonly energy: number;
  readonly package: Package | null;
}

/** What a USDT transfer needs if the recipient holds USDT, and if not. */
export const HOLDER_ENERGY = 65_000;
export const NEW_HOLDER_ENERGY = 131_000;

/** Whether an address holds USDT, unless its wallet on the chain was changed. */
export const holdsUsdt = ({ estimate_holders: holders }: Settings, seed: string, address: string): boolean =>
  holders === 'by_address' ? drawOf(seed, `holder ${address}`, 0) < 0.5 : holders === 'all';

const transferEnergy = (settings: Settings, seed: string, address: string): number =>
  holdsUsdt(settings, seed, address) ? HOLDER_ENERGY : NEW_HOLDER_ENERGY;

function recommend(packages: readonly Package[], energyAmount: number): Package | null {
  let best: Package | null = null;
  for (const candidate of packages) {
    if (!candidate.active || candidate.energyAmount < energyAmount) continue;
    if (!best || candidate.energyAmount < best.energyAmount) best = candidate;
  }
  return best;
}

/**
 * Estimates the Energy that an operation with a recipient needs.
 * @param hint has_usdt of the request: whether a USDT operation is planned; null means that it is missing, and counts as yes
 */
export function estimateEnergy(
  settings: Settings,
  seed: string,
  address: string,
  hint: boolean | null,
): Estimate {
  const transfer = transferEnergy(settings, seed, address);
  const energy = hint === false ? Math.min(settings.estimate_without_usdt, transfer) : transfer;
  return { energy, package: recommend(settings.packages, energy) };
}
