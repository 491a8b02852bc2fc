import { Router } from 'express';
import { builtinContract } from '../../contract/builtin.ts';
import { docsRouter } from '../docs-page.ts';
import type { ControlParts } from './call.ts';
import { checkSender } from './guard.ts';
import { HANDLERS } from './handlers.ts';
import { answerError, controlRouter } from './router.ts';

/** Everything under /_sandbox, and the probes. */
export async function sandboxRouter(parts: ControlParts): Promise<Router> {
  const control = await builtinContract('control-v1');
  const contracts = { 'energy-rental-v1': parts.service, 'control-v1': control };
  const { apiKey, host } = parts.options;
  return Router({ strict: true, caseSensitive: true })
    .use((request, _response, next) => {
      checkSender(request, host);
      next();
    })
    .use('/_sandbox', docsRouter(contracts, apiKey === undefined ? {} : { apiKey }))
    .use(controlRouter(control, HANDLERS, parts))
    .use(answerError);
}
