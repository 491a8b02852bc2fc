export interface Package {
  readonly id: number;
  readonly name: string;
  readonly energyAmount: number;
  /** The duration of an order that does not specify one. */
  readonly durationMinutes: number;
  readonly durationsMinutes: readonly number[];
  /** The price for each duration in minutes. A duration without an entry is offered without a price. */
  readonly pricesSun: Readonly<Record<string, number>>;
  readonly active: boolean;
}

/** The durations of the service (specification: Limits, Bulk duration_minutes). */
export const RENTAL_DURATIONS_MINUTES = [5, 10, 15, 60] as const;

/** The price of a unit of Energy in sun, by duration. Shorter rentals are cheaper, as on the real market. */
export const SUN_PER_ENERGY: Readonly<Record<(typeof RENTAL_DURATIONS_MINUTES)[number], number>> = {
  5: 40,
  10: 43,
  15: 46,
  60: 60,
};

/** What the chain takes for a unit of Energy that was not rented, in sun: TRON's chain parameter getEnergyFee. */
export const CHAIN_SUN_PER_ENERGY = 100;

const packageOf = (id: number, name: string, energyAmount: number): Package => ({
  id,
  name,
  energyAmount,
  durationMinutes: 60,
  durationsMinutes: RENTAL_DURATIONS_MINUTES,
  pricesSun: Object.fromEntries(
    RENTAL_DURATIONS_MINUTES.map(minutes => [minutes, energyAmount * SUN_PER_ENERGY[minutes]]),
  ),
  active: true,
});

export const DEFAULT_PACKAGES: readonly Package[] = [
  packageOf(1, 'USDT transfer', 65_000),
  packageOf(2, 'USDT transfer to a new holder', 131_000),
  packageOf(3, 'Four transfers', 262_000),
  packageOf(4, 'Contract call', 500_000),
  packageOf(5, 'Wholesale', 1_000_000),
];
