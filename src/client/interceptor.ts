import { checkOptions, invalidOption, shown } from './check-options.ts';
import { OPTION_NAMES } from './option-names.ts';
import type { InterceptorOptions } from './options.ts';
import type { Sandbox } from './sandbox-interface.ts';

/** The options of a request that an interceptor changes. */
interface RoutedRequest {
  origin?: string | URL | undefined;
}

/** A function that dispatches a request, such as the method `dispatch` of undici's dispatchers. */
type Dispatch<Request, Handler, Result> = (request: Request, handler: Handler) => Result;

/** The origin of a URL without a path. @throws SandboxError */
function originOf(call: string, origin: unknown): string {
  const url = typeof origin === 'string' && URL.canParse(origin) ? new URL(origin) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '') {
    return url.origin;
  }
  const expected = 'the scheme and host that the client calls, such as https://api.energy.example';
  throw invalidOption(call, 'origin', `origin: expected ${expected}, got ${shown(origin)}`);
}

/**
 * An interceptor for dispatchers of undici. It sends requests to a fixed address, such as that of the real service, to a
 * sandbox instead, so that a client whose address cannot be changed is tested as it is. Other requests are not affected.
 * @throws SandboxError INVALID_OPTION
 * @example setGlobalDispatcher(getGlobalDispatcher().compose(interceptor(sandbox, { origin })));
 */
export function interceptor(sandbox: Pick<Sandbox, 'url'>, options: InterceptorOptions) {
  checkOptions('interceptor', options, OPTION_NAMES.interceptor);
  const wanted = originOf('interceptor', options.origin);
  return <Request extends RoutedRequest, Handler, Result>(
    dispatch: Dispatch<Request, Handler, Result>,
  ): Dispatch<Request, Handler, Result> =>
    (request, handler) => {
      const { origin } = request;
      const isRouted = origin !== undefined && new URL(origin).origin === wanted;
      return dispatch(isRouted ? { ...request, origin: sandbox.url } : request, handler);
    };
}

/** Where undici and Node's fetch keep the dispatcher of all requests. */
const GLOBAL_DISPATCHER = Symbol.for('undici.globalDispatcher.1');

interface GlobalDispatcher {
  [GLOBAL_DISPATCHER]?: { compose(interceptor: unknown): object };
}

/** A rerouting of Node's `fetch`, until it is ended. */
export interface Interception extends Disposable {
  /** Ends it: `fetch` calls the fixed address again. */
  end(): void;
}

/**
 * Makes Node's own `fetch` use an `interceptor`, without a package. End it after the test (or declare it with `using`);
 * interceptions that overlap have to end in reverse order.
 * @throws SandboxError INVALID_OPTION
 */
export function interceptFetch(sandbox: Pick<Sandbox, 'url'>, options: InterceptorOptions): Interception {
  const route = interceptor(sandbox, options);
  // Node creates the dispatcher when anything of its fetch is used for the first time.
  new Headers();
  const holder = globalThis as GlobalDispatcher;
  const before = holder[GLOBAL_DISPATCHER];
  if (!before) throw invalidOption('interceptFetch', '', 'this version of Node has no global dispatcher');
  holder[GLOBAL_DISPATCHER] = before.compose(route) as typeof before;
  const end = (): void => {
    holder[GLOBAL_DISPATCHER] = before;
  };
  return { end, [Symbol.dispose]: end };
}
