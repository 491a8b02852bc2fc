import type { Dispatcher } from 'undici';
import type { components } from '../../src/contract/energy-rental-v1.generated.ts';

type Schemas = components['schemas'];
type Query = Readonly<Record<string, string | number>>;

/** The optional parts of a call. */
export interface CallParts {
  /** An object is sent as JSON; strings and bytes are sent as is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The API key; null for none. Default: the client's own. */
  readonly key?: string | null;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
}

/** A response as it was received. */
export class Answered<Data = unknown> {
  readonly status: number;
  /** Names in lowercase; the last value of a repeated header. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;

  constructor(status: number, headers: Readonly<Record<string, string>>, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  /** The body, parsed. */
  get json(): unknown {
    return JSON.parse(this.text);
  }

  /** The data of a success; throws with the full response for anything else. */
  get data(): Data {
    const body = this.json as { success: boolean; data: Data };
    if (!body.success)
      throw new Error(`expected a success, got ${this.status} ${this.text} (${this.explain})`);
    return body.data;
  }

  /** The error code of a failure, or undefined. */
  get error(): string | undefined {
    return (this.json as { error?: string }).error;
  }

  /** The explanation of a failure; empty for a success. */
  get explain(): string {
    return this.headers['x-sandbox-explain'] ?? '';
  }

  /** Status and code in one: `422 INVALID_TRON_ADDRESS`, or `202`. */
  get outcome(): string {
    return [this.status, this.error].filter(part => part !== undefined).join(' ');
  }
}

/** A value in a body, for tests that send what the description forbids. */
export type Loose<Body> = { readonly [Field in keyof Body]?: unknown } & Readonly<Record<string, unknown>>;

type Connections = Pick<Dispatcher, 'request'>;

/** A client of the service's API over real sockets. It sends valid and invalid requests unchanged. */
export class ApiClient {
  readonly #connections: Connections;
  readonly #key: string | null;

  constructor(connections: Connections, key: string | null) {
    this.#connections = connections;
    this.#key = key;
  }

  /** The same connections with another key. */
  as(key: string | null): ApiClient {
    return new ApiClient(this.#connections, key);
  }

  /** Sends a request. The path is sent exactly as given. */
  async call<Data = unknown>(method: string, path: string, parts: CallParts = {}): Promise<Answered<Data>> {
    const { body, key = this.#key } = parts;
    const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const response = await this.#connections.request({
      method: method as 'GET',
      path,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...parts.headers,
      },
      body: isRaw ? ((body as string | Buffer | undefined) ?? null) : JSON.stringify(body),
      ...(parts.signal ? { signal: parts.signal } : {}),
    });
    const headers = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().at(-1)]);
    return new Answered(response.statusCode, Object.fromEntries(headers), await response.body.text());
  }

  quote(query: Query = {}, parts: CallParts = {}): Promise<Answered<Schemas['Quote']>> {
    return this.call('GET', `/api/v1/quote/${queryText(query)}`, parts);
  }

  estimate(
    body: Loose<Schemas['EstimateRequest']>,
    parts: CallParts = {},
  ): Promise<Answered<Schemas['Estimate']>> {
    return this.call('POST', '/api/v1/estimate/', { body, ...parts });
  }

  order(body: Loose<Schemas['OrderRequest']>, parts: CallParts = {}): Promise<Answered<OrderResult>> {
    return this.call('POST', '/api/v1/order/', { body, ...parts });
  }

  status(query: Query = {}, parts: CallParts = {}): Promise<Answered<Schemas['OrderStatus']>> {
    return this.call('GET', `/api/v1/status/${queryText(query)}`, parts);
  }

  balance(parts: CallParts = {}): Promise<Answered<{ readonly balance_trx: number }>> {
    return this.call('GET', '/api/v1/balance/', parts);
  }

  bulk(orders: unknown, parts: CallParts = {}): Promise<Answered<Schemas['BulkResult']>> {
    return this.call('POST', '/api/v1/orders/bulk/', { body: { orders }, ...parts });
  }
}

/** The data of the response to an order. */
export interface OrderResult {
  readonly order_id: number;
  readonly external_id: string | null;
  readonly status: string;
  readonly idempotent: boolean;
}

function queryText(query: Query): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
