import { Router } from 'express';
import { builtinContract } from '../../contract/built-in-contracts.ts';
import type { SandboxOptions } from '../../options.ts';
import { Feeds } from '../../runtime/live-feed.ts';
import { NamedSnapshots } from '../../runtime/named-snapshots.ts';
import { dashboardRouter } from '../dashboard-files.ts';
import { type DocsOptions, docsRouter } from '../docs-page.ts';
import { checkSender } from './access-control.ts';
import type { ControlParts } from './call-types.ts';
import { answerError, controlRouter } from './control-router.ts';
import { HANDLERS } from './handlers.ts';

/** The docs page is open to whoever reaches the server, so it fills in a key only where all else is open to them, too. */
const keyForDocs = ({ apiKey, adminToken }: SandboxOptions): DocsOptions =>
  apiKey === undefined || adminToken !== undefined ? {} : { apiKey };

/** Everything under /_sandbox, the probes, and a browser at the bare address. */
export async function sandboxRouter(parts: Omit<ControlParts, 'snapshots' | 'feeds'>): Promise<Router> {
  const control = await builtinContract('control-v1');
  const contracts = { 'energy-rental-v1': parts.service, 'control-v1': control };
  const { core, options } = parts;
  const whole = { ...parts, snapshots: new NamedSnapshots(core), feeds: new Feeds(core) };
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
