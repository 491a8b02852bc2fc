import createClient from 'openapi-fetch';
import type { paths } from '../contract/control-v1.generated.ts';
import type { ParametersIn, RequestBody, SuccessData } from '../contract/description-types.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths of the description that have an operation with this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { readonly [K in M]: object } ? P : never;
}[keyof paths];

type OperationOf<M extends Method, P extends keyof paths> = NonNullable<paths[P][M]>;

/** The data inside the envelope of a success response. */
export type DataOf<M extends Method, P extends keyof paths> = SuccessData<OperationOf<M, P>>;

export type BodyOf<M extends Method, P extends keyof paths> = RequestBody<OperationOf<M, P>>;

export type ParametersOf<M extends Method, P extends keyof paths, In extends 'path' | 'query'> = ParametersIn<
  OperationOf<M, P>,
  In
>;

/** The data that a call sends, apart from its method and path. */
export interface CallInput<Path = object, Query = object, Body = unknown> {
  /** The parameters in the path, by the names in the description. */
  readonly path?: Path;
  /** Undefined parameters are omitted. */
  readonly query?: Query;
  readonly body?: Body;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

type InputOf<M extends Method, P extends keyof paths> = CallInput<
  ParametersOf<M, P, 'path'>,
  ParametersOf<M, P, 'query'>,
  BodyOf<M, P>
>;

export type ItemOf<Data> = Data extends { items: readonly (infer Item)[] } ? Item : never;

export type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  input?: InputOf<M, P>,
) => Promise<DataOf<M, P>>;

/** A response other than success. */
export interface Refusal {
  readonly status: number;
  /** The error code; null if the response has no envelope, so that no sandbox has sent it. */
  readonly code: string | null;
  /** The problem and how to fix it; without an envelope, empty. */
  readonly message: string;
  /** The part of the request that is at fault, such as `body.by`, or null. */
  readonly path: string | null;
  /** The parsed body; text if it is not JSON. */
  readonly body: unknown;
}

export interface ControlClientOptions {
  /** Scheme, host and port, and what precedes `/_sandbox` in the path. */
  readonly url: string;
  /** Headers that every call sends, such as the admin token. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Default: the transport of the platform. */
  readonly transport?: Pick<NonNullable<Parameters<typeof createClient>[0]>, 'fetch' | 'Request'>;
  /** The error of a call whose response is not success. */
  readonly refused: (refusal: Refusal) => Error;
  /** The error of a call that gets no response, or no complete one. */
  readonly unreachable: (cause: Error) => Error;
}

const MAX_PAGE_SIZE = 1_000;

interface Envelope {
  readonly success?: unknown;
  readonly data?: unknown;
  readonly error?: unknown;
  readonly message?: string;
  readonly path?: string | null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The refusal that a body describes; the code is null if no sandbox has sent it. */
function refusalOf(status: number, body: unknown): Refusal {
  const { success, error, message = '', path = null } = (body ?? {}) as Envelope;
  const code = success === false && typeof error === 'string' ? error : null;
  return { status, code, message: code === null ? '' : message, path, body };
}

/**
 * The one caller of the control API, typed by its description. `get('/_sandbox/accounts/{account}', { path: { account } })`
 * resolves with the data inside the envelope. A call rejects with an error that `refused` or `unreachable` makes, or if it
 * is aborted, with the reason of its signal.
 */
export function controlClient({ url, headers, transport, refused, unreachable }: ControlClientOptions) {
  const api = createClient<paths>({ baseUrl: url, ...transport });

  /** Resolves with what `parseAs` makes of a success response. `Call` has the types of the description. */
  async function send(method: Method, path: keyof paths, input: CallInput, parseAs: 'text' | 'stream') {
    const { path: inPath, query, body, signal } = input;
    const init = {
      params: { path: inPath, query },
      body,
      parseAs,
      headers: { ...input.headers, ...headers?.() },
      ...(signal && { signal }),
    };
    try {
      const { data, error, response } = await api.request(method, path as never, init as never);
      return { data: data as unknown, error: error as unknown, status: response.status, ok: response.ok };
    } catch (error) {
      throw signal?.aborted ? error : unreachable(error as Error);
    }
  }

  const call =
    <M extends Method>(method: M): Call<M> =>
    async (path, input = {}) => {
      const { data, error, status, ok } = await send(method, path, input as CallInput, 'text');
      const body = ok ? parsed(data as string) : error;
      if (ok && (body as Envelope | null)?.success === true) return (body as Envelope).data as never;
      throw refused(refusalOf(status, body));
    };
  const get = call('get');

  return {
    get,
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),

    /** The first `query.limit` items of a list, fetched page by page; by default all. */
    async list<P extends PathOf<'get'>>(
      path: P,
      input: InputOf<'get', P> = {},
    ): Promise<ItemOf<DataOf<'get', P>>[]> {
      const { limit = Number.POSITIVE_INFINITY } = (input.query ?? {}) as { readonly limit?: number };
      const items: ItemOf<DataOf<'get', P>>[] = [];
      let cursor: string | undefined;
      do {
        const size = Math.min(MAX_PAGE_SIZE, limit - items.length);
        const query = { ...input.query, limit: size, cursor };
        const page = (await get(path, { ...input, query } as never)) as {
          readonly items: typeof items;
          readonly next: string | null;
        };
        items.push(...page.items);
        cursor = page.next ?? undefined;
      } while (cursor !== undefined && items.length < limit);
      return items;
    },

    /** Opens a response that is not an envelope: a live stream, or metrics. Resolves when its headers have arrived. */
    async open<P extends PathOf<'get'>>(
      path: P,
      input: InputOf<'get', P> = {},
    ): Promise<ReadableStream<Uint8Array>> {
      const { data, error, status, ok } = await send('get', path, input as CallInput, 'stream');
      if (ok) return data as ReadableStream<Uint8Array>;
      throw refused(refusalOf(status, error));
    },
  };
}

export type ControlClient = ReturnType<typeof controlClient>;
