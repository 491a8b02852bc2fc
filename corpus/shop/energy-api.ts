import { bug } from './bug.ts';

/**
 * What a request has led to.
 * `data`: the service did it. `refused`: it did not, and will not until something changes. `denied`: the key is not
 * accepted, which says nothing about any order. `unknown`: it may have been done; the same request may be repeated.
 */
export type Reply =
  | { readonly kind: 'data'; readonly status: number; readonly data: Data }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | { readonly kind: 'denied'; readonly status: number; readonly code: string }
  | { readonly kind: 'unknown'; readonly retryAfterMs: number };

// biome-ignore lint/suspicious/noExplicitAny: the JSON of the service
type Data = any;

export interface OrderItem {
  readonly external_id: string;
  readonly package_id: number;
  readonly address: string;
  readonly duration_minutes: number;
}

export interface ApiOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs?: number;
  /** The first pause between two attempts; it doubles each time. */
  readonly pauseMs?: number;
  readonly sleep?: (ms: number) => Promise<unknown>;
}

type Body = (attempt: number) => object;

const ATTEMPTS = 4;

/** True if the same order may succeed later. An item of a bulk request can fail in this way on its own. */
export const isTemporary = (code: string): boolean =>
  code === 'SERVICE_UNAVAILABLE' || code === 'RATE_LIMITED';

export const sleepReally = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** The service's API. Repeats a request whose outcome is unknown. */
export class EnergyApi {
  readonly #options: Required<ApiOptions>;

  constructor(options: ApiOptions) {
    this.#options = { timeoutMs: 10_000, pauseMs: 500, sleep: sleepReally, ...options };
  }

  quote(packageId: number): Promise<Reply> {
    return this.#send('GET', `/api/v1/quote/?package_id=${packageId}&duration_minutes=60`);
  }

  estimate(address: string, hasUsdt: boolean): Promise<Reply> {
    const hint = bug('usdt-hint-misspelled') ? { hasUsdt } : { has_usdt: hasUsdt };
    return this.#send('POST', '/api/v1/estimate/', () => ({ recipient_address: address, ...hint }));
  }

  balance(): Promise<Reply> {
    return this.#send('GET', '/api/v1/balance/');
  }

  order(item: OrderItem): Promise<Reply> {
    return this.#send('POST', '/api/v1/order/', attempt => {
      const { external_id: id, duration_minutes: minutes, ...rest } = item;
      if (bug('duration-misspelled')) return { external_id: id, duration: minutes, ...rest };
      if (bug('no-external-id')) return { duration_minutes: minutes, ...rest };
      if (bug('new-id-per-attempt') && attempt > 1) return { ...item, external_id: `${id}-${attempt}` };
      return item;
    });
  }

  bulk(items: readonly OrderItem[]): Promise<Reply> {
    return this.#send('POST', '/api/v1/orders/bulk/', attempt => {
      if (bug('bulk-new-ids-per-attempt') && attempt > 1)
        return { orders: items.map(item => ({ ...item, external_id: `${item.external_id}-${attempt}` })) };
      if (bug('bulk-default-duration'))
        return { orders: items.map(({ duration_minutes: _, ...item }) => item) };
      return { orders: items };
    });
  }

  status(externalId: string): Promise<Reply> {
    const query = `external_id=${encodeURIComponent(externalId)}`;
    return this.#send('GET', bug('no-final-slash') ? `/api/v1/status?${query}` : `/api/v1/status/?${query}`);
  }

  async #send(method: string, path: string, body?: Body): Promise<Reply> {
    const { sleep, pauseMs } = this.#options;
    for (let attempt = 1; ; attempt++) {
      const reply = await this.#once(method, path, body?.(attempt));
      const isOpen = reply.kind === 'unknown' || (bug('refusals-retried') && reply.kind === 'refused');
      if (!isOpen || attempt === ATTEMPTS) return this.#afterLast(reply);
      const backoffMs = pauseMs * 2 ** (attempt - 1);
      const toldMs = reply.kind === 'unknown' ? reply.retryAfterMs : 0;
      await sleep(bug('retry-after-ignored') ? 1 : Math.max(backoffMs, toldMs));
    }
  }

  #afterLast(reply: Reply): Reply {
    if (bug('give-up-is-refusal') && reply.kind === 'unknown') return refused(0, 'GAVE_UP');
    return reply;
  }

  async #once(method: string, path: string, body?: object): Promise<Reply> {
    const { baseUrl, apiKey } = this.#options;
    const url = new URL(path, baseUrl);
    if (bug('key-in-url')) url.searchParams.set('api_key', apiKey);
    const type = bug('form-content-type') ? 'application/x-www-form-urlencoded' : 'application/json';
    const timeoutMs = bug('timeout-of-300-ms') ? 300 : this.#options.timeoutMs;
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': type };
    const isOrder = method === 'POST' && path === '/api/v1/order/';
    let response: Response;
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      response = await fetch(url, {
        method,
        headers,
        signal,
        redirect: 'error',
        ...(body && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      if (bug('timeout-is-refusal') && (error as Error).name === 'TimeoutError') return refused(0, 'TIMEOUT');
      if (bug('lost-connection-is-refusal')) return refused(0, 'NO_CONNECTION');
      return { kind: 'unknown', retryAfterMs: 0 };
    }
    if (bug('replay-is-refusal') && isOrder && response.status === 200) return refused(200, 'NOT_CREATED');
    const envelope = await response.json().catch(error => {
      if (bug('html-throws')) throw error;
      return {};
    });
    return meaningOf(response, envelope);
  }
}

const refused = (status: number, code: string): Reply => ({ kind: 'refused', status, code });

function meaningOf({ status, headers }: Response, { success, data, error }: Data): Reply {
  if (success === true && data) return { kind: 'data', status, data };
  if (bug('5xx-is-refusal') && status >= 500) return refused(status, error ?? 'SERVER_ERROR');
  if (bug('503-is-refusal') && status === 503) return refused(status, error);
  if (bug('429-is-refusal') && status === 429) return refused(status, error);
  if (bug('401-is-refusal') && status === 401) return refused(status, error);
  if (bug('403-is-refusal') && status === 403) return refused(status, error);
  if (status === 401 || status === 403) return { kind: 'denied', status, code: error };
  if (status >= 400 && status < 500 && status !== 429 && !isTemporary(error))
    return refused(status, error ?? 'REFUSED');
  const toldSeconds = Number(headers.get('Retry-After') ?? 0) || 0;
  return { kind: 'unknown', retryAfterMs: bug('retry-after-as-ms') ? toldSeconds : toldSeconds * 1_000 };
}
