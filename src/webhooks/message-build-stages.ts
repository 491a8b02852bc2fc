import type { AccountState, SendPlan, WebhookEvent } from '../engine/account-state.ts';
import { sign } from './signature.ts';

/** The payload of a webhook. Less strict than the specification's payload, because a corruption may add to it. */
export interface Payload {
  readonly event: string;
  readonly event_id: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [extra: string]: unknown;
}

/** What a message is rendered from: the event, and the plan of its delivery. */
export interface SendContext {
  readonly state: AccountState;
  readonly event: WebhookEvent;
  readonly plan: SendPlan;
  /** The account's webhook secret. */
  readonly secret: string;
}

/** The stages in which a message is rendered, from its payload to the bytes and headers that are sent. */
export interface MessageStages {
  /** The payload that is signed. */
  readonly payload: (genuine: Payload, context: SendContext) => Payload;
  readonly write: (payload: Payload) => string;
  /** The value of X-Webhook-Signature. */
  readonly sign: (body: Buffer, context: SendContext) => string;
  /** The payload that is sent instead of the signed one. */
  readonly replace: (payload: Payload) => Payload;
  /** The value of X-Webhook-Event. */
  readonly header: (event: string) => string;
}

/** As the specification defines them (Events, Delivery). */
export const GENUINE_STAGES: MessageStages = {
  payload: payload => payload,
  write: payload => JSON.stringify(payload),
  sign: (body, { secret }) => sign(body, secret),
  replace: payload => payload,
  header: event => event,
};
