import type { OrderStatus } from '../../core/domain/order.ts';
import { type AuditOrder, isAccepted, LIFE, withData, withTrailingNewline } from './audit-messages.ts';
import type { AuditCase } from './case-stage.ts';
import { ENVELOPES, IN_CHUNKS } from './unsigned-parts.ts';

/** A receiver that treats the same event in other bytes as a different event. */
const OTHER_BYTES = {
  cost: 'A repeat that a proxy or a new version of the service writes differently counts twice: it pays or refunds twice.',
  fix: 'Recognize repeats by event_id, not by the bytes of the body or by a hash of them.',
};

const STORED = {
  orders: ['usual', 'refunded'],
  probeShows: 'that it was stored',
} as const satisfies Partial<AuditCase>;

/** Values that the specification allows, each at an event that usually has another one. */
const EXTREMES: readonly { status: OrderStatus; field: string; value: number | null }[] = [
  { status: 'processing', field: 'external_id', value: null },
  { status: 'delegated', field: 'external_id', value: null },
  { status: 'failed', field: 'external_id', value: null },
  { status: 'delegated', field: 'txid', value: null },
  { status: 'failed', field: 'error_code', value: null },
  { status: 'delegated', field: 'delivered_at', value: null },
  { status: 'completed', field: 'completed_at', value: null },
  { status: 'delegated', field: 'order_id', value: 5_000_000_000_000 },
  { status: 'delegated', field: 'energy_amount', value: 5_000_000_000 },
  { status: 'delegated', field: 'duration_minutes', value: 1_000_000 },
  { status: 'delegated', field: 'price_trx', value: 5_000_000_000.123456 },
  { status: 'failed', field: 'price_trx', value: 5_000_000_000.123456 },
];

