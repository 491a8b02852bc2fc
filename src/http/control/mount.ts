import { Router } from 'express';
import { builtinContract } from '../../contract/builtin.ts';
import type { SandboxOptions } from '../../options.ts';
import { Snapshots } from '../../runtime/snapshots.ts';
import { Feeds } from '../../runtime/stream.ts';
import { dashboardRouter } from '../dashboard.ts';
import { type DocsOptions, docsRouter } from '../docs-page.ts';
import type { ControlParts } from './call.ts';
import { checkSender } from './guard.ts';
import { HANDLERS } from './handlers.ts';
import { answerError, controlRouter } from './router.ts';

/** The docs page is open to whoever reaches the server, so it fills in a key only where all else is open to them, too. */
const keyForDocs = ({ apiKey, adminToken }: SandboxOptions): DocsOptions =>
  apiKey === undefined || adminToken !== undefined ? {} : { apiKey };

/** Everything under /_sandbox, the probes, and a browser at the bare address. */
export async function sandboxRouter(parts: Omit<ControlParts, 'snapshots' | 'feeds'>): Promise<Router> {
  const control = await builtinContract('control-v1');
  const contracts = { 'energy-rental-v1': parts.service, 'control-v1': control };
  const { core, options } = parts;
  const whole = { ...parts, snapshots: new Snapshots(core), feeds: new Feeds(core) };
  return Router({ strict: true, caseSensitive: true })
    .use((request, response, next) => {
      response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
      response.setHeader('X-Content-Type-Options', 'nosniff');
      checkSender(request, options.host);
      next();
    })
    .use(dashboardRouter())
    .use('/_sandbox', docsRouter(contracts, keyForDocs(options)))
    .use(controlRouter(control, HANDLERS, whole))
    .use(answerError);
}
