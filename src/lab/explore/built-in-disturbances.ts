import { EVENT_NAMES } from '../../core/domain/order.ts';
import { chainDisturbances } from './chain-disturbances.ts';
import type { Disturbance, Rule } from './disturbance.ts';
import {
  hostile,
  lifecycle,
  onEvents,
  onOrder,
  onReads,
  onStatus,
  REST,
  reviewed,
} from './disturbance-templates.ts';

/** The lengths of the disturbances' delays. */
export interface Delays {
  /** The delay of responses, in real time. */
  readonly response: string;
  /** The delay of deliveries and lifecycles, on the account's clock. */
  readonly account: string;
}

/** Short enough for the default timeouts of test runners. */
export const SHORT: Delays = { response: '1s', account: '30s' };
/** Long enough for the timeouts of clients. */
export const LONG: Delays = { response: '11s', account: '10m' };

const LIMITED = { reply: { error: 'RATE_LIMITED', headers: { 'Retry-After': '1' } } };
const UNAVAILABLE = { reply: { error: 'SERVICE_UNAVAILABLE' } };

const REPEAT =
  'Repeat an order whose outcome is unknown under the same external_id, which returns the order.';
const RETRY = 'Repeat the request a little later, and an order under the same external_id.';
const VERIFY =
  'Verify the signature over the received bytes before anything else, and answer 401 without storing anything of a delivery that fails.';

const requestDisturbances = ({ response }: Delays): Disturbance[] => [
  {
    id: 'response-lost',
    title: 'the order is created and debited, but the connection is reset before the response arrives',
    fix: REPEAT,
    templates: [onOrder({ commit: true, fault: 'connection-reset' })],
  },
  {
    id: 'reset-before-commit',
    title: 'the connection is reset before the order is created',
    fix: REPEAT,
    templates: [onOrder({ fault: 'connection-reset' })],
  },
  {
    id: 'gateway-502-after-commit',
    title: 'the order is created and debited, but the response is a 502 with an HTML page',
    fix: REPEAT,
    templates: [onOrder({ commit: true, fault: 'html-502' })],
  },
  {
    id: 'truncated-answer',
    title: 'the response to an order or to a status request breaks off in its middle',
    fix: `${REPEAT} Repeat a status request that failed.`,
    templates: [
      onOrder({ commit: true, fault: 'truncated-json' }),
      onStatus({ commit: true, fault: 'truncated-json' }),
    ],
  },
  {
    id: 'service-unavailable',
    title: 'the first attempt is refused with 503 SERVICE_UNAVAILABLE',
    fix: RETRY,
    templates: [onOrder(UNAVAILABLE), onStatus(UNAVAILABLE), ...onReads(UNAVAILABLE)],
  },
  {
    id: 'rate-limited',
    title: 'the first attempt is refused with 429 RATE_LIMITED and Retry-After 1',
    fix: 'Wait as long as Retry-After says, then repeat the request, and an order under the same external_id.',
    templates: [onOrder(LIMITED), onStatus(LIMITED), ...onReads(LIMITED)],
  },
  {
    id: 'slow-answer',
    title: `the order is created at once, but the response arrives ${response} later`,
    fix: `Wait at least 10 s for the response, and do not take a timeout for a refusal. ${REPEAT}`,
    provokes: ['hung-up-early'],
    templates: [onOrder({ commit: true, reply: { after: response } })],
  },
  {
    id: 'not-found-after-accept',
    title: 'the first status request for a new order fails with 404 NOT_FOUND, as from a lagging replica',
    fix: 'Ask again before you conclude that an accepted order does not exist, and never order it under another external_id.',
    templates: [onStatus({ reply: { error: 'NOT_FOUND' } }, { order_age: { max: '10s' } })],
  },
];

