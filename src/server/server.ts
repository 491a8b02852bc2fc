import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Contract } from '../contract/types.ts';
import { unusedRate } from '../core/engine/key-checks.ts';
import type { Core } from '../host/core.ts';
import type { DestinationPolicy } from '../host/destination.ts';
import type { HostClock } from '../host/node/host-clock.ts';
import type { CoverageCounter } from '../judge/coverage/coverage-counter.ts';
import type { Findings } from '../judge/findings/findings.ts';
import type { BuiltInReceiver } from '../webhooks/receiver/built-in-receiver.ts';
import { failed, headersOf, type RateHeaders, write } from './api-response.ts';
import { respondToClientErrors } from './client-error.ts';
import { CONNECTION_LIMITS, MAX_CONNECTIONS, serializeRequests } from './connections.ts';
import type { Demo } from './demo/demo.ts';
import type { LiveStreams } from './live-streams.ts';
import type { TrafficCounts } from './metrics/traffic-counts.ts';
import type { SandboxOptions } from './options.ts';
import { serviceRouter } from './service/service-router.ts';
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
  const rate = unusedRate(parts.core.defaults.settings.rate_limit_per_minute);
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
  const sandbox = lazyHandler(async () => (await import('./sandbox-paths-router.ts')).sandboxRouter(parts));
  return Router({ strict: true, caseSensitive: true })
    .all(SANDBOX_PATHS, sandbox)
    .get('/', sandbox)
    .use(serviceRouter(parts));
}

/**
 * A handler that is created on its first request, so that startup does not wait for it. If that fails, the next request
 * tries again.
 */
export function lazyHandler(create: () => Promise<RequestHandler>): RequestHandler {
  let creating: Promise<RequestHandler> | null = null;
  return async (request, response, next) => {
    creating ??= create().catch(error => {
      creating = null;
      throw error;
    });
    const handler = await creating;
    await handler(request, response, next);
  };
}

/**
 * Responds to a request whose handling threw an unexpected error. The status is 503, because the specification lists no
 * 500. The error is written to stderr in full; the server keeps running.
 * @param rate the rate limit headers; the request's key may not be known yet
 */
function sendInternalError(response: ServerResponse, error: unknown, rate: RateHeaders): void {
  console.error('energy-rental-sandbox: internal error;', error);
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const explain = `internal error of the sandbox, please report it: ${error}`;
  const apiResponse = failed('SERVICE_UNAVAILABLE', explain);
  write(response, apiResponse, headersOf(apiResponse, rate, 'fault'));
}
