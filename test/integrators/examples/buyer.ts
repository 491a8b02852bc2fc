import type { Answered, ApiClient, OrderResult } from '../../support/api-client.ts';

/** What a client makes of its attempts to order. */
export type Purchase =
  | { readonly kind: 'ordered'; readonly orderId: number; readonly tries: number }
  | { readonly kind: 'refused'; readonly code: string; readonly tries: number }
  | { readonly kind: 'gave-up'; readonly tries: number };

/** What is bought, without the external_id. */
export interface Wish {
  readonly address: string;
  readonly package_id?: number;
  readonly energy_amount?: number;
}

/** How a client goes about an order of which it does not hear what it hoped for. */
export interface BuyerHabits {
  /** `same`: a retry names the order that it may have made already. `new`: each try is another order. */
  readonly externalIdOfRetry: 'same' | 'new';
  /** Whether it takes a 429, a 5xx or a lost answer for the last word. */
  readonly retries: boolean;
  readonly maxTries: number;
}

export const CAREFUL: BuyerHabits = { externalIdOfRetry: 'same', retries: true, maxTries: 5 };
export const RASH: BuyerHabits = { ...CAREFUL, externalIdOfRetry: 'new' };
export const HASTY: BuyerHabits = { ...CAREFUL, retries: false };

/** What a buyer needs of its surroundings. */
export interface BuyerSurroundings {
  readonly api: ApiClient;
  /** Lets the account's time pass. */
  readonly wait: (ms: number) => Promise<unknown>;
  /** The end of its patience with one try; left out, it waits for ever. */
  readonly patience?: () => AbortSignal;
}

const USUAL_PAUSE_MS = 1_000;

const isTemporary = (status: number): boolean => status === 429 || status >= 500;

/** Buys Energy as an integrator's program would. */
export class Buyer {
  readonly #around: BuyerSurroundings;
  readonly #habits: BuyerHabits;

  constructor(around: BuyerSurroundings, habits: BuyerHabits = CAREFUL) {
    this.#around = around;
    this.#habits = habits;
  }

  async buy(externalId: string, wish: Wish): Promise<Purchase> {
    const { externalIdOfRetry, retries, maxTries } = this.#habits;
    for (let tries = 1; tries <= maxTries; tries++) {
      const id = tries > 1 && externalIdOfRetry === 'new' ? `${externalId}-${tries}` : externalId;
      const answered = await this.#try(id, wish);
      if (answered && answered.status < 300) {
        return { kind: 'ordered', orderId: answered.data.order_id, tries };
      }
      if (answered && !isTemporary(answered.status)) {
        return { kind: 'refused', code: answered.error ?? '', tries };
      }
      if (!retries) return { kind: 'gave-up', tries };
      await this.#around.wait(Number(answered?.headers['retry-after'] ?? 0) * 1_000 || USUAL_PAUSE_MS);
    }
    return { kind: 'gave-up', tries: maxTries };
  }

  /** Null where no whole answer came. */
  async #try(externalId: string, wish: Wish): Promise<Answered<OrderResult> | null> {
    const { api, patience } = this.#around;
    const signal = patience ? { signal: patience() } : {};
    try {
      const answered = await api.order({ external_id: externalId, ...wish }, signal);
      if (answered.status < 300) JSON.parse(answered.text);
      return answered;
    } catch {
      return null;
    }
  }
}
