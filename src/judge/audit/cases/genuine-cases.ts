import { LIFE } from '../audit-sandbox.ts';
import { type AuditCase, answerText } from '../case-stage.ts';
import { inChunks, isAccepted, withTrailingNewline } from '../sender.ts';

/** Usual deliveries of every event. A receiver must accept all of them. */
export const GENUINE_CASES: readonly AuditCase[] = [
  {
    id: 'genuine',
    title: 'The five events of an order that is delivered, in their order.',
    criterion: 'Each is answered with a 2xx.',
    cost: 'Events that are not acknowledged are retried and then lost.',
    fix: 'Answer 2xx to every delivery whose signature is correct, whatever its event.',
    orders: [],
    probeShows: null,
    run: async stage => {
      for (const exchange of stage.plain.exchanges) {
        stage.exchanges.push(exchange);
        if (!isAccepted(exchange.answer)) {
          const answer = answerText(exchange.answer, stage.plain.order);
          stage.fail(`${exchange.message.label} must be answered with a 2xx, but got: ${answer}`);
        }
      }
    },
  },
  {
    id: 'each-event',
    title: 'Every documented event: five of a delivered order, one in review, one failed with a refund.',
    criterion: 'Each is answered with a 2xx.',
    cost: 'The events that tests with a happy path never show are lost: an order stays open forever, or a refund is missed.',
    fix: 'Handle all seven events: processing, delegating, delegated, undelegating, completed, review and failed. Answer 2xx also to those that your system does not use.',
    orders: ['usual', 'review', 'failed'],
    probeShows: null,
    run: async stage => {
      const [delivered, reviewed, failed] = stage.orders;
      await stage.acceptAll(LIFE, delivered);
      await stage.acceptAll(['processing', 'review'], reviewed);
      await stage.acceptAll(['processing', 'failed'], failed);
    },
  },
];

/** Deliveries that are genuine, but unusual. A receiver must accept all of them but the first. */
export const UNUSUAL_CASES: readonly AuditCase[] = [
  {
    id: 'event-header-differs',
    title: 'A genuine event whose header X-Webhook-Event names another event than the signed body.',
    criterion:
      'Accepted or refused. If accepted, the state follows the signed body; if refused, it stays unchanged.',
    cost: 'The header is not signed. Who can change it turns a delivered order into a failed one, and has it refunded.',
    fix: 'Read the event from the signed body only, or refuse deliveries whose header differs.',
    orders: ['usual'],
    probeShows: 'that the signed body decided',
    run: async stage => {
      const accepted = await stage.corrupted('processing', 'wrong-event-header');
      await stage.expectState(accepted ? 'processing' : 'placed');
    },
  },
  {
    id: 'reserialised',
    title: 'The same values in unusual, correctly signed bytes: spaces, escapes, 5.0.',
    criterion: 'Answered with a 2xx, and stored as the plain form is.',
    cost: 'All webhooks fail from one day to the next when the service or a proxy writes JSON differently.',
    fix: 'Verify the signature over the raw body as it arrived, before any JSON middleware, and parse it afterwards.',
    orders: ['usual'],
    probeShows: 'that it was stored',
    run: async stage => {
      if (await stage.corrupted('processing', 'reserialised')) await stage.expectState('processing');
    },
  },
  {
    id: 'trailing-newline',
    title: 'A body that ends with a line feed, signed over exactly these bytes.',
    criterion: 'Answered with a 2xx, and stored as the plain form is.',
    cost: 'A harmless change of the service makes every signature fail.',
    fix: 'Do not trim or decode the body before the signature is verified.',
    orders: ['usual'],
    probeShows: 'that it was stored',
    run: async stage => {
      const message = withTrailingNewline(stage.order.genuine('processing'), stage.secret);
      if (await stage.accept(message)) await stage.expectState('processing');
    },
  },
  {
    id: 'chunked-body',
    title: 'A genuine event with Transfer-Encoding: chunked instead of a Content-Length.',
    criterion: 'Answered with a 2xx, and stored as with a Content-Length.',
    cost: 'Webhooks are lost as soon as a proxy or a new version of the service streams bodies.',
    fix: 'Read the body until its end instead of Content-Length bytes, and do not require that header.',
    orders: ['usual'],
    probeShows: 'that it was stored',
    run: async stage => {
      if (await stage.accept(inChunks(stage.order.genuine('processing'))))
        await stage.expectState('processing');
    },
  },
  {
    id: 'unknown-event',
    title: 'A correctly signed event of an unknown kind, order.paused, between processing and delegating.',
    criterion:
      'Answered with a 2xx; the order is not taken for failed or completed, and later events still count.',
    cost: 'The day the service adds an event, its webhooks are retried for hours, or orders are treated as failed.',
    fix: 'Verify, answer 2xx, and ignore the events that you do not know.',
    orders: ['usual'],
    probeShows: 'that it changed nothing else',
    run: async stage => {
      await stage.acceptAll(['processing']);
      if (await stage.corrupted('delegating', 'unknown-event'))
        await stage.expectState('processing', 'losses');
      await stage.acceptAll(LIFE.slice(1));
      if (stage.problems.length === 0) await stage.expectState('completed', 'losses');
    },
  },
  {
    id: 'extra-field',
    title: 'A correctly signed event with additional fields.',
    criterion: 'Answered with a 2xx, and stored as without them.',
    cost: 'The day the service adds a field, all webhooks are refused and then lost.',
    fix: 'Do not validate webhooks against a schema without additional fields; ignore fields that you do not know.',
    orders: ['usual'],
    probeShows: 'that it was stored',
    run: async stage => {
      if (await stage.corrupted('processing', 'extra-field')) await stage.expectState('processing', 'losses');
    },
  },
];
