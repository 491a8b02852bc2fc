import { eventPayload } from '../contract/json/service-data.ts';
import type { AccountState, SendPlan } from '../core/engine/account-state.ts';
import type { RenderedMessage, WebhookMessage } from '../host/deliverer.ts';
import { CORRUPTION_CATALOGUE, GENUINE_STAGES, type Payload, type SendContext } from './corruptions.ts';

const USER_AGENT = 'energy-rental-sandbox-webhooks';

/**
 * The message of a delivery. A later change of the account's webhook URL or secret does not affect it.
 * @param isCanceled whether the webhook must no longer be sent
 */
export function createMessage(
  state: AccountState,
  plan: SendPlan,
  isCanceled: () => boolean = () => false,
): WebhookMessage {
  const { url, secret } = state.webhook;
  const render = () => (isCanceled() ? null : renderMessage(state, plan, secret));
  return { url: url ?? '', account: state.name, render };
}

/**
 * Renders the bytes and headers of a delivery (specification: Events, Delivery). They depend only on state, plan and
 * secret: the same plan gives the same bytes each time, as long as the account's secret stays the same.
 */
export function renderMessage(
  state: AccountState,
  plan: SendPlan,
  secret = state.webhook.secret,
): RenderedMessage {
  const event = state.events[plan.event]!;
  const context: SendContext = { state, event, plan, secret };
  const stages = plan.corrupt === null ? GENUINE_STAGES : CORRUPTION_CATALOGUE[plan.corrupt];
  const payload: Payload = stages.payload({ ...eventPayload(state, event) }, context);
  const signed = Buffer.from(stages.write(payload));
  const sent = stages.replace(payload);
  return {
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-Webhook-Event': stages.header(payload.event),
      'X-Webhook-Id': payload.event_id,
      'X-Webhook-Signature': stages.sign(signed, context),
    },
    body: sent === payload ? signed : Buffer.from(stages.write(sent)),
  };
}
