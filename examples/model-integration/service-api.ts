/** A request of the service API. Its path ends with a slash. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/**
 * What the client knows after one attempt.
 * `data`: the service did what was asked.
 * `refused`: it did not, and it will not until something changes.
 * `unknown`: it may have done it or not, or wants to be asked again later. The same request may be repeated.
 */
export type Reply =
  | { readonly kind: 'data'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | { readonly kind: 'unknown'; readonly reason: string; readonly retryAfterMs: number };

export interface ServiceApiOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The time limit for a response. An order can take several seconds, so keep it above ten. */
  readonly timeoutMs: number;
}

interface Envelope {
  readonly success: boolean;
  readonly error?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Sends single requests to the service, and says what their responses mean. */
export class ServiceApi {
  readonly #options: ServiceApiOptions;

  constructor(options: ServiceApiOptions) {
    this.#options = options;
  }

  /** Sends a request once. Never throws: a request without a usable response is `unknown`. */
  async send({ method, path, query, body }: ApiRequest): Promise<Reply> {
    const { baseUrl, apiKey, timeoutMs } = this.#options;
    const url = new URL(path, baseUrl);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    try {
      const response = await fetch(url, {
        method,
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        // A redirected POST would become a GET.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return meaningOf(response, (await response.json()) as Envelope);
    } catch (error) {
      // No connection, no response in time, or a body that is not JSON, such as a gateway's.
      return { kind: 'unknown', reason: String(error), retryAfterMs: 0 };
    }
  }
}

function meaningOf({ status, headers }: Response, { success, data, error }: Envelope): Reply {
  if (success && data) return { kind: 'data', data };
  const isTemporary = status === 429 || status >= 500;
  if (!isTemporary && error !== undefined) return { kind: 'refused', status, code: error };
  const retryAfterMs = Number(headers.get('Retry-After') ?? 0) * 1_000 || 0;
  return { kind: 'unknown', reason: `${status} ${error ?? 'without an error code'}`, retryAfterMs };
}