const orderDisturbances = ({ response, account }: Delays): Disturbance[] => [
  {
    id: 'delegating-before-response',
    title: `the order is delegating before the response to it arrives, ${response} later`,
    fix: 'Take an order for delivered once its status is delegated, not before, and store a webhook that arrives before the response.',
    isTiming: true,
    actsAsWhole: true,
    templates: [
      onOrder({ commit: true, reply: { after: response } }),
      lifecycle({ after: '0s', to: 'delegating' }, { after: '12s', to: 'delegated' }, ...REST),
    ],
  },
  {
    id: 'slow-delivery',
    title: `the delegation takes ${account} longer`,
    fix: 'Keep waiting for an order that is not in a final state, instead of giving up or ordering again.',
    isTiming: true,
    templates: [lifecycle({ after: '3s', to: 'delegating' }, { after: account, to: 'delegated' }, ...REST)],
  },
  {
    id: 'review-then-delivered',
    title: `the order is in review for ${account} before it is delegated`,
    fix: 'Treat review as a state in which the order is still open.',
    isTiming: true,
    templates: [reviewed(account)],
  },
];

const DENIED =
  'Stop, alert the operator and continue later: a key that is not accepted says nothing about any order.';

const refused = (id: string, error: string, title: string): Disturbance => {
  const rule = { reply: { error } };
  return { id, title, fix: DENIED, isOutcome: true, templates: [onOrder(rule), onStatus(rule)] };
};

const lostThenRefused = (id: string, error: string, status: string): Disturbance => ({
  id,
  title: `the order is created and debited, but its response is lost, and its first repeat is refused with ${status}`,
  fix: `${DENIED} Then repeat the order under the same external_id.`,
  isOutcome: true,
  templates: [
    onOrder({ commit: true, fault: 'connection-reset' }),
    { ...onOrder({ reply: { error } }), match: { repeat: true } },
  ],
});

const PATIENT =
  'Show an order that takes long as pending and tell the operator, but do not buy it again: it may still be delivered.';

/** Fails the order, and announces its refund in deliveries that a rule changes. */
const refunded = (rule: Rule): Pick<Disturbance, 'templates' | 'actsAsWhole'> => ({
  actsAsWhole: true,
  templates: [
    lifecycle({ after: '3s', to: 'delegating' }, { after: '9s', to: 'failed', refund: { after: '0s' } }),
    { ...onEvents(['order.failed'], rule), isCaused: true },
  ],
});

