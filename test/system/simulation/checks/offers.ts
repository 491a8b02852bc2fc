import { isHexTronAddress, isTronAddress } from '../../../../src/core/domain/address.ts';
import type { Settings } from '../../../../src/core/domain/assumptions.ts';
import type { ErrorCode } from '../../../../src/core/domain/error-codes.ts';
import type { Account } from '../../../../src/core/engine/account.ts';
import type { RequestFields } from '../../../../src/core/engine/request/service-request.ts';

/* What an order costs and why it is refused, worked out apart from the program. */

export type Kind = 'single' | 'bulk';

/** The default is 15 minutes for bulk items and 60 for single orders and for custom amounts if only 60 is allowed. */
export const minutesOf = (settings: Settings, fields: RequestFields, kind: Kind): number =>
  fields.durationMinutes ??
  (kind === 'bulk' && !(fields.packageId === null && settings.custom_sixty_only) ? 15 : 60);

/** The price in sun, or null if there is none. */
export function priceOf(
  settings: Settings,
  packageId: number | null,
  energy: number,
  minutes: number,
): number | null {
  const pack = settings.packages.find(one => one.id === packageId && one.active);
  const baseSun =
    packageId === null
      ? energy * (settings.custom_prices_sun_per_energy[minutes] ?? Number.NaN)
      : (pack?.pricesSun[minutes] ?? Number.NaN);
  const hundredths = Math.round(settings.discount_percent * 100);
  const discountSun = Math.floor((baseSun * hundredths + 5_000) / 10_000);
  return Number.isNaN(baseSun) ? null : baseSun - discountSun;
}

/** True if an account accepts the format of a recipient's address. */
export const isAddress = (settings: Settings, address: string | null): boolean =>
  address !== null &&
  (isTronAddress(address) || (settings.hex_addresses === 'accept' && isHexTronAddress(address)));

function customRefusal(settings: Settings, energy: number, minutes: number, kind: Kind): ErrorCode | null {
  const { custom_energy_min: min, custom_energy_max: max, custom_energy_step: step } = settings;
  if (!settings.custom_energy_enabled) return 'CUSTOM_ENERGY_DISABLED';
  if (energy < min || energy > max) return 'CUSTOM_ENERGY_OUT_OF_RANGE';
  if (energy % step !== 0) return 'CUSTOM_ENERGY_INVALID_STEP';
  const isSixtyOnly = kind === 'single' || settings.custom_sixty_only;
  if (isSixtyOnly && minutes !== 60) return 'CUSTOM_DURATION_UNAVAILABLE';
  return priceOf(settings, null, energy, minutes) === null ? 'DURATION_PRICE_UNAVAILABLE' : null;
}

/** Why a selection is refused, or null. */
export function selectionRefusal(settings: Settings, fields: RequestFields, kind: Kind): ErrorCode | null {
  const { packageId, energyAmount } = fields;
  const minutes = minutesOf(settings, fields, kind);
  if (packageId !== null && energyAmount !== null) return 'PRODUCT_SELECTOR_CONFLICT';
  if (energyAmount !== null) return customRefusal(settings, energyAmount, minutes, kind);
  if (packageId === null) return 'PRODUCT_REQUIRED';
  const pack = settings.packages.find(one => one.id === packageId && one.active);
  if (!pack) return 'PACKAGE_NOT_FOUND';
  if (![5, 10, 15, 60].includes(minutes)) return 'RENTAL_DURATION_UNAVAILABLE';
  return priceOf(settings, packageId, 0, minutes) === null ? 'DURATION_PRICE_UNAVAILABLE' : null;
}

/** Why a new order must be refused at a balance, or null if it must be accepted. */
export function orderRefusal(
  { state: { settings, inactiveAddresses } }: Account,
  fields: RequestFields,
  kind: Kind,
  balanceSun: number,
): ErrorCode | null {
  const { address, packageId, energyAmount } = fields;
  if (address === null || !isAddress(settings, address)) return 'INVALID_TRON_ADDRESS';
  const refusal = selectionRefusal(settings, fields, kind);
  if (refusal) return refusal;
  const isKnown = !settings.deny_unknown || settings.active_addresses.includes(address);
  if (inactiveAddresses.includes(address) || !isKnown) return 'ADDRESS_NOT_ACTIVE';
  const priceSun = priceOf(settings, packageId, energyAmount ?? 0, minutesOf(settings, fields, kind));
  return priceSun! > balanceSun ? 'INSUFFICIENT_BALANCE' : null;
}