/** Deliveries that are genuine, but unusual. A receiver must accept all of them but the first. */
export const UNUSUAL_CASES: readonly AuditCase[] = [
  {
    id: 'other-headers',
    title:
      'Genuine events with other, missing, empty, repeated or non-ASCII headers, of another Content-Type, and in chunks instead of with a Content-Length.',
    criterion:
      'Events in chunks are answered with a 2xx. Others are accepted or refused; one that is refused follows with the right headers. Each counts once, as its signed body says.',
    cost: 'Headers are not signed. Anyone who can change them can turn a delivered order into a failed one, or make an event count as a repeat. Proxies change them too.',
    fix: 'Read the event, its event_id and its data from the signed body only. Read the body until its end, and do not require a Content-Length.',
    orders: ENVELOPES.map(([, , kind = 'refunded']) => kind),
    probeShows: 'that the signed body decided',
    run: async stage => {
      for (const [index, order] of stage.orders.entries()) {
        const [label, change] = ENVELOPES[index]!;
        const before = order.life.slice(0, order.life.indexOf(order.turn));
        await stage.acceptAll(before, order);
        const seen = String(order.genuine('processing').headers['X-Webhook-Id']);
        const changed = change(order.genuine(order.turn), seen);
        const message = { ...changed, label: `${changed.label} ${label}` };
        const isAccepted =
          change === IN_CHUNKS[1] ? await stage.accept(message, order) : await stage.offer(message, order);
        if (isAccepted === null) return;
        await stage.acceptAll(order.life.slice(before.length + (isAccepted ? 1 : 0)), order);
      }
      await stage.expectState('end', { nameOf: index => `${ENVELOPES[index]![0]}, ` });
    },
  },
  {
    id: 'null-or-large',
    title:
      'Correctly signed events in which a field that may be null is null, external_id included, or a number is large.',
    criterion: 'Each is answered with a 2xx, and the next order is handled as usual.',
    cost: 'An order that somebody places by hand, without an external_id, ends the receiver or blocks its queue; a number above 2^31 does not fit the column.',
    fix: 'Handle null in every field that may be null, and look orders up by order_id if there is no external_id. Store ids in 64 bits, and money in 64 bits or as a decimal.',
    orders: ['usual', 'refunded', 'usual'],
    probeShows: 'that the next order is handled as usual',
    run: async stage => {
      const [delivered, refunded, next] = stage.orders as [AuditOrder, AuditOrder, AuditOrder];
      for (const [index, { status, field, value }] of EXTREMES.entries()) {
        const order = status === 'failed' ? refunded : delivered;
        const label = `order.${status} with ${field}: ${value}`;
        const how = { label, data: { [field]: value }, suffix: `${index}`, secret: stage.secret };
        const exchange = await stage.send(withData(order.genuine(status), how));
        if (!isAccepted(exchange.answer)) stage.refused(exchange, order);
        if (exchange.answer.status === null) return;
      }
      await stage.acceptAll(next.life, next);
      await stage.expectState(index => (index === 2 ? 'end' : null));
    },
  },
  {
    id: 'reserialised',
    title:
      'The same values in unusual, correctly signed bytes: spaces, escapes, 5.0. Then the plain form again.',
    criterion: 'Both are answered with a 2xx, and the event counts once, like the plain form.',
    cost: 'All webhooks fail from one day to the next when the service or a proxy writes JSON differently.',
    fix: 'Verify the signature over the raw body as it arrived, before any JSON middleware, and parse it afterwards.',
    orders: ['usual', 'refunded'],
    probeShows: 'that it was stored once',
    run: async stage => {
      await stage.sendAll((order, status) => stage.corrupted(status, 'reserialised', order));
      if (stage.problems.length === 0) await stage.expectState('end');
      if (stage.problems.length > 0) return;
      for (const order of stage.orders) await stage.repeat(order, order.turn, 'again in the usual bytes');
      await stage.expectState('end', { cause: OTHER_BYTES, symptoms: ['repeat-counted'] });
    },
  },
  {
    id: 'trailing-newline',
    title: 'A body that ends with a line feed, signed over exactly these bytes.',
    criterion: 'Answered with a 2xx, and stored like the plain form.',
    cost: 'A harmless change of the service makes every signature fail.',
    fix: 'Do not trim or decode the body before the signature is verified.',
    ...STORED,
    run: async stage => {
      const strike = (order: AuditOrder, status: OrderStatus) =>
        stage.accept(withTrailingNewline(order.genuine(status), stage.secret), order);
      await stage.sendAll(strike);
      if (stage.problems.length === 0) await stage.expectState('end');
    },
  },
  {
    id: 'unknown-event',
    title: 'A correctly signed event of an unknown kind, order.paused, between processing and delegating.',
    criterion:
      'Answered with a 2xx; the order does not count as failed or completed, and later events still count.',
    cost: 'The day the service adds an event, its webhooks are retried for hours, or orders are treated as failed.',
    fix: 'Verify, answer 2xx, and ignore the events that you do not know.',
    orders: ['usual'],
    probeShows: 'that it changed nothing else',
    run: async stage => {
      await stage.acceptAll(['processing']);
      if (await stage.corrupted('delegating', 'unknown-event'))
        await stage.expectState('processing', { compare: 'losses' });
      await stage.acceptAll(LIFE.slice(1));
      if (stage.problems.length === 0) await stage.expectState('end', { compare: 'losses' });
    },
  },
  {
    id: 'extra-field',
    title: 'A correctly signed event with additional fields, one with characters above 0x7F.',
    criterion: 'Answered with a 2xx, and stored as without them.',
    cost: 'The day the service adds a field, all webhooks are refused and then lost.',
    fix: 'Do not validate webhooks against a schema without additional fields; ignore fields that you do not know. Verify the signature over the received bytes, not over text that was decoded from them.',
    ...STORED,
    run: async stage => {
      await stage.sendAll((order, status) => stage.corrupted(status, 'extra-field', order));
      if (stage.problems.length === 0) await stage.expectState('end', { compare: 'losses' });
    },
  },
];
