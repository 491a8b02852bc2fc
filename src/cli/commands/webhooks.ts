import type { BodyOf, DataOf } from '../../client/control-client.ts';
import { STATE_EVENTS } from '../../core/domain/order.ts';
import { CORRUPTIONS } from '../../core/scenario/rule-effects.ts';
import { eventStateText } from '../../core/text/wording.ts';
import { BUILT_IN_RECEIVER } from '../../core/webhook/read-webhook.ts';
import type { Tint } from '../../judge/report/table.ts';
import {
  oneOf,
  readDuration,
  readEvent,
  readFinalStatus,
  readOrderId,
  readRefund,
  readStateEvent,
  wholeNumber,
} from '../argument-parsers.ts';
import {
  commands,
  flag,
  type Given,
  one,
  printColumns,
  remarkOnList,
  remote,
  unless,
} from '../define-command.ts';
import { deliveryLine, EVENT_STATES, eventStateTint, instantText } from '../format.ts';

type Receiver = DataOf<'get', '/_sandbox/accounts/{account}/receiver'>;
type Arrivals = DataOf<'get', '/_sandbox/accounts/{account}/receiver/arrivals'>;
type Arrival = Arrivals['items'][number];

const NONE = 'none';

/** How the receiver responds, such as `responds with 500 to the next 2 deliveries and verifies signatures`. */
function receiverText({ status, delay_ms, hang, verify, times }: Receiver): string {
  const what = hang ? 'never responds' : `responds with ${status}`;
  const late = delay_ms > 0 && !hang ? ` after ${delay_ms} ms` : '';
  const which = times === null ? '' : ` to the next ${times === 1 ? 'delivery' : `${times} deliveries`}`;
  return `${what}${late}${which} and ${verify ? 'verifies signatures' : 'does not verify signatures'}`;
}

const TINTS: Readonly<Record<Arrival['state'], Tint>> = {
  pending: 'yellow',
  sent: 'green',
  timeout: 'red',
  aborted: 'dim',
};

const RECEIVER_INPUT = {
  use: flag('--use', "make it the destination of the account's webhooks"),
  status: one('--status <code>', 'respond with this status', readFinalStatus),
  delay: one('--delay <duration>', 'respond after this time, such as 3s', text => `${readDuration(text)}ms`),
  hang: flag('--hang', 'never respond'),
  verify: unless('--no-verify', 'accept deliveries without a valid signature'),
  times: one(
    '--times <number>',
    'do so for this number of deliveries, and then respond with 200',
    wholeNumber('a count', 1),
  ),
  default: flag('--default', 'respond with 200 at once to valid signatures, and with 401 to others'),
  clear: flag('--clear', 'forget what arrived'),
  limit: one('--limit <number>', 'maximum number of arrivals, newest first', wholeNumber('a count', 1), 50),
};

/** The settings that the flags ask for; null if they ask for none. */
function wantedSettings({
  use,
  clear,
  limit,
  default: isDefault,
  ...settings
}: Given<typeof RECEIVER_INPUT>): BodyOf<'put', '/_sandbox/accounts/{account}/receiver'> | null {
  const isAnyGiven = Object.keys(settings).length > 1 || !settings.verify || isDefault;
  return isAnyGiven ? settings : null;
}

