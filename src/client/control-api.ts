import type { paths } from '../contract/control-v1.generated.ts';
import { type Camel, toCamel } from './camel-case.ts';
import { SandboxError } from './errors.ts';
import type { HttpClient } from './http.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathOf<M extends Method> = {
  [P in keyof paths]: [NonNullable<paths[P][M]>] extends [never] ? never : P;
}[keyof paths];
type Operation<M extends Method, P extends keyof paths> = NonNullable<paths[P][M]>;

type Json<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never;
type Success<Answers> = Answers extends { 200: infer Answer }
  ? Json<Answer>
  : Answers extends { 201: infer Answer }
    ? Json<Answer>
    : never;

/** `data` of a call's success, as described. */
type DataOf<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { responses: infer Answers }
    ? Success<Answers> extends { data: infer Data }
      ? Data
      : never
    : never;

type BodyOf<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { requestBody?: infer Request } ? Json<NonNullable<Request>> : never;

type QueryOf<M extends Method, P extends keyof paths> =
  Operation<M, P> extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

interface Given<Body, Query> {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Query;
  readonly body?: Body;
}

/** An item of a list's page. */
type ItemOf<Data> = Data extends { items: readonly (infer Item)[] } ? Item : never;

interface Envelope {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: string;
  readonly message?: string;
  readonly path?: string | null;
}

const PAGE_LIMIT = 1000;

/** The control API of a sandbox; calls and their data are typed by its description. */
export class ControlClient {
  readonly http: HttpClient;
  readonly headers: Readonly<Record<string, string>>;

  /** @param headers sent with every call: who is calling */
  constructor(http: HttpClient, headers: Readonly<Record<string, string>> = {}) {
    this.http = http;
    this.headers = headers;
  }

  /** Makes a call; the data of its answer, named for TypeScript. @throws SandboxError */
  async call<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    given: Given<BodyOf<M, P>, QueryOf<M, P>> = {},
  ): Promise<Camel<DataOf<M, P>>> {
    return toCamel(await this.raw(method, path, given));
  }

  /** Makes a call; the data of its answer as it came. @throws SandboxError */
  async raw<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    given: Given<BodyOf<M, P>, QueryOf<M, P>> = {},
  ): Promise<DataOf<M, P>> {
    const { status, text } = await this.http.send({
      method: method.toUpperCase(),
      path: filled(path, given.path ?? {}) + queryText(given.query ?? {}),
      headers: this.headers,
      ...(given.body === undefined ? {} : { body: given.body }),
    });
    return this.#dataOf(status, text) as DataOf<M, P>;
  }

  /** All items of a list, page after page; at most `limit`, where one is given. @throws SandboxError */
  async list<P extends PathOf<'get'>>(
    path: P,
    given: Given<never, QueryOf<'get', P>>,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<Camel<ItemOf<DataOf<'get', P>>>[]> {
    type Page = { readonly items: Camel<ItemOf<DataOf<'get', P>>>[]; readonly next: string | null };
    const items: Page['items'] = [];
    let cursor: string | null = null;
    do {
      const size = Math.min(PAGE_LIMIT, limit - items.length);
      const query = { ...given.query, limit: size, ...(cursor === null ? {} : { cursor }) };
      const page = (await this.call('get', path, { ...given, query } as never)) as unknown as Page;
      items.push(...page.items);
      cursor = page.next;
    } while (cursor !== null && items.length < limit);
    return items;
  }

  #dataOf(status: number, text: string): unknown {
    let envelope: Envelope;
    try {
      envelope = JSON.parse(text) as Envelope;
    } catch {
      const message = `${this.http.origin.origin} answered ${status} without JSON; is it a sandbox?`;
      throw new SandboxError(message, { code: 'NO_SANDBOX', status });
    }
    if (envelope.success) return envelope.data;
    const { error = 'NO_SANDBOX', message = text, path = null } = envelope;
    throw new SandboxError(path === null ? message : `${path}: ${message}`, { code: error, status, path });
  }
}

const filled = (path: string, values: Readonly<Record<string, string | number>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));

function queryText(query: object): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)] as [string, string]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
