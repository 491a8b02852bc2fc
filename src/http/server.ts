import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { HostClock } from '../clock/host-clock.ts';
import type { Contract } from '../contract/types.ts';
import type { CoverageCounter } from '../coverage/coverage-counter.ts';
import type { Demo } from '../demo/demo.ts';
import { unusedRate } from '../engine/key-checks.ts';
import type { Findings } from '../findings/findings.ts';
import type { TrafficCounts } from '../metrics/traffic-counts.ts';
import type { SandboxOptions } from '../options.ts';
import type { BuiltInReceiver } from '../receiver/built-in-receiver.ts';
import type { Core } from '../runtime/core.ts';
import type { DestinationPolicy } from '../webhooks/destination-policy.ts';
import type { RateHeaders } from './api-response.ts';
import { respondToClientErrors } from './client-error.ts';
import { CONNECTION_LIMITS, MAX_CONNECTIONS } from './connection-limits.ts';
import { serializeRequests } from './connection-queue.ts';
import { sendInternalError } from './internal-error.ts';
import type { LiveStreams } from './live-streams.ts';
import { loadOnce } from './load-once.ts';
import { beginVisit, serviceRouter } from './service/service-router.ts';
import { SandboxRequest } from './service/service-visit.ts';

export interface HttpParts {
  readonly core: Core;
  readonly service: Contract;
  readonly clock: HostClock;
  readonly options: SandboxOptions;
  /** Where webhooks may be sent. */
  readonly webhookPolicy: DestinationPolicy;
  readonly receiver: BuiltInReceiver;
  readonly isClosing: () => boolean;
  readonly streams: LiveStreams;
  readonly demo: Demo;
  readonly findings: Findings;
  readonly coverage: CoverageCounter;
  readonly traffic: TrafficCounts;
}

/** Paths of the sandbox itself: the dashboard, the docs, the control API and the probes. */
const SANDBOX_PATHS = [/^\/_sandbox(?:\/|$)/, '/healthz', '/readyz'];

/** Creates the server for the connections: that of node:http, or one with TLS. */
export type ServerFactory = (options: ServerOptions, listener: RequestListener) => Server;

/** Creates the HTTP server. Express's router serves the sandbox's own paths, and the service API at all others. */
export function createHttpServer(parts: HttpParts, createFor: ServerFactory = createServer): Server {
  const router = rootRouter(parts);
  const rate = rateOfServer(parts);
  const options = {
    ...CONNECTION_LIMITS,
    IncomingMessage: SandboxRequest,
    // Otherwise Node itself responds to a missing Host header, with a 400 that has no error code.
    requireHostHeader: false,
  };
  const server = createFor(
    options,
    serializeRequests((request, response) => {
      router(request as unknown as Request, response as unknown as Response, error =>
        sendInternalError(response, error, rate),
      );
    }),
  );
  server.maxConnections = MAX_CONNECTIONS;
  respondToClientErrors(server, methodsByPath(parts.service), rate);
  return server;
}

/** The rate limit headers of a request whose key is not known. */
const rateOfServer = ({ core }: HttpParts): RateHeaders =>
  unusedRate(core.defaults.settings.rate_limit_per_minute);

const methodsByPath = ({ operations }: Contract): ReadonlyMap<string, string> =>
  operations.reduce(
    (found, { path, method }) => found.set(path, [found.get(path) ?? [], method].flat().join(', ')),
    new Map<string, string>(),
  );

/**
 * Express's router without an Express application. An application replaces the prototype of every request and response,
 * which on Node 20 takes longer than processing an order.
 */
function rootRouter(parts: HttpParts): Router {
  const { core, service, clock, isClosing } = parts;
  const sandbox = lazyHandler(async () => (await import('./sandbox-paths-router.ts')).sandboxRouter(parts));
  return Router({ strict: true, caseSensitive: true })
    .all(SANDBOX_PATHS, sandbox)
    .get('/', sandbox)
    .use(beginVisit(clock, core.defaults.settings))
    .use(serviceRouter({ core, contract: service, clock, isClosing }))
    .use(handleErrors(rateOfServer(parts)));
}

/** Express recognizes an error handler by its four parameters. */
const handleErrors =
  (rate: RateHeaders): ErrorRequestHandler =>
  (error, _request, response, _next) =>
    sendInternalError(response, error, rate);

/** A handler that is created on its first request. */
function lazyHandler(create: () => Promise<RequestHandler>): RequestHandler {
  const loaded = loadOnce(create);
  return async (request, response, next) => {
    const handler = await loaded();
    await handler(request, response, next);
  };
}
