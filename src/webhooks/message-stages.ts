import type { AccountState, SendPlan, WebhookEvent } from '../engine/account-state.ts';
import { sign } from './signature.ts';

/** What a webhook tells. Looser than the specification's payload, because a corruption may tell something else. */
export interface Payload {
  readonly event: string;
  readonly event_id: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [extra: string]: unknown;
}

/** The event that is being told of, and the plan of the sending. */
export interface SendContext {
  readonly state: AccountState;
  readonly event: WebhookEvent;
  readonly plan: SendPlan;
}

/** How a message is made, stage by stage, from what it tells to what is sent. */
export interface MessageStages {
  /** What is told and signed. */
  readonly tell: (payload: Payload, occasion: SendContext) => Payload;
  readonly write: (payload: Payload) => string;
  /** The value of X-Webhook-Signature. */
  readonly sign: (body: Buffer, occasion: SendContext) => string;
  /** What is sent in place of what was signed. */
  readonly replace: (payload: Payload) => Payload;
  /** The value of X-Webhook-Event. */
  readonly header: (event: string) => string;
}

/** As the specification has it (Events, Delivery). */
export const GENUINE_STAGES: MessageStages = {
  tell: payload => payload,
  write: payload => JSON.stringify(payload),
  sign: (body, { state }) => sign(body, state.webhook.secret),
  replace: payload => payload,
  header: event => event,
};
