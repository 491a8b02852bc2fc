import type { Schemas } from '../../contract/control-v1.generated.ts';
import {
  deliveryData,
  eventAtMs,
  eventById,
  eventData,
  eventDetail,
  eventName,
  nextAttemptsOf,
} from '../../contract/json/event-json.ts';
import { redactUrls } from '../../contract/json/redaction.ts';
import { eventId } from '../../contract/json/service-json.ts';
import { isRejection, type Rejection } from '../../core/domain/error-codes.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Account } from '../../core/engine/account.ts';
import {
  type AccountState,
  type AttemptRecord,
  orderOf,
  type WebhookEvent,
} from '../../core/engine/account-state.ts';
import { planKey } from '../../core/engine/send-plans.ts';
import { explainCorruption } from '../../core/scenario/rule-effects.ts';
import { BUILT_IN_RECEIVER } from '../../core/webhook/read-webhook.ts';
import { sign } from '../../core/webhook/signature.ts';
import { type Arrival, type BuiltInReceiver, DEFAULT_RECEIVER } from '../../webhooks/built-in-receiver.ts';
import { renderMessage } from '../../webhooks/render-message.ts';
import { isMarkedByDashboard } from '../service/request-checks.ts';
import type { Handlers } from './control-call.ts';
import { ControlError, rejected } from './control-error.ts';
import { pageByKey, pageOf, pageOfLatest } from './paging.ts';
import { acceptWebhookUrl, durationOf, isFound, overlapTest, patternTest } from './read-fields.ts';

function shownDelivery(
  state: AccountState,
  event: WebhookEvent,
  attempt: AttemptRecord,
): Schemas['Delivery'] {
  const { headers, body } = renderMessage(state, attempt.plan);
  const { corrupt } = attempt.plan;
  const corruption = corrupt && {
    name: corrupt,
    explanation: explainCorruption(corrupt),
    verifies: headers['X-Webhook-Signature'] === sign(body, state.webhook.secret),
  };
  return deliveryData(state, event, attempt, { headers, body: body.toString('utf8'), corruption });
}

/** As in the description. */
const MAX_DELIVERIES = 1_000;

export const shownEvent = (state: AccountState, event: WebhookEvent): Schemas['EventDetail'] =>
  eventDetail(
    state,
    event,
    event.attempts.slice(-MAX_DELIVERIES).map(attempt => shownDelivery(state, event, attempt)),
  );

function eventNamed({ state }: Account, id: string): WebhookEvent {
  const event = eventById(state, id);
  if (event) return event;
  throw new ControlError(
    'EVENT_NOT_FOUND',
    `the account has no event ${JSON.stringify(id)}`,
    'params.event_id',
  );
}

function* attemptRows({ events }: AccountState) {
  for (const [index, event] of events.entries()) {
    for (const [ordinal, attempt] of event.attempts.entries()) {
      yield { event, attempt, key: [attempt.atMs, index, ordinal] };
    }
  }
}

const withFix = (rejection: Rejection): Rejection =>
  rejection.rejected === 'NO_DESTINATION'
    ? { ...rejection, explain: `${rejection.explain}; set the URL of its webhook` }
    : rejection;

export const arrivalSummary = (arrival: Arrival): Omit<Schemas['Arrival'], 'headers' | 'body'> => ({
  number: arrival.number,
  at: isoTime(arrival.atMs),
  event: arrival.event,
  event_id: arrival.eventId,
  order_id: arrival.orderId,
  external_id: arrival.externalId,
  signature: {
    valid: arrival.signature.valid,
    problem: arrival.signature.valid ? null : arrival.signature.sentence,
  },
  duplicate_of: arrival.duplicateOf,
  state: arrival.state,
  status: arrival.status,
  duration_ms: arrival.durationMs,
});

const arrivalData = (arrival: Arrival): Schemas['Arrival'] => ({
  ...arrivalSummary(arrival),
  headers: { ...arrival.headers } as Record<string, never>,
  body: arrival.body.toString('utf8'),
});

