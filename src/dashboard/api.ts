import type { components, paths } from '../contract/control-v1.generated.ts';
import { dataOf, exchange } from './envelope.ts';

/** The shapes that the control API's description names. */
export type Schemas = components['schemas'];

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type Fallen<T, Else> = [T] extends [never] ? Else : T;

/** The paths of the description that have a method. */
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { readonly [K in M]: { responses: unknown } } ? P : never;
}[keyof paths];

type OperationOf<M extends Method, P extends keyof paths> = paths[P] extends {
  readonly [K in M]: infer Operation;
}
  ? Operation
  : never;

type PartOf<Operation, Part extends 'path' | 'query'> = Operation extends { parameters: infer Parameters }
  ? Part extends keyof Parameters
    ? Exclude<Parameters[Part], undefined>
    : never
  : never;

type BodyOf<Operation> = Operation extends { requestBody?: infer Body }
  ? Exclude<Body, undefined> extends { content: { 'application/json': infer Json } }
    ? Json
    : never
  : never;

type SuccessOf<Operation> = Operation extends { responses: infer Responses }
  ? { [S in keyof Responses]: S extends 200 | 201 | 202 ? Responses[S] : never }[keyof Responses]
  : never;

/** What a call answers inside its envelope. */
type DataOf<Operation> =
  SuccessOf<Operation> extends { content: { 'application/json': { data: infer Data } } } ? Data : unknown;

type Asked<Operation> = {
  readonly path?: Fallen<PartOf<Operation, 'path'>, Record<string, never>>;
  readonly query?: Fallen<PartOf<Operation, 'query'>, Record<string, never>>;
  readonly body?: Fallen<BodyOf<Operation>, never>;
  readonly signal?: AbortSignal | undefined;
};

const TOKEN_SLOT = 'energy-sandbox:admin-token';

/** The admin token, where the server wants one; kept for as long as the tab lives. */
export const adminToken = {
  get: (): string | null => sessionStorage.getItem(TOKEN_SLOT),
  set: (token: string): void => sessionStorage.setItem(TOKEN_SLOT, token),
};

/** The headers that every control call carries. */
export function controlHeaders(): Record<string, string> {
  const token = adminToken.get();
  return token ? { 'X-Admin-Token': token } : {};
}

/** Where the sandbox is reached: whatever stands before `_sandbox/` in the page's own address. */
export const origin = new URL('..', document.baseURI).href.replace(/\/$/, '');

/** The address of a path of the description, its places filled in. */
export function addressOf(
  path: string,
  places: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(places[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return `${origin}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

async function call(method: Method, path: string, asked: Asked<unknown>): Promise<unknown> {
  const { path: places, query, body, signal } = asked;
  const url = addressOf(path, places, query);
  return dataOf(
    await exchange({ method: method.toUpperCase(), url, headers: controlHeaders(), body, signal }),
  );
}

const caller =
  <M extends Method>(method: M) =>
  <P extends PathOf<M>>(path: P, asked: Asked<OperationOf<M, P>> = {}): Promise<DataOf<OperationOf<M, P>>> =>
    call(method, path, asked as Asked<unknown>) as Promise<DataOf<OperationOf<M, P>>>;

/**
 * The control API, typed by its description: `api.get('/_sandbox/accounts/{account}', { path: { account } })`
 * answers the data inside the envelope.
 * @throws CallError, AwayError
 */
export const api = {
  get: caller('get'),
  put: caller('put'),
  post: caller('post'),
  patch: caller('patch'),
  delete: caller('delete'),
};
