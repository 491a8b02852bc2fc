import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { CliError } from './cli-error.ts';

/** Which server to talk to, and about which account. */
interface RemoteOptions {
  readonly url: string;
  readonly account: string;
  readonly adminToken?: string | undefined;
}

/** Values of query parameters; those without a value are left out. */
type Query = Readonly<Record<string, string | number | undefined>>;

/** What is sent along with a call. */
interface Sent {
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

const MAX_PAGE = 1_000;

/** The codes of a connection that nobody took. */
const NO_CONNECTION: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT', 'EAI_AGAIN'];

/** A call that the server refused. */
class RefusedCall extends CliError {
  readonly code: string;
  readonly status: number;

  constructor(status: number, { error = '', message = '', path = null }: Envelope) {
    super(path === null || message.includes(path) ? message || error : `${path}: ${message}`);
    this.code = error;
    this.status = status;
  }
}

function envelopeOf(status: number, body: string, url: string): Envelope {
  try {
    const parsed = JSON.parse(body) as Envelope | null;
    if (typeof parsed?.success === 'boolean') return parsed;
  } catch {
    // Not JSON at all: told below.
  }
  throw new CliError(`what answers at ${url} is no energy-sandbox: HTTP ${status}; name another with --url`);
}

/** The control API of a server that runs, about one account. */
export class Remote {
  readonly url: string;
  readonly account: string;
  readonly #adminToken: string | undefined;

  constructor({ url, account, adminToken }: RemoteOptions) {
    this.url = url.replace(/\/+$/, '');
    this.account = account;
    this.#adminToken = adminToken;
  }

  /** A path below the account's. */
  of(path: string): string {
    return `/accounts/${encodeURIComponent(this.account)}${path}`;
  }

  /** Reads. @throws RefusedCall, or CliError where no sandbox answers */
  get<T>(path: string, query: Query = {}): Promise<T> {
    return this.call<T>('GET', path, { query });
  }

  /** Calls, and answers the data of a success. @throws RefusedCall, or CliError where no sandbox answers */
  async call<T>(method: string, path: string, sent: Sent = {}): Promise<T> {
    const response = await this.#exchange(method, path, sent);
    const status = response.statusCode ?? 0;
    const envelope = envelopeOf(status, await text(response), this.url);
    if (!envelope.success) throw new RefusedCall(status, envelope);
    return envelope.data as T;
  }

  /** The first so many items of a list, over as many pages as that takes. */
  async list<T>(path: string, query: Query, limit: number): Promise<T[]> {
    const items: T[] = [];
    let cursor: string | undefined;
    do {
      const page: Page<T> = await this.get(path, {
        ...query,
        limit: Math.min(limit - items.length, MAX_PAGE),
        cursor,
      });
      items.push(...page.items);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined && items.length < limit);
    return items;
  }

  /** Opens a live stream. @throws RefusedCall, or CliError where no sandbox answers */
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
    { query = {}, body, headers }: Sent,
  ): Promise<IncomingMessage> {
    const url = new URL(`${this.url}/_sandbox${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
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
    return new CliError(
      code !== undefined && NO_CONNECTION.includes(code)
        ? `no sandbox answers at ${this.url}; start one with "energy-sandbox", or name another with --url`
        : `the call to ${this.url} broke off: ${message || code}`,
    );
  }
}