function receiverData(account: Account, receiver: BuiltInReceiver): Schemas['Receiver'] {
  const { status, delayMs, hang, verify, times } = receiver.of(account).settings;
  return {
    url: BUILT_IN_RECEIVER,
    is_destination: account.state.webhook.url === BUILT_IN_RECEIVER,
    status,
    delay_ms: delayMs,
    hang,
    verify,
    times,
  };
}

export const webhookCalls = {
  listEvents: ({ account: { state }, query, clock }) => {
    const within = overlapTest(query);
    const isId = patternTest(query.external_id);
    const nextAttempts = nextAttemptsOf(state);
    return pageOf(clock, state.events, query, {
      matches: event =>
        (query.order === undefined || event.orderId === query.order) &&
        isId(orderOf(state, event).externalId) &&
        (query.search === undefined ||
          isFound(query.search, [
            eventName(state, event),
            eventId(state, event),
            orderOf(state, event).externalId,
          ])) &&
        (query.state === undefined || event.state === query.state) &&
        (query.event === undefined || eventName(state, event) === query.event) &&
        within(eventAtMs(state, event)),
      show: event => eventData(state, event, nextAttempts),
    });
  },
  getEvent: ({ account, path }) => shownEvent(account.state, eventNamed(account, path.event_id)),
  listDeliveries: ({ account, query, clock }) => {
    const { state } = account;
    const within = overlapTest(query);
    const isId = patternTest(query.external_id);
    const only = query.event_id === undefined ? null : eventById(state, query.event_id);
    return pageByKey(clock, attemptRows(state), query, {
      matches: ({ event, attempt }) =>
        (query.order === undefined || event.orderId === query.order) &&
        isId(orderOf(state, event).externalId) &&
        (query.event === undefined || eventName(state, event) === query.event) &&
        (query.event_id === undefined || event === only) &&
        (query.outcome === undefined || attempt.outcome.kind === query.outcome) &&
        within(attempt.atMs),
      show: ({ event, attempt }) => shownDelivery(state, event, attempt),
      keyOf: row => row.key,
    });
  },
  getWebhook: ({ account }) => ({ ...account.state.webhook }),
  setWebhook: call => {
    const { core, account, body } = call;
    if (body.url != null) acceptWebhookUrl(body.url, 'body.url', call);
    const { url, secret } = account.state.webhook;
    // A form that shows the account's data sends the URL back without its secrets.
    const isUnchanged = body.url === undefined || (url !== null && body.url === redactUrls(url));
    const destination = { url: isUnchanged ? url : (body.url ?? null), secret: body.secret ?? secret };
    core.runner.execute(account, 'setWebhook', destination);
    return { ...account.state.webhook };
  },
  resendEvent: async ({ core, account, path, body = {}, request }) => {
    const event = eventNamed(account, path.event_id);
    const { state } = account;
    const command = {
      event: state.events.indexOf(event),
      corrupt: body.corrupt ?? null,
      ...(isMarkedByDashboard(request) && { byDashboard: true as const }),
    };
    const key = await core.runner.withDeliveries(account, groups => {
      const { reply } = core.runner.execute(account, 'resend', command, groups);
      if (isRejection(reply)) throw rejected(withFix(reply));
      return planKey(reply);
    });
    const attempt = event.attempts.find(({ plan }) => planKey(plan) === key)!;
    return shownDelivery(state, event, attempt);
  },
  getReceiver: ({ account, receiver }) => receiverData(account, receiver),
  setReceiver: ({ account, receiver, body }) => {
    const { delay, ...rest } = body;
    receiver.of(account).settings = {
      ...DEFAULT_RECEIVER,
      ...rest,
      delayMs: delay === undefined ? DEFAULT_RECEIVER.delayMs : durationOf(delay, 'body.delay'),
    };
    return receiverData(account, receiver);
  },
  listArrivals: ({ account, receiver, query, clock }) =>
    pageOfLatest(clock, receiver.of(account).arrivals, query, { show: arrivalData }),
  clearArrivals: ({ account, receiver }) => ({ cleared: receiver.of(account).arrivals.clear() }),
} satisfies Partial<Handlers>;
