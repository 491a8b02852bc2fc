import {
  type BodyOf,
  type Call,
  type CallInput,
  controlClient,
  type DataOf,
  type Method,
  type ParametersOf,
  type PathOf,
} from '../client/control-client.ts';
import type { components } from '../contract/control-v1.generated.ts';

/** The types that the OpenAPI description of the control API defines. */
export type Schemas = components['schemas'];

/** An error response, with its code and message. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly code: string;
  /** The whole body of the response. */
  readonly body: unknown;

  constructor(status: number, code: string, message: string, body: unknown = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

/** The server sent no response. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';

  constructor() {
    super('The sandbox does not respond.');
  }
}

const TOKEN_KEY = 'energy-sandbox:admin-token';

/** The admin token that the server may require, or an API key, which opens its account. It is kept until the tab is closed. */
export const adminToken = {
  get: (): string | null => sessionStorage.getItem(TOKEN_KEY),
  set: (token: string): void => sessionStorage.setItem(TOKEN_KEY, token),
};

/** The base URL of the sandbox: the part of the page's URL before `_sandbox/`. */
export const origin = new URL('..', document.baseURI).href.replace(/\/$/, '');

/** The header that marks the dashboard's own requests: what they cause is neither assessed nor counted. */
export const OWN_MARK = { 'X-Sandbox-Dashboard': '1' } as const;

/** The control API. @throws CallError, UnreachableError */
export const api = controlClient({
  url: origin,
  headers: (): Record<string, string> => {
    const token = adminToken.get();
    return { ...OWN_MARK, ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  },
  refused: ({ status, code, message, body }) => {
    const name = code ?? `HTTP ${status}`;
    return new CallError(status, name, message || name, body);
  },
  unreachable: () => new UnreachableError(),
});

const ACCOUNT = '/_sandbox/accounts/{account}';

/** What follows the account in the paths that have an operation with this method. */
type Rest<M extends Method> =
  PathOf<M> extends infer P ? (P extends `${typeof ACCOUNT}${infer R}` ? R : never) : never;

type WholePath<M extends Method, R extends string> = `${typeof ACCOUNT}${R}` & PathOf<M>;

/** The parameters in such a path besides the account. */
type OtherParameters<M extends Method, P extends PathOf<M>> = Omit<ParametersOf<M, P, 'path'>, 'account'>;

type InputOf<M extends Method, P extends PathOf<M>> = Omit<
  CallInput<object, ParametersOf<M, P, 'query'>, BodyOf<M, P>>,
  'path'
>;

/** The input of such an operation; its `path` has the other parameters, and is required if there are any. */
type RestInput<M extends Method, P extends PathOf<M>> = keyof OtherParameters<M, P> extends never
  ? [input?: InputOf<M, P>]
  : [input: InputOf<M, P> & { readonly path: OtherParameters<M, P> }];

/** The operations on an account: `forAccount(name).get('/orders', { query })`. @throws CallError, UnreachableError */
export function forAccount(account: string) {
  const on =
    <M extends Method>(method: M) =>
    <R extends Rest<M>>(
      rest: R,
      ...[input]: RestInput<M, WholePath<M, R>>
    ): Promise<DataOf<M, WholePath<M, R>>> => {
      const all: CallInput = { ...input, path: { ...(input as CallInput | undefined)?.path, account } };
      return (api[method] as Call<M>)(`${ACCOUNT}${rest}` as never, all as never);
    };
  return { get: on('get'), post: on('post'), put: on('put'), patch: on('patch'), delete: on('delete') };
}
