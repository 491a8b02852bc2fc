import type { Express, Request, RequestHandler } from 'express';
import type { HostClock } from '../clock/host-clock.ts';
import type { Contract } from '../contract/types.ts';
import type { SandboxOptions } from '../options.ts';
import type { Core } from '../runtime/core.ts';
import type { Demo } from '../runtime/demo.ts';
import { Routes } from './routes.ts';
import { ServiceApi } from './service-api.ts';
import type { LiveStreams } from './stream.ts';
import { createApp } from './tuned-express.ts';

export interface HttpParts {
  readonly core: Core;
  readonly service: Contract;
  readonly clock: HostClock;
  readonly options: SandboxOptions;
  readonly isClosing: () => boolean;
  readonly streams: LiveStreams;
  readonly demo: Demo;
}

/** Everything that the server answers, by path: the sandbox's own pages and calls, and the service's API for the rest. */
export function createHttpApp({
  core,
  service,
  clock,
  options,
  isClosing,
  streams,
  demo,
}: HttpParts): Express {
  const app = createApp();
  const api = new ServiceApi({
    accounts: core.accounts,
    runner: core.runner,
    routes: new Routes(service),
    library: core.library,
    clock,
    record: (account, exchange) => core.record(account, exchange),
    isClosing,
    anyOrigin: core.defaults.settings.cors === 'any_origin',
  });
  const control = whenNeeded(async () => {
    const { sandboxRouter } = await import('./control/mount.ts');
    return sandboxRouter({ core, service, clock, options, isClosing, streams, demo });
  });
  app.use((request, response, next) => {
    if (isSandboxPath(request.url) || isFrontDoor(request)) control(request, response, next);
    else void api.serve(request, response);
  });
  return app;
}

const isSandboxPath = (url: string): boolean => /^\/(_sandbox(?=[/?]|$)|(healthz|readyz)(?=[?]|$))/.test(url);

/** A browser at the server's bare address, which is led to the dashboard. */
const isFrontDoor = ({ method, url }: Request): boolean => method === 'GET' && /^\/([?]|$)/.test(url);

/** A handler that is made at the first request that wants it: a start does not pay for the sandbox's own calls. */
function whenNeeded(make: () => Promise<RequestHandler>): RequestHandler {
  let made: Promise<RequestHandler> | null = null;
  return (request, response, next) => {
    made ??= make();
    made.then(handler => handler(request, response, next), next);
  };
}
