import type { Express } from 'express';
import type { HostClock } from '../clock/host-clock.ts';
import type { Contract } from '../contract/types.ts';
import type { SandboxOptions } from '../options.ts';
import type { Core } from '../runtime/core.ts';
import { Routes } from './routes.ts';
import { ServiceApi } from './service-api.ts';
import { createApp } from './tuned-express.ts';

export interface HttpParts {
  readonly core: Core;
  readonly service: Contract;
  readonly clock: HostClock;
  readonly options: SandboxOptions;
  readonly isClosing: () => boolean;
}

/** Everything that the server answers, by path: the sandbox's own pages and calls, and the service's API for the rest. */
export function createHttpApp({ core, service, clock, isClosing }: HttpParts): Express {
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
  app.use((request, response) => void api.serve(request, response));
  return app;
}
