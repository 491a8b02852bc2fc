import type { AccountState, SendPlan } from '../engine/account-state.ts';
import { eventPayload } from '../wire/service-data.ts';
import { CORRUPTION_CATALOGUE } from './corruptions.ts';
import { GENUINE_STAGES, type Payload, type SendContext } from './message-build-stages.ts';

/** A webhook as it is sent. */
export interface WebhookMessage {
  /** The account's webhook URL; empty if it was removed after the delivery was planned. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes that are sent. The signature covers them, unless a corruption changes that. */
  readonly body: Buffer;
  /** The name of the account. */
  readonly account: string;
}

const USER_AGENT = 'energy-rental-sandbox-webhooks';

/**
 * Renders the bytes and headers of a delivery (specification: Events, Delivery). They depend only on state and plan:
 * the same plan gives the same bytes each time, as long as the account's secret stays the same.
 */
export function renderMessage(state: AccountState, plan: SendPlan): WebhookMessage {
  const event = state.events[plan.event]!;
  const context: SendContext = { state, event, plan };
  const stages = plan.corrupt === null ? GENUINE_STAGES : CORRUPTION_CATALOGUE[plan.corrupt];
  const payload: Payload = stages.payload({ ...eventPayload(state, event) }, context);
  const signed = Buffer.from(stages.write(payload));
  const sent = stages.replace(payload);
  return {
    url: state.webhook.url ?? '',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-Webhook-Event': stages.header(payload.event),
      'X-Webhook-Id': payload.event_id,
      'X-Webhook-Signature': stages.sign(signed, context),
    },
    body: sent === payload ? signed : Buffer.from(stages.write(sent)),
    account: state.name,
  };
}
