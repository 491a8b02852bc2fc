import { eventPayload } from '../contract/json/service-json.ts';
import { errorCodeOf } from '../core/domain/order.ts';
import { eventIdOf } from '../core/domain/seeded-values.ts';
import { isoTime, objectTime } from '../core/domain/time.ts';
import {
  type AccountState,
  orderOf,
  type SendPlan,
  type WebhookEvent,
} from '../core/engine/account-state.ts';
import { planKey } from '../core/engine/send-plans.ts';
import type { Corruption } from '../core/scenario/rule-effects.ts';
import { reserialise } from '../core/webhook/reserialize-json.ts';
import { sign } from '../core/webhook/signature.ts';
import type { RenderedMessage, WebhookMessage } from '../host/delivery-runner.ts';

/** The payload of a webhook. Less strict than the specification's payload, because a corruption may add to it. */
interface Payload {
  readonly event: string;
  readonly event_id: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [extra: string]: unknown;
}

interface SendContext {
  readonly state: AccountState;
  readonly event: WebhookEvent;
  readonly plan: SendPlan;
  readonly secret: string;
}

interface MessageStages {
  readonly payload: (genuine: Payload, context: SendContext) => Payload;
  readonly write: (payload: Payload) => string;
  /** The value of X-Webhook-Signature; null for a message without it. */
  readonly sign: (body: Buffer, context: SendContext) => string | null;
  readonly replace: (payload: Payload) => Payload;
  readonly header: (event: string) => string;
}

const signed = (body: Buffer, { secret }: SendContext): string => sign(body, secret);

/** Specification: Events, Delivery. */
const GENUINE_STAGES: MessageStages = {
  payload: payload => payload,
  write: payload => JSON.stringify(payload),
  sign: signed,
  replace: payload => payload,
  header: event => event,
};

const USER_AGENT = 'energy-rental-sandbox-webhooks';

/** A later change of the account's webhook URL or secret does not affect the message. */
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
  const stages =
    plan.corrupt === null ? GENUINE_STAGES : { ...GENUINE_STAGES, ...CORRUPT_STAGES[plan.corrupt] };
  const payload: Payload = stages.payload({ ...eventPayload(state, event) }, context);
  const bytes = Buffer.from(stages.write(payload));
  const sent = stages.replace(payload);
  const signature = stages.sign(bytes, context);
  return {
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': USER_AGENT,
      'X-Webhook-Event': stages.header(payload.event),
      'X-Webhook-Id': payload.event_id,
      ...(signature === null ? {} : { 'X-Webhook-Signature': signature }),
    },
    body: sent === payload ? bytes : Buffer.from(stages.write(sent)),
  };
}

const UNKNOWN_STATUS = 'paused';

/** The event is consistent in itself, as a later version of the service might send it. */
function withUnknownEvent(payload: Payload, { event }: SendContext): Payload {
  const kind = `order.${UNKNOWN_STATUS}`;
  return {
    ...payload,
    event: kind,
    event_id: eventIdOf(event.epoch, event.orderId, event.step, kind),
    data: { ...payload.data, status: UNKNOWN_STATUS },
  };
}

const withExtraFields = (payload: Payload): Payload => ({
  ...payload,
  added_later: 'a field that came later, with characters above 0x7F: é 日',
  data: { ...payload.data, added_later: { values: [1, null, true] } },
});

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** The first attempt is sent unchanged: there is nothing that it could contradict. */
function withContradiction(payload: Payload, { state, event, plan }: SendContext): Payload {
  if (plan.kind === 'attempt' && plan.number === 1) return payload;
  const order = orderOf(state, event);
  const { status, atMs } = order.steps[event.step]!;
  const other = status === 'failed' ? 'completed' : 'failed';
  return {
    ...payload,
    data: {
      ...payload.data,
      status: other,
      error_code: errorCodeOf(other),
      updated_at: objectTime(atMs + SECOND_MS, order.timeZone),
    },
  };
}

/** Each delivery but the first attempt has an event_id of its own. */
function withNewId(payload: Payload, { event, plan }: SendContext): Payload {
  if (plan.kind === 'attempt' && plan.number === 1) return payload;
  const again = eventIdOf(`${event.epoch} ${planKey(plan)}`, event.orderId, event.step, payload.event);
  return { ...payload, event_id: again };
}

/** The bytes of the order's previous event; for the first event, the bytes of an event created a minute earlier. */
function olderBytes({ state, event }: SendContext): Buffer {
  const { steps } = orderOf(state, event);
  const previous = steps[event.step - 1];
  const payload = previous
    ? eventPayload(state, state.events[previous.event]!)
    : { ...eventPayload(state, event), created_at: isoTime(steps[event.step]!.atMs - MINUTE_MS) };
  return Buffer.from(JSON.stringify(payload));
}

const flipRefunded = (payload: Payload): Payload => ({
  ...payload,
  data: { ...payload.data, refunded: !payload.data.refunded },
});

/** The stages that a corruption replaces. */
const CORRUPT_STAGES: Readonly<Record<Corruption, Partial<MessageStages>>> = {
  'wrong-secret': { sign: (body, { secret }) => sign(body, `not ${secret}`) },
  'missing-prefix': { sign: (body, context) => signed(body, context).replace('sha256=', '') },
  'missing-signature': { sign: () => null },
  'upper-case-hex': {
    sign: (body, context) => signed(body, context).replace(/[0-9a-f]+$/, digest => digest.toUpperCase()),
  },
  'altered-body': { replace: flipRefunded },
  reserialised: { write: reserialise },
  'stale-signature': { sign: (_body, context) => sign(olderBytes(context), context.secret) },
  'unknown-event': { payload: withUnknownEvent },
  'extra-field': { payload: withExtraFields },
  'wrong-event-header': { header: event => (event === 'order.failed' ? 'order.completed' : 'order.failed') },
  'same-id-other-bytes': { payload: withContradiction },
  'new-event-id': { payload: withNewId },
};
