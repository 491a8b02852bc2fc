import { isRefusal } from '../../domain/errors.ts';
import type { Handlers } from './call.ts';
import { ControlError } from './errors.ts';
import { checkWebhookUrl } from './values.ts';
import { eventNamed, shownDelivery } from './webhook-calls.ts';

/** Calls that say where webhooks go, and send them once more. */
export const deliveryCalls: Pick<Handlers, 'getWebhook' | 'setWebhook' | 'resendEvent'> = {
  getWebhook: ({ account }) => ({ ...account.state.webhook }),
  setWebhook: ({ core, account, body, options }) => {
    if (body.url != null) checkWebhookUrl(body.url, 'body.url', options.webhookHosts);
    const { url, secret } = account.state.webhook;
    const destination = { url: body.url === undefined ? url : body.url, secret: body.secret ?? secret };
    core.runner.execute(account, 'setWebhook', destination);
    return { ...account.state.webhook };
  },
  resendEvent: async ({ core, account, path, body = {} }) => {
    const event = eventNamed(account, path.event_id);
    const { state } = account;
    const command = { event: state.events.indexOf(event), corrupt: body.corrupt ?? null };
    const { reply } = core.runner.execute(account, 'resend', command);
    if (isRefusal(reply)) {
      const mend = 'give it one with PUT …/webhook';
      throw new ControlError('NO_DESTINATION', `${reply.explain}; ${mend}`);
    }
    const isIt = (copy: { number: number; copy: number }) => copy.number === 0 && copy.copy === reply.copy;
    await core.runner.quiet(account);
    const attempt = event.attempts.find(({ plan }) => isIt(plan));
    if (!attempt)
      throw new ControlError('EVENT_NOT_FOUND', 'the account was reset before the event was answered');
    return shownDelivery(state, event, attempt);
  },
};
