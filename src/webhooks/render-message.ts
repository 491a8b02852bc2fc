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
  const stages = plan.corrupt === null ? GENUINE_STAGES : CORRUPTION_CATALOGUE[plan.corrupt];
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

interface CorruptStages extends MessageStages {
  /** The corruption and the bug that it finds, for the delivery details of the control API. */
  readonly explain: string;
  /** True if the signature is correct for the bytes that are sent, so a receiver must accept them. */
  readonly verifies: boolean;
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
  added_later: 'a field that came with a later version',
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

export const CORRUPTION_CATALOGUE: Readonly<Record<Corruption, CorruptStages>> = {
  'wrong-secret': {
    ...GENUINE_STAGES,
    explain:
      'The signature was computed with a different secret; finds a receiver that checks only the format of the signature, or nothing.',
    verifies: false,
    sign: (body, { secret }) => sign(body, `not ${secret}`),
  },
  'missing-prefix': {
    ...GENUINE_STAGES,
    explain:
      'The signature header contains the correct digest without the prefix sha256=; finds a receiver that cuts off seven characters without checking them, or accepts anything that it can parse.',
    verifies: false,
    sign: (body, context) => signed(body, context).replace('sha256=', ''),
  },
  'missing-signature': {
    ...GENUINE_STAGES,
    explain:
      'The header X-Webhook-Signature is missing; finds a receiver that verifies a signature only if there is one.',
    verifies: false,
    sign: () => null,
  },
  'upper-case-hex': {
    ...GENUINE_STAGES,
    explain:
      'The digest is correct but written in uppercase; shows whether a receiver compares strings or bytes.',
    verifies: false,
    sign: (body, context) => signed(body, context).replace(/[0-9a-f]+$/, digest => digest.toUpperCase()),
  },
  'altered-body': {
    ...GENUINE_STAGES,
    explain:
      'The body was changed after it was signed: the value of refunded is inverted; finds a receiver that processes the body without checking the signature.',
    verifies: false,
    replace: flipRefunded,
  },
  reserialised: {
    ...GENUINE_STAGES,
    explain:
      'The same values in unusual but valid and correctly signed bytes (spaces, escapes, 5.0); finds a receiver that checks the signature against parsed and reserialized JSON instead of the raw body.',
    verifies: true,
    write: reserialise,
  },
  'stale-signature': {
    ...GENUINE_STAGES,
    explain:
      'The signature is the correct one for an older event, not for this body; finds a receiver that accepts any signature that it has seen before, without computing the one for this body.',
    verifies: false,
    sign: (_body, context) => sign(olderBytes(context), context.secret),
  },
  'unknown-event': {
    ...GENUINE_STAGES,
    explain:
      'A correctly signed event of an unknown kind, order.paused; finds a receiver that crashes on it, rejects it forever, or treats it as a failure.',
    verifies: true,
    payload: withUnknownEvent,
  },
  'extra-field': {
    ...GENUINE_STAGES,
    explain:
      'Correctly signed, with unknown fields next to the known ones, at the top level and in data; finds a receiver whose parser rejects unknown fields.',
    verifies: true,
    payload: withExtraFields,
  },
  'wrong-event-header': {
    ...GENUINE_STAGES,
    explain:
      'X-Webhook-Event names a different event than the signed body; finds a receiver that relies on the header, which the signature does not cover.',
    verifies: true,
    header: event => (event === 'order.failed' ? 'order.completed' : 'order.failed'),
  },
  'same-id-other-bytes': {
    ...GENUINE_STAGES,
    explain:
      'From the second delivery on, the same event_id is sent correctly signed with a different status and updated_at; finds a receiver that overwrites what it stored instead of ignoring the repeat.',
    verifies: true,
    payload: withContradiction,
  },
  'new-event-id': {
    ...GENUINE_STAGES,
    explain:
      'From the second delivery on, the same event is sent correctly signed under another event_id; finds a receiver that remembers event_ids only, and carries out the same change of an order twice.',
    verifies: true,
    payload: withNewId,
  },
};
