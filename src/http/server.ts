import { createServer, type Server } from 'node:http';
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express';
import type { HostClock } from '../clock/host-clock.ts';
import type { Contract } from '../contract/types.ts';
import type { Demo } from '../demo/demo.ts';
import type { SandboxOptions } from '../options.ts';
import type { Core } from '../runtime/core.ts';
import { answerClientErrors } from './client-error.ts';
import { CONNECTION_LIMITS, MAX_CONNECTIONS } from './connection-limits.ts';
import { oneAtATime } from './connection-queue.ts';
import { answerInternalError } from './internal-error.ts';
import type { LiveStreams } from './live-streams.ts';
import { beginVisit, serviceRouter } from './service/router.ts';
import { SandboxRequest } from './service/service-visit.ts';

export interface HttpParts {
  readonly core: Core;
  readonly service: Contract;
  readonly clock: HostClock;
  readonly options: SandboxOptions;
  readonly isClosing: () => boolean;
  readonly streams: LiveStreams;
  readonly demo: Demo;
}

/** Paths that belong to the sandbox itself: the dashboard, the docs, the control API and the probes. */
const SANDBOX_PATHS = [/^\/_sandbox(?:\/|$)/, '/healthz', '/readyz'];

/** The server: Express's router serves the sandbox's own paths, and the service API at every other. */
export function createHttpServer(parts: HttpParts): Server {
  const router = rootRouter(parts);
  const options = {
    ...CONNECTION_LIMITS,
    IncomingMessage: SandboxRequest,
    // Node answers a missing Host with a bare 400 before the API can say more.
    requireHostHeader: false,
  };
  const server = createServer(
    options,
    oneAtATime((request, response) => {
      router(request as unknown as Request, response as unknown as Response, error =>
        answerInternalError(response, error),
      );
    }),
  );
  server.maxConnections = MAX_CONNECTIONS;
  answerClientErrors(server);
  return server;
}

/**
 * Express's router without an Express application, which would replace the prototype of every request and response: on
 * Node 20 that costs more than everything that is done for an order.
 */
function rootRouter(parts: HttpParts): Router {
  const { core, service, clock, isClosing } = parts;
  const sandbox = loadedWhenNeeded(async () =>
    (await import('./control/sandbox-router.ts')).sandboxRouter(parts),
  );
  return Router({ strict: true, caseSensitive: true })
    .all(SANDBOX_PATHS, sandbox)
    .get('/', sandbox)
    .use(beginVisit(clock, core.defaults.settings.cors === 'any_origin'))
    .use(serviceRouter({ core, contract: service, clock, isClosing }))
    .use(answerError);
}

/** Express recognises an error handler by its four parameters. */
const answerError: ErrorRequestHandler = (error, _request, response, _next) =>
  answerInternalError(response, error);

/** A handler that is made at the first request for it: a start does not pay for the control API. A failure is retried. */
function loadedWhenNeeded(make: () => Promise<RequestHandler>): RequestHandler {
  let made: Promise<RequestHandler> | null = null;
  return async (request, response, next) => {
    made ??= make().catch(error => {
      made = null;
      throw error;
    });
    await (await made)(request, response, next);
  };
}
