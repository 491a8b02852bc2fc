import { setTimeout as pause } from 'node:timers/promises';

/** What to order; exactly one of packageId and energyAmount. */
export interface OrderRequest {
  /** Our id of the order: whatever is repeated under it is never made or paid twice. */
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
  /** How often a call is tried at most. Default 4. */
  readonly attempts?: number;
  /** How long an answer may take, in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** The first pause between two tries, in milliseconds; it doubles each time. Default 500. */
  readonly pauseMs?: number;
}

/** A refusal: the service's code, such as INSUFFICIENT_BALANCE, and its HTTP status. */
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

/** What one try came to: data, a refusal, or nothing that can be relied on. */
type Tried =
  | { readonly kind: 'data'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly error: EnergyError }
  | { readonly kind: 'unsure'; readonly why: Error; readonly waitMs: number };

/**
 * A small client of the Energy Rental Service. A call whose outcome is not known is repeated as it was; for orders
 * that is safe because of the external_id, which is why there is none without one.
 */
export class EnergyClient {
  readonly #options: Required<EnergyClientOptions>;

  constructor(options: EnergyClientOptions) {
    this.#options = { attempts: 4, timeoutMs: 10_000, pauseMs: 500, ...options };
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
      const tried = await this.#try(method, path, body);
      if (tried.kind === 'data') return tried.data;
      if (tried.kind === 'refused') throw tried.error;
      if (attempt === attempts) throw tried.why;
      await pause(Math.max(tried.waitMs, pauseMs * 2 ** (attempt - 1)));
    }
  }

  async #try(method: string, path: string, body: object | undefined): Promise<Tried> {
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
      const mayPass = response.status === 429 || response.status >= 500;
      if (!mayPass) return { kind: 'refused', error };
      return { kind: 'unsure', why: error, waitMs: Number(response.headers.get('Retry-After') ?? 0) * 1_000 };
    } catch (why) {
      // No connection, no answer in time, or no JSON: whether the order was made is not known.
      return { kind: 'unsure', why: why as Error, waitMs: 0 };
    }
  }
}
