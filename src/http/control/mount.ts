import { Router } from 'express';
import { builtinContract } from '../../contract/builtin.ts';
import { Snapshots } from '../../runtime/snapshots.ts';
import { Feeds } from '../../runtime/stream.ts';
import { dashboardRouter } from '../dashboard.ts';
import { docsRouter } from '../docs-page.ts';
import type { ControlParts } from './call.ts';
import { checkSender } from './guard.ts';
import { HANDLERS } from './handlers.ts';
import { answerError, controlRouter } from './router.ts';

/** Everything under /_sandbox, and the probes. */
export async function sandboxRouter(parts: Omit<ControlParts, 'snapshots' | 'feeds'>): Promise<Router> {
  const control = await builtinContract('control-v1');
  const contracts = { 'energy-rental-v1': parts.service, 'control-v1': control };
  const { core, options } = parts;
  const whole = { ...parts, snapshots: new Snapshots(core), feeds: new Feeds(core) };
  return Router({ strict: true, caseSensitive: true })
    .use((request, _response, next) => {
      checkSender(request, options.host);
      next();
    })
    .use(dashboardRouter())
    .use('/_sandbox', docsRouter(contracts, options.apiKey === undefined ? {} : { apiKey: options.apiKey }))
    .use(controlRouter(control, HANDLERS, whole))
    .use(answerError);
}