const outcomes: readonly Disturbance[] = [
  {
    id: 'reset-four-times',
    title: 'the connection is reset before the order is created, in the first four attempts',
    fix: 'After the last attempt, keep the purchase open, and continue it later under the same external_id.',
    isOutcome: true,
    templates: [{ ...onOrder({ fault: 'connection-reset' }), times: 4 }],
  },
  {
    id: 'response-lost-for-good',
    title: 'the order is created and debited, but every attempt of the request loses its response',
    fix: 'After the last attempt, do not take the order for refused: query its status, or repeat it later under the same external_id.',
    isOutcome: true,
    templates: [
      onOrder({ commit: true, fault: 'connection-reset' }),
      { ...onOrder({ fault: 'connection-reset' }), match: { repeat: true }, times: Infinity },
    ],
  },
  refused('unauthorized', 'UNAUTHORIZED', 'the first attempt is refused with 401 UNAUTHORIZED'),
  refused('forbidden', 'SCOPE_FORBIDDEN', 'the first attempt is refused with 403 SCOPE_FORBIDDEN'),
  lostThenRefused('lost-then-unauthorized', 'UNAUTHORIZED', '401 UNAUTHORIZED'),
  lostThenRefused('lost-then-forbidden', 'SCOPE_FORBIDDEN', '403 SCOPE_FORBIDDEN'),
  {
    id: 'failed-with-refund',
    title: 'the delegation fails, and the amount is refunded 5 seconds later',
    fix: 'Handle order.failed, and ask for the order until its amount is refunded.',
    isOutcome: true,
    templates: [
      lifecycle({ after: '3s', to: 'delegating' }, { after: '9s', to: 'failed', refund: { after: '5s' } }),
    ],
  },
  {
    id: 'failed-without-refund',
    title: 'the delegation fails, and the amount is not refunded',
    fix: 'Read refunded: a failed order is paid back only once it is true.',
    isOutcome: true,
    templates: [lifecycle({ after: '3s', to: 'delegating' }, { after: '9s', to: 'failed' })],
  },
  {
    id: 'refund-delivered-twice',
    title: 'the delegation fails and the amount is refunded, and the webhook that says so is sent twice',
    fix: 'Pay back and order again once per order, however often its order.failed arrives.',
    isOutcome: true,
    byDefault: true,
    ...refunded({ deliver: { copies: 2 } }),
  },
  {
    id: 'status-lags',
    title:
      'a status request shows the order as it was 10s earlier, although a webhook has already announced its new state',
    fix: 'Compare updated_at or the order of the states, and never move an order back to an earlier state.',
    isOutcome: true,
    byDefault: true,
    templates: [onStatus({ reply: { as_of: '10s' } }, { order_age: { min: '10s' } })],
  },
  {
    id: 'review-for-days',
    title: 'the order is in review for 7 days before it is delegated',
    fix: PATIENT,
    isOutcome: true,
    byDefault: true,
    provokes: ['paid-twice'],
    templates: [reviewed('7d')],
  },
  {
    id: 'delivery-stalls',
    title: 'the order is delegating for 7 days before it is delegated',
    fix: PATIENT,
    isOutcome: true,
    byDefault: true,
    templates: [lifecycle({ after: '3s', to: 'delegating' }, { after: '7d', to: 'delegated' }, ...REST)],
  },
  {
    id: 'insufficient-balance',
    title: 'every attempt of each order is refused with 402 INSUFFICIENT_BALANCE',
    fix: 'Tell the operator, do not present the order as placed, and do not repeat it before the balance has changed.',
    isOutcome: true,
    byDefault: true,
    provokes: ['refusal-ignored'],
    templates: [{ ...onOrder({ reply: { error: 'INSUFFICIENT_BALANCE' } }), times: Infinity }],
  },
  {
    id: 'bulk-items-unavailable',
    title:
      'the first order of a bulk request is refused once with SERVICE_UNAVAILABLE, and the others are accepted',
    fix: 'Match the results by index or external_id, and repeat only the orders that failed, under the same external_id.',
    isOutcome: true,
    byDefault: true,
    provokesIfJudged: ['order-abandoned'],
    templates: [
      {
        point: 'requests',
        operations: ['createOrdersBulk'],
        per: 'external_id',
        match: { operation: 'createOrder', item: 1 },
        rule: UNAVAILABLE,
      },
    ],
  },
];

const REMEMBER = 'Store the ids of events and the states of orders where a restart does not lose them.';

/** Without an effect of its own: the rule marks the deliveries before which the receiver is restarted. */
const UNCHANGED: Rule = { deliver: { copies: 1 } };

const restarts: readonly Disturbance[] = [
  {
    id: 'receiver-restarted',
    title: 'the receiver is restarted between two webhooks of an order',
    fix: REMEMBER,
    restarts: true,
    templates: [onEvents(['order.delegated', 'order.completed'], UNCHANGED)],
  },
  {
    id: 'duplicate-after-restart',
    title: 'the receiver is restarted, and an earlier webhook of the order is sent again',
    fix: REMEMBER,
    restarts: true,
    templates: [
      onEvents(['order.delegated'], { deliver: { replay: 'order.delegating' } }, 'order.delegating'),
      onEvents(['order.completed'], { deliver: { replay: 'order.delegated' } }, 'order.delegated'),
    ],
  },
  {
    id: 'refund-after-restart',
    title:
      'the delegation fails and the amount is refunded, and the webhook that says so is sent again after the receiver was restarted',
    fix: `Pay back and order again once per order. ${REMEMBER}`,
    restarts: true,
    isOutcome: true,
    byDefault: true,
    ...refunded({ deliver: { copies: 2, apart: '5s' } }),
  },
];

