import { setTimeout as pause } from 'node:timers/promises';

interface Envelope {
  readonly success: boolean;
  readonly error?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface EnergyOrder {
  /** An order that is repeated under the same id is neither made nor paid twice. */
  readonly externalId: string;
  readonly address: string;
  readonly energy: number;
}

const ATTEMPTS = 5;
const TIMEOUT_MS = 10_000;

/** The two calls of the Energy Rental Service that a payout needs. */
export class EnergyService {
  readonly #baseUrl: string;
  readonly #apiKey: string;
  readonly #pauseMs: number;

  /** @param pauseMs the pause before the first repeat, in milliseconds; it doubles each time */
  constructor(baseUrl: string, apiKey: string, pauseMs = 500) {
    this.#baseUrl = baseUrl;
    this.#apiKey = apiKey;
    this.#pauseMs = pauseMs;
  }

  /** The price of an amount of Energy in TRX. */
  async quote(energy: number): Promise<number> {
    return (await this.#call('GET', `/api/v1/quote/?energy_amount=${energy}`)).price_trx as number;
  }

  async order({ externalId, address, energy }: EnergyOrder): Promise<void> {
    await this.#call('POST', '/api/v1/order/', { external_id: externalId, address, energy_amount: energy });
  }

  /** Repeats a call whose outcome is unknown, unchanged. For an order this is safe because of its external_id. */
  async #call(method: string, path: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
    for (let attempt = 1; ; attempt++) {
      const { data, problem, isFinal, waitMs } = await this.#attempt(method, path, body);
      if (data) return data;
      if (isFinal || attempt === ATTEMPTS) throw new Error(`${method} ${path}: ${problem}`);
      await pause(Math.max(waitMs, this.#pauseMs * 2 ** (attempt - 1)));
    }
  }

  async #attempt(method: string, path: string, body?: object) {
    const unknown = { data: undefined, isFinal: false, waitMs: 0 };
    try {
      const response = await fetch(this.#baseUrl + path, {
        method,
        headers: { Authorization: `Bearer ${this.#apiKey}`, 'Content-Type': 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body && { body: JSON.stringify(body) }),
      });
      const { success, data, error } = (await response.json()) as Envelope;
      if (success && data) return { ...unknown, data, problem: '' };
      const { status, headers } = response;
      const waitMs = Number(headers.get('Retry-After') ?? 0) * 1_000;
      return { ...unknown, problem: `${status} ${error}`, isFinal: status < 500 && status !== 429, waitMs };
    } catch (error) {
      return { ...unknown, problem: String(error) };
    }
  }
}
