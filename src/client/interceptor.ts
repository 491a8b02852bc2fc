import type { InterceptorOptions } from './call-options.ts';
import { checkOptions } from './check-options.ts';
import { invalidOption, shown } from './errors.ts';
import type { Sandbox } from './sandbox-interface.ts';

/** The options of a request that an interceptor changes. */
interface RoutedRequest {
  origin?: string | URL | undefined;
}

type Dispatch<Request, Handler, Result> = (request: Request, handler: Handler) => Result;

/** A function that undici's `compose` takes. */
export type Interceptor = <Request extends RoutedRequest, Handler, Result>(
  dispatch: Dispatch<Request, Handler, Result>,
) => Dispatch<Request, Handler, Result>;

/** The origin of a URL without a path. @throws SandboxError */
function originOf(call: string, origin: unknown): string {
  const url = typeof origin === 'string' && URL.canParse(origin) ? new URL(origin) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '') {
    return url.origin;
  }
  const expected = 'the scheme and host that the client calls, such as https://api.energy.example';
  throw invalidOption(call, 'origin', `origin: expected ${expected}, got ${shown(origin)}`);
}

/** Refuses requests of a `Client` or `Pool`, which would go to the real service. */
const BOUND =
  'the request names no origin, because it was sent by a Client or Pool of undici, which calls its own address only; ' +
  'compose an Agent with the interceptor instead';

/** An interceptor on behalf of a call, which errors name. */
function routeTo(call: string, { url }: Pick<Sandbox, 'url'>, options: InterceptorOptions): Interceptor {
  checkOptions(call, options, ['origin']);
  const wanted = originOf(call, options.origin);
  return dispatch => (request, handler) => {
    const { origin } = request;
    if (origin === undefined) throw invalidOption(call, 'origin', BOUND);
    const isRouted = new URL(origin).origin === wanted;
    return dispatch(isRouted ? { ...request, origin: url } : request, handler);
  };
}

/**
 * An interceptor for dispatchers of undici. It redirects requests to a fixed address, such as the real service's, to a
 * sandbox, so that a client whose address cannot be changed is tested as it is. Other requests are not affected.
 * Compose an `Agent` or the global dispatcher with it: a `Client` or `Pool` calls its own address only.
 * @throws SandboxError INVALID_OPTION
 * @example setGlobalDispatcher(getGlobalDispatcher().compose(interceptor(sandbox, { origin })));
 */
export function interceptor(sandbox: Pick<Sandbox, 'url'>, options: InterceptorOptions): Interceptor {
  return routeTo('interceptor', sandbox, options);
}

/** The symbols by which undici (up to version 7, and later) and Node's fetch store the dispatcher of all requests. */
const GLOBAL_DISPATCHERS = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map(Symbol.for);

interface GlobalDispatcher {
  compose(interceptor: unknown): GlobalDispatcher;
}

const holder = globalThis as Partial<Record<symbol, GlobalDispatcher>>;

/** A rerouting of Node's `fetch`, until it is ended. */
export interface Interception extends Disposable {
  /** Ends it: `fetch` calls the fixed address again. */
  end(): void;
}

/**
 * Makes Node's own `fetch` use an `interceptor`, without a package. End it after the test (or declare it with `using`).
 * Of two interceptions of the same address, the later one applies until it is ended.
 * @throws SandboxError INVALID_OPTION
 */
export function interceptFetch(sandbox: Pick<Sandbox, 'url'>, options: InterceptorOptions): Interception {
  const route = routeTo('interceptFetch', sandbox, options);
  // Node creates the dispatcher when anything of its fetch is used for the first time.
  new Headers();
  const places = GLOBAL_DISPATCHERS.filter(place => holder[place]);
  if (places.length === 0) {
    throw invalidOption('interceptFetch', '', 'this version of Node has no global dispatcher');
  }
  let hasEnded = false;
  const layers = places.map(place => {
    const before = holder[place]!;
    const layer = before.compose((dispatch: Dispatch<RoutedRequest, unknown, unknown>) => {
      const routed = route(dispatch);
      return (request: RoutedRequest, handler: unknown) => (hasEnded ? dispatch : routed)(request, handler);
    });
    holder[place] = layer;
    return { place, before, layer };
  });
  const end = (): void => {
    hasEnded = true;
    // A dispatcher that was set meanwhile stays, and this layer passes its requests on unchanged.
    for (const { place, before, layer } of layers) if (holder[place] === layer) holder[place] = before;
  };
  return { end, [Symbol.dispose]: end };
}