export const { define } = commands({
  events: remote({
    input: {
      order: one('--order <id>', 'only events of this order', readOrderId),
      external_id: one(
        '--external-id <glob>',
        'only events of orders with this external_id; * and ? are wildcards',
      ),
      event: one('--event <event>', 'only events of this type', readEvent),
      state: one(
        '--state <state>',
        `only events in this state: ${EVENT_STATES.join(', ')}`,
        oneOf('state', EVENT_STATES),
      ),
      limit: one('--limit <number>', 'maximum number of events, newest first', wholeNumber('a count', 1), 50),
    },
    notes: `
Examples:
  energy-sandbox events --external-id 'inv-2026-*'
  energy-sandbox events --state exhausted    events that were given up`,
    call: ({ control, path }, query) =>
      control.list('/_sandbox/accounts/{account}/events', { path, query: { ...query, sort: 'newest' } }),
    print(found, remote, { limit }) {
      printColumns(remote, found, {
        created: ({ created_at }) => ({ text: instantText(created_at), tint: 'dim' }),
        event_id: ({ event_id }) => event_id,
        state: event => ({ text: eventStateText(event), tint: eventStateTint(event.state) }),
        attempts: ({ attempts }) => String(attempts),
      });
      remarkOnList(remote, found, 'events', limit);
    },
  }),
  trigger: remote({
    input: {
      event: one('<event>', `event type: ${STATE_EVENTS.join(', ')}`, readStateEvent),
      refund: one(
        '--refund <when>',
        'for order.failed: when to refund: now, never, or a duration',
        readRefund,
      ),
      external_id: one('--external-id <id>', 'external_id of the order'),
      address: one('--address <address>', 'recipient of the order'),
      package_id: one('--package <id>', 'package to order', wholeNumber('a package id', 1)),
    },
    notes: `
The command creates an order at the usual price, moves it until the event
happens, and delivers the webhook.

Examples:
  energy-sandbox trigger order.failed --refund now
  energy-sandbox trigger completed --external-id inv-2026-001`,
    call: ({ control, path }, body) => control.post('/_sandbox/accounts/{account}/trigger', { path, body }),
    print({ order_id, event_id, event }, { out, err, programName }) {
      out.line(`order ${order_id}  ${event_id}  ${eventStateText(event)}`);
      for (const delivery of event.deliveries) out.line(`  ${deliveryLine(delivery, null, out)}`);
      if (event.state === 'unsent') {
        err.line(`The account has no webhook destination; set one with: ${programName} webhook http://…`);
      }
    },
  }),
  resend: remote({
    input: {
      event_id: one('<event_id>', 'event id, listed by energy-sandbox events'),
      corrupt: one('--corrupt <kind>', 'corrupt the webhook in this way', oneOf('corruption', CORRUPTIONS)),
    },
    notes: `
Corruptions:
${CORRUPTIONS.map(kind => `  ${kind}`).join('\n')}

Examples:
  energy-sandbox resend order-7-order.failed-ab12cd34ef56
  energy-sandbox resend order-7-order.failed-ab12cd34ef56 --corrupt wrong-secret`,
    call: ({ control, path }, { event_id, ...body }) =>
      control.post('/_sandbox/accounts/{account}/events/{event_id}/resend', {
        path: { ...path, event_id },
        body,
      }),
    print(delivery, { out }) {
      out.line(`${delivery.event_id}  ${deliveryLine(delivery, null, out)}`);
      if (delivery.corruption) out.line(`  ${delivery.corruption.explanation}`);
    },
  }),
  webhook: remote({
    input: {
      url: one('[url]', 'new webhook destination, or none', text => (text === NONE ? null : text)),
      secret: one('--secret <secret>', 'new secret for webhook signatures'),
    },
    notes: `
Examples:
  energy-sandbox webhook http://127.0.0.1:4020/
  energy-sandbox webhook sandbox:receiver         the built-in receiver`,
    call: ({ control, path }, body) =>
      Object.keys(body).length === 0
        ? control.get('/_sandbox/accounts/{account}/webhook', { path })
        : control.put('/_sandbox/accounts/{account}/webhook', { path, body }),
    print: ({ url, secret }, { out }) => out.line(`${url ?? NONE}  secret ${secret}`),
  }),
  receiver: remote({
    input: RECEIVER_INPUT,
    notes: `
Examples:
  energy-sandbox receiver --use                   send the webhooks to it
  energy-sandbox receiver --status 500 --times 2  fail the next two deliveries`,
    async call({ control, path }, given) {
      const [RECEIVER, ARRIVALS] = [
        '/_sandbox/accounts/{account}/receiver',
        '/_sandbox/accounts/{account}/receiver/arrivals',
      ] as const;
      if (given.use) {
        await control.put('/_sandbox/accounts/{account}/webhook', { path, body: { url: BUILT_IN_RECEIVER } });
      }
      if (given.clear) await control.delete(ARRIVALS, { path });
      const body = wantedSettings(given);
      const settings = await (body ? control.put(RECEIVER, { path, body }) : control.get(RECEIVER, { path }));
      const arrivals = await control.list(ARRIVALS, { path, query: { sort: 'newest', limit: given.limit } });
      return { ...settings, arrivals };
    },
    print({ arrivals, ...settings }, remote) {
      const { err, account, programName } = remote;
      err.line(`The receiver of ${account} ${receiverText(settings)}.`);
      if (!settings.is_destination)
        err.line(`It is not the webhook destination; make it so with: ${programName} receiver --use`);
      printColumns(remote, arrivals, {
        'no.': ({ number }) => String(number),
        arrived: ({ at }) => ({ text: instantText(at), tint: 'dim' }),
        event: ({ event }) => event,
        order: ({ order_id }) => (order_id === null ? '' : String(order_id)),
        signature: ({ signature: { valid } }) =>
          valid ? { text: 'verified', tint: 'green' } : { text: 'not verified', tint: 'red' },
        repeat: ({ duplicate_of }) => (duplicate_of === null ? '' : `duplicate of ${duplicate_of}`),
        response: ({ status, state }) => ({
          text: status === null ? state : String(status),
          tint: TINTS[state],
        }),
      });
      if (arrivals.length === 0) err.line('Nothing arrived yet.');
    },
  }),
});
