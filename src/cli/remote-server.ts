import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { CliError } from './cli-error.ts';

/** The server to call, and the account that calls are about. */
interface RemoteOptions {
  readonly url: string;
  readonly account: string;
  readonly adminToken?: string | undefined;
  /** What the user types to call the program. */
  readonly programName: string;
}

/** Query parameters; undefined ones are omitted. */
type Query = Readonly<Record<string, string | number | undefined>>;

/** Optional parts of a request. */
interface RequestParts {
  readonly query?: Query;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Envelope {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: string;
  readonly message?: string;
  readonly path?: string | null;
}

/** A page of a list. */
interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** The redirect of a load-balanced server to the path of an account. */
const MOVED = 307;
const MAX_PAGE_SIZE = 1_000;

/** Error codes of connections that could not be established. */
const NO_CONNECTION: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
];

/** Node's codes for a certificate that it does not accept. */
const CERTIFICATE_PROBLEM = /CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE/;

/** An error response of the control API. The message names parts of the request: `params.account: there is no …`. */
export class RefusedCall extends CliError {
  readonly code: string;
  readonly status: number;

  constructor(status: number, { error = '', message = '', path = null }: Envelope) {
    super(
      path === null || path === 'body' || message.includes(path) ? message || error : `${path}: ${message}`,
    );
    this.code = error;
    this.status = status;
  }
}

function envelopeOf(status: number, body: string, url: string): Envelope {
  try {
    const parsed = JSON.parse(body) as Envelope | null;
    if (typeof parsed?.success === 'boolean') return parsed;
  } catch {
    // Not JSON: reported below.
  }
  throw new CliError(
    `the server at ${url} is not an energy-sandbox (HTTP ${status}); set its address with --url`,
  );
}

/** The control API of a running server, for one account. */
export class Remote {
  readonly url: string;
  readonly account: string;
  readonly programName: string;
  readonly #adminToken: string | undefined;

  constructor({ url, account, adminToken, programName }: RemoteOptions) {
    this.url = url.replace(/\/+$/, '');
    this.account = account;
    this.programName = programName;
    this.#adminToken = adminToken;
  }

  /** A path below the path of the account. */
  of(path: string): string {
    return `/accounts/${encodeURIComponent(this.account)}${path}`;
  }

  /** Sends a GET request and returns the data of the response. @throws CliError, RefusedCall if the server refused it */
  get<T>(path: string, query: Query = {}): Promise<T> {
    return this.call<T>('GET', path, { query });
  }

  /** Sends a request and returns the data of the response. @throws CliError, RefusedCall if the server refused it */
  async call<T>(method: string, path: string, parts: RequestParts = {}): Promise<T> {
    const response = await this.#exchange(method, path, parts);
    const status = response.statusCode ?? 0;
    const envelope = envelopeOf(status, await text(response), this.url);
    if (!envelope.success) throw new RefusedCall(status, envelope);
    return envelope.data as T;
  }

  /** The first `limit` items of a list, fetched page by page. */
  async list<T>(path: string, query: Query, limit: number): Promise<T[]> {
    const items: T[] = [];
    let cursor: string | undefined;
    do {
      const page: Page<T> = await this.get(path, {
        ...query,
        limit: Math.min(limit - items.length, MAX_PAGE_SIZE),
        cursor,
      });
      items.push(...page.items);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined && items.length < limit);
    return items;
  }

  /** Opens a live stream. @throws CliError, RefusedCall if the server refused it */
  async open(path: string, lastEventId: string | null): Promise<IncomingMessage> {
    const headers = {
      Accept: 'text/event-stream',
      ...(lastEventId === null ? {} : { 'Last-Event-ID': lastEventId }),
    };
    const response = await this.#exchange('GET', path, { headers });
    if (response.statusCode === 200) return response;
    throw new RefusedCall(
      response.statusCode ?? 0,
      envelopeOf(response.statusCode ?? 0, await text(response), this.url),
    );
  }

  async #exchange(
    method: string,
    path: string,
    { query = {}, body, headers }: RequestParts,
  ): Promise<IncomingMessage> {
    const url = new URL(`${this.url}/_sandbox${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const response = await this.#send(url, method, { body, ...(headers ? { headers } : {}) });
    const { location } = response.headers;
    if (response.statusCode !== MOVED || location === undefined) return response;
    response.resume();
    // Never to another host, which must not get the admin token.
    const { pathname, search } = new URL(location, url);
    return this.#send(new URL(pathname + search, url), method, { body, ...(headers ? { headers } : {}) });
  }

  async #send(url: URL, method: string, { body, headers }: RequestParts): Promise<IncomingMessage> {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(this.#adminToken === undefined ? {} : { 'X-Admin-Token': this.#adminToken }),
      },
    });
    request.end(body === undefined ? undefined : JSON.stringify(body));
    try {
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return response;
    } catch (error) {
      throw this.#connectionError(error as NodeJS.ErrnoException);
    }
  }

  #connectionError({ code, message }: NodeJS.ErrnoException): CliError {
    if (code !== undefined && CERTIFICATE_PROBLEM.test(code)) {
      return new CliError(
        `the certificate of ${this.url} is not trusted (${code}); name the CA file of the server with NODE_EXTRA_CA_CERTS=<file>`,
      );
    }
    return new CliError(
      code !== undefined && NO_CONNECTION.includes(code)
        ? `no sandbox responds at ${this.url}; start one with "${this.programName}", or set the address with --url`
        : `the request to ${this.url} failed: ${message || code}`,
    );
  }
}
