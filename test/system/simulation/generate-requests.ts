import { addressNumber } from '../../support/addresses.ts';
import type { Flaw, OrderDraft, RequestCommand, SimCommand, WrongField } from './commands.ts';
import { GENERATED_SCENARIOS } from './generated-scenarios.ts';
import type { Random } from './random.ts';

export const ADDRESSES = Array.from({ length: 6 }, (_, ordinal) => addressNumber(ordinal + 1));
const WRONG_ADDRESSES = [null, '', 'T', `${ADDRESSES[0]}x`, '41'.padEnd(42, '0')];
const WRONG_FIELDS: readonly WrongField[] = ['external_id', 'address', 'package_id', 'duration_minutes'];
const FLAWS: readonly Flaw[] = ['problem', 'remark', 'remark', 'violation'];
const MINUTE_MS = 60_000;

/** The values that the generator can use. */
export interface Vocabulary {
  readonly scenarioNames: readonly string[];
  readonly magicAddresses: readonly string[];
}

/** The characteristics of the requests of one sequence, so that sequences differ in kind, not only in detail. */
interface Profile {
  readonly externalIds: number;
  readonly magic: number;
  readonly generated: number;
  readonly flaws: number;
}

/** Generates requests, and the scenarios that they pick. */
export class RequestGenerator {
  readonly #random: Random;
  readonly #words: Vocabulary;
  readonly #profile: Profile;
  readonly #drafts: OrderDraft[] = [];

  constructor(random: Random, words: Vocabulary) {
    this.#random = random;
    this.#words = words;
    this.#profile = {
      externalIds: random.pick([5, 30, 1_000]),
      magic: random.pick([0, 0.1, 0.4]),
      generated: random.pick([0, 0.5, 0.9]),
      flaws: random.pick([0, 0.03, 0.2]),
    };
  }

  order(): RequestCommand {
    return { do: 'order', order: this.#draft(), ...this.#asking() };
  }

  bulk(): RequestCommand {
    const random = this.#random;
    const items = Array.from({ length: 1 + random.below(random.chance(0.1) ? 50 : 4) }, () =>
      random.chance(0.1) ? null : this.#draft(),
    );
    return { do: 'bulk', items, ...this.#asking() };
  }

  /** A request that creates nothing. */
  query(): RequestCommand {
    const random = this.#random;
    return random.weighted<() => RequestCommand>([
      [
        3,
        () => ({
          do: 'read',
          pick: random.place(),
          by: random.pick(['id', 'external_id']),
          ...this.#asking(),
        }),
      ],
      [2, () => ({ do: 'quote', order: this.#draft(), ...this.#asking() })],
      [
        1,
        () => ({
          do: 'estimate',
          address: this.#address(),
          hasUsdt: random.pick([true, false, null]),
          ...this.#asking(),
        }),
      ],
      [1, () => ({ do: 'read-balance', ...this.#asking() })],
    ])();
  }

  /** An order outside the service API, which has no violations. */
  place(): SimCommand {
    const { wrong: _wrong, ...order } = this.#draft();
    return { do: 'place', order, key: this.#random.below(3), ...this.#header(), ...this.afterMs() };
  }

  scenario(): string {
    const random = this.#random;
    return random.chance(this.#profile.generated)
      ? `g${random.below(GENERATED_SCENARIOS)}`
      : random.pick(this.#words.scenarioNames);
  }

  afterMs(): { readonly afterMs?: number } {
    return this.#random.chance(0.25)
      ? { afterMs: this.#random.pick([1, 100, 5_000, this.#random.below(MINUTE_MS)]) }
      : {};
  }

  #header(): { readonly header?: string } {
    return this.#random.chance(0.1) ? { header: this.scenario() } : {};
  }

  #asking(): {
    readonly key: number;
    readonly header?: string;
    readonly flaw?: Flaw;
    readonly afterMs?: number;
  } {
    const random = this.#random;
    const flaw = random.chance(this.#profile.flaws) ? { flaw: random.pick(FLAWS) } : {};
    return { key: random.below(3), ...this.#header(), ...flaw, ...this.afterMs() };
  }

  #externalId(): string | null {
    const random = this.#random;
    if (random.chance(0.15)) return null;
    const plain = `e${random.below(this.#profile.externalIds)}`;
    if (random.chance(0.02)) return random.pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty']);
    return random.chance(0.1) ? `sandbox:${this.scenario()}:${plain}` : plain;
  }

  #address(): string | null {
    const random = this.#random;
    if (random.chance(this.#profile.magic)) return random.pick(this.#words.magicAddresses);
    return random.pick(random.chance(0.04) ? WRONG_ADDRESSES : ADDRESSES);
  }

  /** Sometimes exactly the draft of an earlier request, so that exact repeats are frequent. */
  #draft(): OrderDraft {
    const random = this.#random;
    if (this.#drafts.length > 0 && random.chance(0.15)) return random.pick(this.#drafts);
    const draft = this.#newDraft();
    this.#drafts.push(draft);
    return draft;
  }

  #newDraft(): OrderDraft {
    const random = this.#random;
    const product = random.weighted<() => object>([
      [6, () => ({ packageId: 1 + random.below(3) })],
      [1, () => ({ packageId: random.pick([0, -1, 4, 5, 6, 99]) })],
      [3, () => ({ energyAmount: 32_000 + 1_000 * random.below(60) })],
      [1, () => ({ energyAmount: random.pick([0, 1, 31_999, 32_001, 5_001_000, Number.MAX_SAFE_INTEGER]) })],
      [0.5, () => ({})],
      [0.5, () => ({ packageId: 1, energyAmount: 65_000 })],
    ])();
    const duration = random.chance(0.3) ? { durationMinutes: random.pick([5, 10, 15, 60, 60, 7]) } : {};
    const wrong = random.chance(this.#profile.flaws)
      ? { wrong: WRONG_FIELDS.filter(() => random.chance(0.4)) }
      : {};
    return { externalId: this.#externalId(), address: this.#address(), ...product, ...duration, ...wrong };
  }
}
