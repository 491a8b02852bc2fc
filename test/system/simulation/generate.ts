import { ORDER_STATUSES } from '../../../src/core/domain/order.ts';
import type { AttemptOutcome } from '../../../src/core/engine/account-state.ts';
import { CORRUPTIONS } from '../../../src/core/scenario/rule-effects.ts';
import type { SimCommand } from './commands.ts';
import { ADDRESSES, RequestGenerator, type Vocabulary } from './generate-requests.ts';
import type { Random } from './random.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const OUTCOMES: readonly AttemptOutcome['kind'][] = ['refused', 'redirected', 'timeout', 'unreachable'];

/** Generates commands from a seed. */
export class Generator {
  readonly #random: Random;
  readonly #requests: RequestGenerator;
  /** How often deliveries are acknowledged, drawn once per sequence, so that sequences differ in kind. */
  readonly #acknowledges: number;

  constructor(random: Random, words: Vocabulary) {
    this.#random = random;
    this.#requests = new RequestGenerator(random, words);
    this.#acknowledges = random.pick([0, 0.5, 0.9]);
  }

  next(): SimCommand {
    return this.#random.weighted(this.#table)();
  }

  readonly #table: readonly (readonly [number, () => SimCommand])[] = [
    [20, () => this.#requests.order()],
    [5, () => this.#requests.bulk()],
    [7, () => this.#requests.query()],
    [2, () => this.#requests.place()],
    [2, () => ({ do: 'charge', key: this.#random.below(3), cost: this.#random.pick([1, 1, 50]) })],
    [9, () => ({ do: 'elapse', byMs: this.#span() })],
    [14, () => ({ do: 'elapse-to-due' })],
    [18, () => this.#answer()],
    [3, () => ({ do: 'answer-all', kind: this.#outcome() })],
    [1, () => ({ do: 'answer-late', pick: this.#random.place(), kind: this.#outcome() })],
    [6, () => this.#move()],
    [2, () => ({ do: 'refund', pick: this.#random.place() })],
    [
      4,
      () => ({
        do: 'resend',
        pick: this.#random.place(),
        corrupt: this.#random.chance(0.3) ? this.#random.pick(CORRUPTIONS) : null,
      }),
    ],
    [3, () => ({ do: 'deposit', amountSun: this.#random.below(30_000_000) })],
    [
      1,
      () => ({ do: 'balance', balanceSun: this.#random.pick([0, 3_900_000, this.#random.below(2 ** 40)]) }),
    ],
    [0.5, () => ({ do: 'discount', percent: this.#random.pick([0, 0.01, 12.5, 33.33, 99.99, 100]) })],
    [
      0.5,
      () => ({
        do: 'inactive',
        addresses: ADDRESSES.filter(() => this.#random.chance(0.2)),
      }),
    ],
    [1, () => ({ do: 'settings', assumptions: this.#assumptions() })],
    [
      0.5,
      () => ({
        do: 'price',
        packageId: 1 + this.#random.below(5),
        durationMinutes: this.#random.pick([5, 10, 15, 60]),
        priceSun: this.#random.pick([null, 1, 999_999, 5_000_000]),
      }),
    ],
    [
      2,
      () => ({
        do: 'scenarios',
        names: Array.from({ length: this.#random.below(4) }, () => this.#requests.scenario()),
      }),
    ],
    [2, () => ({ do: 'webhook', url: this.#random.chance(0.75) ? 'http://127.0.0.1:9/hooks' : null })],
    [0.5, () => ({ do: 'clock', speed: this.#random.pick([0, 1, 60]) })],
    [0.3, () => ({ do: 'add-key' })],
    [0.3, () => ({ do: 'revoke-key', key: this.#random.below(4) })],
    [0.7, () => ({ do: 'snapshot' })],
    [0.4, () => ({ do: 'restore' })],
    [0.3, () => ({ do: 'reset' })],
    [0.1, () => ({ do: 'delete' })],
    [1, () => ({ do: 'restart' })],
  ];

  /** Whole milliseconds; sometimes 0 or negative, which must count as 0. */
  #span(): number {
    const random = this.#random;
    return random.pick([
      0,
      -random.below(10_000),
      random.below(1_000),
      random.below(MINUTE_MS),
      9_000,
      HOUR_MS,
      random.below(4 * HOUR_MS),
    ]);
  }

  #outcome(): AttemptOutcome['kind'] {
    return this.#random.chance(this.#acknowledges) ? 'acknowledged' : this.#random.pick(OUTCOMES);
  }

  #answer(): SimCommand {
    return { do: 'answer', pick: this.#random.place(), kind: this.#outcome(), ...this.#requests.afterMs() };
  }

  #move(): SimCommand {
    const random = this.#random;
    const later = random.chance(0.6) ? { refundAfterMs: random.pick([0, 1, 5_000, HOUR_MS]) } : {};
    return { do: 'move', pick: this.#random.place(), to: random.pick(ORDER_STATUSES), ...later };
  }

  #assumptions(): Readonly<Record<string, unknown>> {
    return this.#random.pick<Readonly<Record<string, unknown>>>([
      { idempotency_mismatch: this.#random.pick(['replay', 'reject']) },
      { unknown_fields: this.#random.pick(['ignore', 'reject']) },
      { custom_energy_enabled: this.#random.chance(0.8) },
      { custom_sixty_only: this.#random.chance(0.5) },
      { hex_addresses: this.#random.pick(['accept', 'reject']) },
      { deny_unknown: this.#random.chance(0.3), active_addresses: ADDRESSES.slice(0, 3) },
      { webhook_retry_delays_ms: [] },
      { webhook_retry_delays_ms: [0, 0, 1, 5_000] },
      {
        webhook_retry_delays_ms: [5_000, 30_000, 120_000, 300_000, 900_000, 1_800_000, 3_600_000, 7_200_000],
      },
      { time_zone: this.#random.pick(['UTC', 'Europe/Berlin', 'Asia/Kathmandu']) },
      { rate_limit_per_minute: this.#random.pick([1, 60, 6_000]) },
    ]);
  }
}
