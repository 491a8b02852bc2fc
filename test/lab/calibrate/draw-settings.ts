import type { Settings } from '../../../src/core/domain/assumptions.ts';
import type { Package } from '../../../src/core/domain/catalogue.ts';
import { drawOf } from '../../../src/core/domain/seeded-values.ts';
import { RECIPIENTS } from './traffic.ts';

/** Draws by seed. */
export class Dice {
  readonly #seed: string;
  #count = 0;

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** An integer from min to max. */
  integer(min: number, max: number): number {
    this.#count += 1;
    return min + Math.floor(drawOf(this.#seed, 'draw', this.#count) * (max - min + 1));
  }

  pick<T>(...values: readonly T[]): T {
    return values[this.integer(0, values.length - 1)]!;
  }
}

const DURATIONS = [5, 10, 15, 30, 60];

function packageOf(dice: Dice, id: number): Package {
  const durationsMinutes = DURATIONS.filter(() => dice.integer(0, 2) > 0);
  if (durationsMinutes.length === 0) durationsMinutes.push(60);
  const priced = durationsMinutes.filter(() => dice.integer(0, 5) > 0);
  const energyAmount = dice.integer(1, 1_000) * 1_000;
  return {
    id,
    name: `Package ${dice.integer(1, 1_000)}`,
    energyAmount,
    durationMinutes: dice.pick(...durationsMinutes),
    durationsMinutes,
    pricesSun: Object.fromEntries(
      priced.map(minutes => [minutes, energyAmount * dice.integer(20, 90) + dice.integer(0, 99)]),
    ),
    active: dice.integer(0, 6) > 0,
  };
}

/** Settings drawn from the whole register, those apart that are about the sandbox only. */
export function drawSettings(seed: string): Settings {
  const dice = new Dice(seed);
  const min = dice.integer(1, 60) * 1_000;
  return {
    trailing_slash: dice.pick('not_found', 'redirect'),
    cors: dice.pick('off', 'any_origin'),
    rate_limit_per_minute: dice.integer(400, 5_000),
    order_limit: 100_000,
    rate_limit_clock: 'account',
    bulk_rate_cost: dice.pick('request', 'item'),
    trusted_proxies: [],
    content_type: dice.pick('ignore', 'reject'),
    body_limit_bytes: dice.integer(1_024, 150_000),
    bulk_body_limit_bytes: dice.integer(3_000, 150_000),
    unknown_fields: dice.pick('ignore', 'reject'),
    unknown_sandbox_name: dice.pick('note', 'reject'),
    custom_energy_enabled: dice.integer(0, 5) > 0,
    custom_energy_min: min,
    custom_energy_max: min + dice.integer(100, 8_000) * 1_000,
    custom_energy_step: dice.pick(1, 100, 500, 1_000, 2_000),
    custom_sixty_only: dice.pick(true, false),
    hex_addresses: dice.pick('reject', 'accept'),
    deny_unknown: dice.integer(0, 3) === 0,
    active_addresses: RECIPIENTS.filter(() => dice.integer(0, 3) > 0),
    packages: Array.from({ length: dice.integer(1, 6) }, (_, index) => packageOf(dice, index + 1)),
    custom_prices_sun_per_energy: Object.fromEntries(
      DURATIONS.filter(minutes => minutes === 60 || dice.integer(0, 2) > 0).map(minutes => [
        minutes,
        dice.integer(20, 90),
      ]),
    ),
    discount_percent: dice.pick(0, dice.integer(1, 40), dice.integer(1, 4_000) / 100),
    estimate_holders: dice.pick('by_address', 'all', 'none'),
    estimate_without_usdt: dice.integer(10_000, 140_000),
    first_order_id: dice.integer(1, 1_000_000),
    idempotency_mismatch: dice.pick('replay', 'reject'),
    invalid_repeat: 'replay',
    bulk_duplicates: 'replay',
    status_selectors: 'id_first',
    bulk_refusal_body: dice.pick('with_results', 'error_only'),
    time_zone: dice.pick(
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Asia/Kolkata',
      'Asia/Shanghai',
      'Australia/Sydney',
    ),
    retry_on: 'every_non_2xx',
    webhook_retry_delays_ms: Array.from(
      { length: dice.integer(1, 8) },
      () => dice.integer(3, 900) * 1_000,
    ).sort((one, other) => one - other),
    webhook_timeout_ms: 10_000,
    chain_inclusion: 'next_block',
    manual_clock_start: new Date(
      Date.UTC(2026, dice.integer(0, 11), dice.integer(1, 28), dice.integer(0, 23)),
    ).toISOString(),
  };
}