const unusualDeliveries = ({ account }: Delays): Disturbance[] => [
  {
    id: 'webhook-duplicated',
    title: 'the webhook is sent twice at the same time',
    fix: 'Store the event_id in the same transaction as its effect, and ignore an event_id that is already stored.',
    templates: [onEvents(EVENT_NAMES, { deliver: { copies: 2 } })],
  },
  {
    id: 'webhook-reordered',
    title: 'an older webhook of an order arrives after a newer one',
    fix: 'Compare updated_at or the order of the states, and ignore an event that is older than what is stored.',
    templates: [
      onEvents(['order.delegating'], { deliver: { hold_until: 'order.delegated' } }, 'order.delegated'),
      onEvents(['order.undelegating'], { deliver: { hold_until: 'order.completed' } }, 'order.completed'),
    ],
  },
  {
    id: 'webhook-late',
    title: `the webhook is sent ${account} after its event`,
    fix: 'Do not reject old events, and do not let an event overwrite a newer status that a status request returned.',
    isTiming: true,
    templates: [onEvents(EVENT_NAMES, { deliver: { after: account } })],
  },
  {
    id: 'webhook-replayed',
    title: 'an earlier webhook of the order is sent again, byte for byte',
    fix: 'Remember every event_id for good, and never move an order back from a later state.',
    templates: [
      onEvents(['order.delegated'], { deliver: { replay: 'order.delegating' } }, 'order.delegating'),
      onEvents(['order.completed'], { deliver: { replay: 'order.delegated' } }, 'order.delegated'),
    ],
  },
  {
    id: 'webhook-before-response',
    title: 'the order.processing webhook arrives before the response to the order request',
    fix: 'Store the order under its external_id before you send it, and hold no lock while you wait for the response.',
    templates: [onEvents(['order.processing'], { deliver: { before_response: true } })],
  },
  {
    id: 'webhook-reserialised',
    title: 'the webhook is correctly signed JSON with unusual spaces, escapes and numbers',
    fix: 'Compute the signature over the received bytes, not over JSON that was parsed and written again.',
    templates: [onEvents(EVENT_NAMES, { corrupt: 'reserialised' })],
  },
  {
    id: 'webhook-unknown-event',
    title: 'a correctly signed event of an unknown kind is sent as well, or an event has an additional field',
    fix: 'Acknowledge unknown events with a 2xx status and ignore them, and ignore unknown fields.',
    provokes: ['genuine-refused'],
    templates: [
      hostile(['order.delegating'], 'unknown-event'),
      onEvents(['order.delegated'], { corrupt: 'extra-field' }),
    ],
  },
  {
    id: 'webhooks-lost',
    title: 'the webhook is never sent',
    fix: 'Ask for the status of open orders from time to time, instead of relying on webhooks alone.',
    isTiming: true,
    templates: [onEvents(EVENT_NAMES, { deliver: { drop: true } })],
  },
];

const HOSTILE_DELIVERIES: readonly Disturbance[] = [
  {
    id: 'webhook-altered',
    title:
      'a copy with an altered body is sent before the webhook, or one that names a different event in its header',
    fix: `${VERIFY} Read the event from the signed body, not from a header.`,
    templates: [
      hostile(['order.delegated'], 'altered-body'),
      hostile(['order.completed'], 'wrong-event-header'),
    ],
  },
  {
    id: 'webhook-forged',
    title: 'a copy with an invalid signature is sent before the webhook',
    fix: VERIFY,
    templates: [
      hostile(['order.processing', 'order.undelegating', 'order.completed'], 'wrong-secret'),
      hostile(['order.delegating'], 'missing-prefix'),
      hostile(['order.delegated'], 'stale-signature'),
    ],
  },
  {
    id: 'webhook-unsigned',
    title: 'a copy without X-Webhook-Signature is sent before the webhook',
    fix: `${VERIFY} A missing signature is an invalid one.`,
    templates: [hostile(['order.delegating', 'order.delegated', 'order.completed'], 'missing-signature')],
  },
];

/** All disturbances, in the order in which they are tried. */
export const disturbancesWith = (delays: Delays): readonly Disturbance[] => [
  ...requestDisturbances(delays),
  ...unusualDeliveries(delays),
  ...HOSTILE_DELIVERIES,
  ...orderDisturbances(delays),
  ...chainDisturbances(delays.account),
  ...restarts,
  ...outcomes,
];
