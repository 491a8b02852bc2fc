import type { OrderStatus } from '../../core/domain/order.ts';
import { type AuditOrder, inChunks, LIFE, withTrailingNewline } from './audit-messages.ts';
import type { AuditCase } from './case-stage.ts';

/** A receiver that treats the same event in other bytes as a different event. */
const OTHER_BYTES = {
  cost: 'A repeat that a proxy or a new version of the service writes differently counts twice: it pays or refunds twice.',
  fix: 'Recognize repeats by event_id, not by the bytes of the body or by a hash of them.',
};

const STORED = {
  orders: ['usual', 'refunded'],
  probeShows: 'that it was stored',
} as const satisfies Partial<AuditCase>;

/** Deliveries that are genuine, but unusual. A receiver must accept all of them but the first. */
export const UNUSUAL_CASES: readonly AuditCase[] = [
  {
    id: 'event-header-differs',
    title: 'A genuine event whose header X-Webhook-Event names another event than the signed body.',
    criterion:
      'Accepted or refused. If it is refused, the same event follows with the right header. The state follows the signed body.',
    cost: 'The header is not signed. Anyone who can change it can turn a delivered order into a failed one, and have it refunded.',
    fix: 'Read the event from the signed body only, or refuse deliveries whose header differs.',
    orders: ['usual', 'refunded'],
    probeShows: 'that the signed body decided',
    run: async stage => {
      const strike = async (order: AuditOrder, status: OrderStatus): Promise<void> => {
        const isAccepted = await stage.corrupted(status, 'wrong-event-header', order);
        if (!isAccepted) await stage.acceptAll([status], order);
      };
      await stage.sendAll(strike);
      await stage.expectState('end');
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
      await stage.expectState('end', { cause: OTHER_BYTES });
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
    id: 'chunked-body',
    title: 'A genuine event with Transfer-Encoding: chunked instead of a Content-Length.',
    criterion: 'Answered with a 2xx, and stored as with a Content-Length.',
    cost: 'Webhooks are lost as soon as a proxy or a new version of the service streams bodies.',
    fix: 'Read the body until its end instead of Content-Length bytes, and do not require that header.',
    ...STORED,
    run: async stage => {
      await stage.sendAll((order, status) => stage.accept(inChunks(order.genuine(status)), order));
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
    title: 'A correctly signed event with additional fields.',
    criterion: 'Answered with a 2xx, and stored as without them.',
    cost: 'The day the service adds a field, all webhooks are refused and then lost.',
    fix: 'Do not validate webhooks against a schema without additional fields; ignore fields that you do not know.',
    ...STORED,
    run: async stage => {
      await stage.sendAll((order, status) => stage.corrupted(status, 'extra-field', order));
      if (stage.problems.length === 0) await stage.expectState('end', { compare: 'losses' });
    },
  },
];
