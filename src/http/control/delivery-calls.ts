import { isRejection, type Rejection } from '../../engine/command-rejection.ts';
import { planKey } from '../../engine/send-plans.ts';
import { redactUrls } from '../../wire/redaction.ts';
import type { Handlers } from './call-types.ts';
import { rejected } from './control-errors.ts';
import { checkWebhookUrl } from './parse-values.ts';
import { eventNamed, shownDelivery } from './webhook-calls.ts';

/** Adds the fix to a rejection for a missing destination. */
const withFix = (rejection: Rejection): Rejection =>
  rejection.rejected === 'NO_DESTINATION'
    ? { ...rejection, explain: `${rejection.explain}; set one with PUT …/webhook` }
    : rejection;

/** Calls that set the webhook destination and resend events. */
export const deliveryCalls: Pick<Handlers, 'getWebhook' | 'setWebhook' | 'resendEvent'> = {
  getWebhook: ({ account }) => ({ ...account.state.webhook }),
  setWebhook: ({ core, account, body, webhookPolicy }) => {
    if (body.url != null) checkWebhookUrl(body.url, 'body.url', webhookPolicy);
    const { url, secret } = account.state.webhook;
    // A form that was filled in from the account's data sends the URL back without its secrets.
    const isUnchanged = body.url === undefined || (url !== null && body.url === redactUrls(url));
    const destination = { url: isUnchanged ? url : (body.url ?? null), secret: body.secret ?? secret };
    core.runner.execute(account, 'setWebhook', destination);
    return { ...account.state.webhook };
  },
  resendEvent: async ({ core, account, path, body = {} }) => {
    const event = eventNamed(account, path.event_id);
    const { state } = account;
    const command = { event: state.events.indexOf(event), corrupt: body.corrupt ?? null };
    const key = await core.runner.withDeliveries(account, groups => {
      const { reply } = core.runner.execute(account, 'resend', command, groups);
      if (isRejection(reply)) throw rejected(withFix(reply));
      return planKey(reply);
    });
    const attempt = event.attempts.find(({ plan }) => planKey(plan) === key)!;
    return shownDelivery(state, event, attempt);
  },
};
