import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { HostClock } from '../clock/host-clock.ts';
import type { Contract } from '../contract/types.ts';
import type { SandboxOptions } from '../options.ts';
import type { Core } from '../runtime/core.ts';
import type { Demo } from '../runtime/demo.ts';
import { CONNECTION_LIMITS, MAX_CONNECTIONS } from './limits.ts';
import { answerOwnFault } from './own-fault.ts';
import { Routes } from './routes.ts';
import { ServiceApi } from './service-api.ts';
import type { LiveStreams } from './stream.ts';
import { answerUnreadable } from './unreadable.ts';

export interface HttpParts {
  readonly core: Core;
  readonly service: Contract;
  readonly clock: HostClock;
  readonly options: SandboxOptions;
  readonly isClosing: () => boolean;
  readonly streams: LiveStreams;
  readonly demo: Demo;
}

/**
 * The server, which answers by path: the sandbox's own pages and calls by express's router, and the service's API for
 * the rest. The service's API goes without that, which would cost as much as all that it does for an order.
 */
export function createHttpServer(parts: HttpParts): Server {
  const api = serviceApi(parts);
  const own = whenNeeded(async () => (await import('./control/mount.ts')).sandboxListener(parts));
  const server = createServer(
    {
      ...CONNECTION_LIMITS,
      // Node answers a missing Host with a bare 400 before anybody can say more.
      requireHostHeader: false,
    },
    (request, response) => {
      if (isOwn(request)) own(request, response);
      else void api.serve(request, response);
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  answerUnreadable(server);
  return server;
}

const serviceApi = ({ core, service, clock, isClosing }: HttpParts): ServiceApi =>
  new ServiceApi({
    accounts: core.accounts,
    runner: core.runner,
    routes: new Routes(service),
    library: core.library,
    clock,
    record: (account, exchange) => core.record(account, exchange),
    isClosing,
    anyOrigin: core.defaults.settings.cors === 'any_origin',
  });

/** The sandbox's own paths, the probes, and a browser at the bare address, which is led to the dashboard. */
const isOwn = ({ method, url = '' }: IncomingMessage): boolean =>
  !url.startsWith('/api/') &&
  (/^\/(_sandbox(?=[/?]|$)|(healthz|readyz)(?=[?]|$))/.test(url) ||
    (method === 'GET' && /^\/([?]|$)/.test(url)));

/** A listener that is made at the first request that wants it: a start does not pay for the sandbox's own calls. */
function whenNeeded(make: () => Promise<RequestListener>): RequestListener {
  let made: Promise<RequestListener> | null = null;
  return (request, response) => {
    made ??= make();
    made.then(
      listener => listener(request, response),
      fault => answerOwnFault(response, fault),
    );
  };
}
