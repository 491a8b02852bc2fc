import type { AccountState, SendPlan } from '../engine/account-state.ts';
import { eventPayload } from '../wire/service-data.ts';
import { CORRUPTION_CATALOGUE } from './corruptions.ts';
import { GENUINE_STAGES, type Payload, type SendContext } from './message-stages.ts';

/** A webhook as it goes out. */
export interface WebhookMessage {
  /** The account's destination; empty where it was taken away after the sending was planned. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes; the signature is over these, unless a corruption wants it otherwise. */
  readonly body: Buffer;
}

const USER_AGENT = 'energy-rental-sandbox-webhooks';

/**
 * Makes the bytes and headers of a sending (specification: Events, Delivery). Nothing but state and plan goes in:
 * the same plan gives the same bytes each time, as long as the account's secret stays the same.
 */
export function renderMessage(state: AccountState, plan: SendPlan): WebhookMessage {
  const event = state.events[plan.event]!;
  const occasion: SendContext = { state, event, plan };
  const making = plan.corrupt === null ? GENUINE_STAGES : CORRUPTION_CATALOGUE[plan.corrupt];
  const told: Payload = making.tell({ ...eventPayload(state, event) }, occasion);
  const signed = Buffer.from(making.write(told));
  const sent = making.replace(told);
  return {
    url: state.webhook.url ?? '',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-Webhook-Event': making.header(told.event),
      'X-Webhook-Id': told.event_id,
      'X-Webhook-Signature': making.sign(signed, occasion),
    },
    body: sent === told ? signed : Buffer.from(making.write(sent)),
  };
}
