import type { paths } from '../contract/control-v1.generated.ts';
import { type CallerNames, inCallerNames } from './caller-names.ts';
import { type Camel, toCamel } from './camel-case.ts';
import { SandboxError } from './errors.ts';
import type { HttpClient } from './http.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathOf<M extends Method> = {
  [P in keyof paths]: [NonNullable<paths[P][M]>] extends [never] ? never : P;
}[keyof paths];
type Operation<M extends Method, P extends keyof paths> = NonNullable<paths[P][M]>;

type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;
type Success<Responses> = Responses extends { 200: infer Response }
  ? Json<Response>
  : Responses extends { 201: infer Response }
    ? Json<Response>
    : never;

/** The type of `data` in the success response of a call, from the OpenAPI description. */
type DataOf<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer Responses }
    ? Success<Responses> extends { data: infer Data }
      ? Data
      : never
    : never;

type BodyOf<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { requestBody?: infer Request } ? Json<NonNullable<Request>> : never;

type QueryOf<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

interface CallInput<Body, Query> {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Query;
  readonly body?: Body;
  /** What the caller of the library calls parts of the request, if not by their names in camel case. */
  readonly names?: CallerNames;
}

/** The type of the items of a list. */
type ItemOf<Data> = Data extends { items: readonly (infer Item)[] } ? Item : never;

interface Envelope {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: string;
  readonly message?: string;
  readonly path?: string | null;
}

const MAX_PAGE_SIZE = 1000;

/** A client of the control API. Calls and their data are typed by the OpenAPI description. */
export class ControlClient {
  readonly http: HttpClient;
  readonly headers: Readonly<Record<string, string>>;

  /** @param headers sent with every call; they identify the caller */
  constructor(http: HttpClient, headers: Readonly<Record<string, string>> = {}) {
    this.http = http;
    this.headers = headers;
  }

  /** Makes a call and returns the data of the response in camel case. @throws SandboxError */
  async call<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    input: CallInput<BodyOf<M, P>, QueryOf<M, P>> = {},
  ): Promise<Camel<DataOf<M, P>>> {
    return toCamel(await this.raw(method, path, input));
  }

  /** Makes a call and returns the data of the response unchanged. @throws SandboxError */
  async raw<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    input: CallInput<BodyOf<M, P>, QueryOf<M, P>> = {},
  ): Promise<DataOf<M, P>> {
    const { status, text } = await this.http.send({
      method: method.toUpperCase(),
      path: fillPath(path, input.path ?? {}) + queryText(input.query ?? {}),
      headers: this.headers,
      ...(input.body === undefined ? {} : { body: input.body }),
    });
    return this.#dataOf(status, text, input.names) as DataOf<M, P>;
  }

  /** Fetches the items of a list page by page, at most `limit`. @throws SandboxError */
  async list<P extends PathOf<'get'>>(
    path: P,
    input: CallInput<never, QueryOf<'get', P>>,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<Camel<ItemOf<DataOf<'get', P>>>[]> {
    type Page = { readonly items: Camel<ItemOf<DataOf<'get', P>>>[]; readonly next: string | null };
    const items: Page['items'] = [];
    let cursor: string | null = null;
    do {
      const size = Math.min(MAX_PAGE_SIZE, limit - items.length);
      const query = { ...input.query, limit: size, ...(cursor === null ? {} : { cursor }) };
      const page = (await this.call('get', path, { ...input, query } as never)) as unknown as Page;
      items.push(...page.items);
      cursor = page.next;
    } while (cursor !== null && items.length < limit);
    return items;
  }

  #dataOf(status: number, text: string, names?: CallerNames): unknown {
    let envelope: Envelope;
    try {
      envelope = JSON.parse(text) as Envelope;
    } catch {
      const message = `${this.http.origin.origin} responded with ${status} but without JSON; is it a sandbox?`;
      throw new SandboxError(message, { code: 'NO_SANDBOX', status });
    }
    if (envelope.success) return envelope.data;
    const { error = 'NO_SANDBOX', message = text, path = null } = envelope;
    throw new SandboxError(inCallerNames(message, path, names), { code: error, status, path });
  }
}

const fillPath = (path: string, values: Readonly<Record<string, string | number>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));

function queryText(query: object): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)] as [string, string]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
