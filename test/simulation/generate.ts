import { ORDER_STATUSES } from '../../src/domain/order.ts';
import type { AttemptOutcome } from '../../src/engine/account-state.ts';
import { CORRUPTIONS } from '../../src/scenario/types.ts';
import { addressNumber } from '../support/addresses.ts';
import type { OrderDraft, SimCommand } from './commands.ts';
import { GENERATED_SCENARIOS } from './generated-scenarios.ts';
import type { Random } from './random.ts';

const ADDRESSES = Array.from({ length: 6 }, (_, ordinal) => addressNumber(ordinal + 1));
const WRONG_ADDRESSES = ['', 'T', `${ADDRESSES[0]}x`, '41'.padEnd(42, '0')];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What the generator may name. */
export interface Vocabulary {
  readonly scenarioNames: readonly string[];
  readonly magicAddresses: readonly string[];
}

/** How lively a sequence is, drawn once for each, so that sequences differ in kind and not only in detail. */
interface Mood {
  readonly externalIds: number;
  readonly acknowledges: number;
  readonly magic: number;
  readonly generated: number;
}

const OUTCOMES: readonly AttemptOutcome['kind'][] = ['refused', 'redirected', 'timeout', 'unreachable'];

/** Makes commands up, by a seed. */
export class Generator {
  readonly #random: Random;
  readonly #words: Vocabulary;
  readonly #mood: Mood;

  constructor(random: Random, words: Vocabulary) {
    this.#random = random;
    this.#words = words;
    this.#mood = {
      externalIds: random.pick([5, 30, 1_000]),
      acknowledges: random.pick([0, 0.5, 0.9]),
      magic: random.pick([0, 0.1, 0.4]),
      generated: random.pick([0, 0.5, 0.9]),
    };
  }

  next(): SimCommand {
    return this.#random.weighted(this.#table)();
  }

  readonly #table: readonly (readonly [number, () => SimCommand])[] = [
    [22, () => this.#order()],
    [5, () => this.#bulk()],
    [3, () => ({ do: 'read', pick: this.#place(), key: this.#random.below(3) })],
    [
      2,
      () => ({
        do: 'admit',
        key: this.#random.below(3),
        ip: this.#random.pick(['127.0.0.1', '::1']),
        cost: 1,
      }),
    ],
    [9, () => ({ do: 'elapse', byMs: this.#span() })],
    [14, () => ({ do: 'elapse-to-due' })],
    [18, () => this.#answer()],
    [3, () => ({ do: 'answer-all', kind: this.#outcome() })],
    [1, () => ({ do: 'answer-late', pick: this.#place(), kind: this.#outcome() })],
    [6, () => this.#move()],
    [2, () => ({ do: 'refund', pick: this.#place() })],
    [
      4,
      () => ({
        do: 'resend',
        pick: this.#place(),
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
        names: Array.from({ length: this.#random.below(4) }, () => this.#scenario()),
      }),
    ],
    [2, () => ({ do: 'webhook', url: this.#random.chance(0.75) ? 'http://127.0.0.1:9/hooks' : null })],
    [0.5, () => ({ do: 'clock', speed: this.#random.pick([0, 1, 60]) })],
    [0.3, () => ({ do: 'add-key' })],
    [0.3, () => ({ do: 'revoke-key', key: this.#random.below(4) })],
    [0.7, () => ({ do: 'snapshot' })],
    [0.4, () => ({ do: 'restore' })],
    [1, () => ({ do: 'restart' })],
  ];

  #place(): number {
    return Math.round(this.#random.next() * 10_000) / 10_001;
  }

  /** Whole milliseconds; now and then none, or fewer than none, which must be as none. */
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

  #afterMs(): { readonly afterMs?: number } {
    return this.#random.chance(0.25)
      ? { afterMs: this.#random.pick([1, 100, 5_000, this.#random.below(MINUTE_MS)]) }
      : {};
  }

  #outcome(): AttemptOutcome['kind'] {
    return this.#random.chance(this.#mood.acknowledges) ? 'acknowledged' : this.#random.pick(OUTCOMES);
  }

  #scenario(): string {
    const random = this.#random;
    return random.chance(this.#mood.generated)
      ? `g${random.below(GENERATED_SCENARIOS)}`
      : random.pick(this.#words.scenarioNames);
  }

  #header(): { readonly header?: string } {
    return this.#random.chance(0.1) ? { header: this.#scenario() } : {};
  }

  #externalId(): string | null {
    const random = this.#random;
    if (random.chance(0.15)) return null;
    const plain = `e${random.below(this.#mood.externalIds)}`;
    if (random.chance(0.02)) return random.pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty']);
    return random.chance(0.1) ? `sandbox:${this.#scenario()}:${plain}` : plain;
  }

  #draft(): OrderDraft {
    const random = this.#random;
    const address = random.chance(this.#mood.magic)
      ? random.pick(this.#words.magicAddresses)
      : random.chance(0.04)
        ? random.pick(WRONG_ADDRESSES)
        : random.pick(ADDRESSES);
    const product = random.weighted<() => object>([
      [6, () => ({ packageId: 1 + random.below(3) })],
      [1, () => ({ packageId: random.pick([0, -1, 4, 5, 6, 99]) })],
      [3, () => ({ energyAmount: 32_000 + 1_000 * random.below(60) })],
      [1, () => ({ energyAmount: random.pick([0, 1, 31_999, 32_001, 5_001_000, Number.MAX_SAFE_INTEGER]) })],
      [0.5, () => ({})],
      [0.5, () => ({ packageId: 1, energyAmount: 65_000 })],
    ])();
    const duration = random.chance(0.3) ? { durationMinutes: random.pick([5, 10, 15, 60, 60, 7]) } : {};
    return { externalId: this.#externalId(), address, ...product, ...duration };
  }

  #order(): SimCommand {
    return {
      do: 'order',
      order: this.#draft(),
      key: this.#random.below(3),
      ...this.#header(),
      ...this.#afterMs(),
    };
  }

  #bulk(): SimCommand {
    const random = this.#random;
    const items = Array.from({ length: 1 + random.below(random.chance(0.1) ? 50 : 4) }, () =>
      random.chance(0.1) ? null : this.#draft(),
    );
    return { do: 'bulk', items, key: random.below(3), ...this.#header() };
  }

  #answer(): SimCommand {
    return { do: 'answer', pick: this.#place(), kind: this.#outcome(), ...this.#afterMs() };
  }

  #move(): SimCommand {
    const random = this.#random;
    const later = random.chance(0.6) ? { refundAfterMs: random.pick([0, 1, 5_000, HOUR_MS]) } : {};
    return { do: 'move', pick: this.#place(), to: random.pick(ORDER_STATUSES), ...later };
  }

  #assumptions(): Readonly<Record<string, unknown>> {
    return this.#random.pick<Readonly<Record<string, unknown>>>([
      { idempotency_mismatch: this.#random.pick(['replay', 'reject']) },
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
