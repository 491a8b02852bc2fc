import type { Answered, ApiClient, OrderResult } from '../../support/api-client.ts';

/** The result of a purchase. */
export type Purchase =
  | { readonly kind: 'ordered'; readonly orderId: number; readonly tries: number }
  | { readonly kind: 'refused'; readonly code: string; readonly tries: number }
  | { readonly kind: 'gave-up'; readonly tries: number };

/** The fields of an order, without the external_id. */
export interface OrderFields {
  readonly address: string;
  readonly package_id?: number;
  readonly energy_amount?: number;
}

/** How a client reacts if an order does not succeed. */
export interface BuyerHabits {
  /** `same`: a retry has the external_id of the first attempt. `new`: each attempt is another order. */
  readonly externalIdOfRetry: 'same' | 'new';
  /** Whether it tries again after a 429, a 5xx or a lost response. */
  readonly retries: boolean;
  readonly maxTries: number;
}

export const CAREFUL: BuyerHabits = { externalIdOfRetry: 'same', retries: true, maxTries: 5 };
export const RASH: BuyerHabits = { ...CAREFUL, externalIdOfRetry: 'new' };
export const HASTY: BuyerHabits = { ...CAREFUL, retries: false };

/** What a buyer needs. */
export interface BuyerContext {
  readonly api: ApiClient;
  /** Advances the account's clock. */
  readonly wait: (ms: number) => Promise<unknown>;
  /** Creates the timeout of one attempt; by default, there is none. */
  readonly timeout?: () => AbortSignal;
}

const DEFAULT_PAUSE_MS = 1_000;

const isTemporary = (status: number): boolean => status === 429 || status >= 500;

/** Buys Energy as an integrator's program would. */
export class Buyer {
  readonly #context: BuyerContext;
  readonly #habits: BuyerHabits;

  constructor(context: BuyerContext, habits: BuyerHabits = CAREFUL) {
    this.#context = context;
    this.#habits = habits;
  }

  async buy(externalId: string, fields: OrderFields): Promise<Purchase> {
    const { externalIdOfRetry, retries, maxTries } = this.#habits;
    for (let tries = 1; tries <= maxTries; tries++) {
      const id = tries > 1 && externalIdOfRetry === 'new' ? `${externalId}-${tries}` : externalId;
      const answered = await this.#try(id, fields);
      if (answered && answered.status < 300) {
        return { kind: 'ordered', orderId: answered.data.order_id, tries };
      }
      if (answered && !isTemporary(answered.status)) {
        return { kind: 'refused', code: answered.error ?? '', tries };
      }
      if (!retries) return { kind: 'gave-up', tries };
      await this.#context.wait(Number(answered?.headers['retry-after'] ?? 0) * 1_000 || DEFAULT_PAUSE_MS);
    }
    return { kind: 'gave-up', tries: maxTries };
  }

  /** Null if there was no complete response. */
  async #try(externalId: string, fields: OrderFields): Promise<Answered<OrderResult> | null> {
    const { api, timeout } = this.#context;
    const signal = timeout ? { signal: timeout() } : {};
    try {
      const answered = await api.order({ external_id: externalId, ...fields }, signal);
      if (answered.status < 300) JSON.parse(answered.text);
      return answered;
    } catch {
      return null;
    }
  }
}
