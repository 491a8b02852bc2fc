import { setTimeout as pause } from 'node:timers/promises';

/** An order to place, with exactly one of packageId and energyAmount. */
export interface OrderRequest {
  /** Our id of the order. An order repeated under the same id is neither created nor paid twice. */
  readonly externalId: string;
  readonly address: string;
  readonly packageId?: number;
  readonly energyAmount?: number;
}

export interface PlacedOrder {
  readonly orderId: number;
  readonly status: string;
}

export interface EnergyClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The maximum number of attempts per call. Default 6. */
  readonly attempts?: number;
  /** The time limit for a response, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** The pause before the first retry, in milliseconds; it doubles each time. Default 500. */
  readonly pauseMs?: number;
}

/** An error response: the service's code, such as INSUFFICIENT_BALANCE, and the HTTP status. */
export class EnergyError extends Error {
  override readonly name = 'EnergyError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.status = status;
    this.code = code;
  }
}

interface Envelope {
  readonly success: boolean;
  readonly error?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The outcome of one attempt: data, a refusal, or unknown. */
type Outcome =
  | { readonly kind: 'data'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly error: EnergyError }
  | { readonly kind: 'unknown'; readonly why: Error; readonly waitMs: number };

/**
 * A small client of the Energy Rental Service. A call with an unknown outcome is repeated unchanged. For orders this is
 * safe only because of the external_id, so it is required.
 */
export class EnergyClient {
  readonly #options: Required<EnergyClientOptions>;

  constructor(options: EnergyClientOptions) {
    this.#options = { attempts: 6, timeoutMs: 10_000, pauseMs: 500, ...options };
  }

  async order({ externalId, address, packageId, energyAmount }: OrderRequest): Promise<PlacedOrder> {
    const selector = packageId === undefined ? { energy_amount: energyAmount } : { package_id: packageId };
    const body = { external_id: externalId, address, ...selector };
    const data = await this.#call('POST', '/api/v1/order/', body);
    return { orderId: data.order_id as number, status: data.status as string };
  }

  async status(externalId: string): Promise<string> {
    const query = new URLSearchParams({ external_id: externalId });
    return (await this.#call('GET', `/api/v1/status/?${query}`)).status as string;
  }

  async balanceTrx(): Promise<number> {
    return (await this.#call('GET', '/api/v1/balance/')).balance_trx as number;
  }

  async #call(method: string, path: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
    const { attempts, pauseMs } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(method, path, body);
      if (outcome.kind === 'data') return outcome.data;
      if (outcome.kind === 'refused') throw outcome.error;
      if (attempt === attempts) throw outcome.why;
      await pause(Math.max(outcome.waitMs, pauseMs * 2 ** (attempt - 1)));
    }
  }

  async #attempt(method: string, path: string, body: object | undefined): Promise<Outcome> {
    const { baseUrl, apiKey, timeoutMs } = this.#options;
    try {
      const response = await fetch(baseUrl + path, {
        method,
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const envelope = (await response.json()) as Envelope;
      if (envelope.success && envelope.data) return { kind: 'data', data: envelope.data };
      const error = new EnergyError(response.status, envelope.error ?? 'UNKNOWN');
      const isTemporary = response.status === 429 || response.status >= 500;
      if (!isTemporary) return { kind: 'refused', error };
      return {
        kind: 'unknown',
        why: error,
        waitMs: Number(response.headers.get('Retry-After') ?? 0) * 1_000,
      };
    } catch (why) {
      // No connection, no response in time, or invalid JSON: the order may or may not exist.
      return { kind: 'unknown', why: why as Error, waitMs: 0 };
    }
  }
}
