import type { components, paths } from '../contract/control-v1.generated.ts';
import { dataOf, exchange } from './envelope.ts';

/** The types that the OpenAPI description of the control API defines. */
export type Schemas = components['schemas'];

type Method = 'get' | 'put' | 'post' | 'patch' | 'delete';
type OrDefault<T, Else> = [T] extends [never] ? Else : T;

/** The paths of the description that support a method. */
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

/** The data inside the envelope of a successful response. */
type DataOf<Operation> =
  SuccessOf<Operation> extends { content: { 'application/json': { data: infer Data } } } ? Data : unknown;

/** The parameters and body of a call. */
type CallOptions<Operation> = {
  readonly path?: OrDefault<PartOf<Operation, 'path'>, Record<string, never>>;
  readonly query?: OrDefault<PartOf<Operation, 'query'>, Record<string, never>>;
  readonly body?: OrDefault<BodyOf<Operation>, never>;
  readonly signal?: AbortSignal | undefined;
};

const TOKEN_KEY = 'energy-sandbox:admin-token';

/** The admin token that the server may require. It is kept until the tab is closed. */
export const adminToken = {
  get: (): string | null => sessionStorage.getItem(TOKEN_KEY),
  set: (token: string): void => sessionStorage.setItem(TOKEN_KEY, token),
};

/** The headers of every call to the control API. */
export function controlHeaders(): Record<string, string> {
  const token = adminToken.get();
  return token ? { 'X-Admin-Token': token } : {};
}

/** The base URL of the sandbox: the part of the page's URL before `_sandbox/`. */
export const origin = new URL('..', document.baseURI).href.replace(/\/$/, '');

/** The URL for a path of the description, with path and query parameters filled in. */
export function addressOf(
  path: string,
  pathParameters: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(pathParameters[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return `${origin}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

async function call(method: Method, path: string, options: CallOptions<unknown>): Promise<unknown> {
  const { path: pathParameters, query, body, signal } = options;
  const url = addressOf(path, pathParameters, query);
  return dataOf(
    await exchange({ method: method.toUpperCase(), url, headers: controlHeaders(), body, signal }),
  );
}

const callerFor =
  <M extends Method>(method: M) =>
  <P extends PathOf<M>>(
    path: P,
    options: CallOptions<OperationOf<M, P>> = {},
  ): Promise<DataOf<OperationOf<M, P>>> =>
    call(method, path, options as CallOptions<unknown>) as Promise<DataOf<OperationOf<M, P>>>;

/**
 * The control API, with types from its description: `api.get('/_sandbox/accounts/{account}', { path: { account } })`
 * resolves with the data inside the envelope.
 * @throws CallError, UnreachableError
 */
export const api = {
  get: callerFor('get'),
  put: callerFor('put'),
  post: callerFor('post'),
  patch: callerFor('patch'),
  delete: callerFor('delete'),
};
