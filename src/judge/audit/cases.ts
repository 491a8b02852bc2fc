import { inParallel } from '../../host/node/concurrency.ts';
import { type AuditCase, answerText, type CaseStage, firstLine } from './case-stage.ts';
import {
  type AuditMessage,
  type AuditOrder,
  inChunks,
  isAccepted,
  LIFE,
  unsigned,
  withHeaders,
  withMethod,
  withTrailingNewline,
} from './deliveries.ts';

/** Usual deliveries of every event. A receiver must accept all of them. */
const GENUINE_CASES: readonly AuditCase[] = [
  {
    id: 'genuine',
    title: 'The five events of a delivered order, in sequence.',
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

const FORGED_COST =
  'Anyone who knows the URL can report orders as delivered, failed or refunded, and your system acts on it.';
const FORGED_CRITERION = 'Refused with a status other than 2xx, preferably 401, and nothing is stored.';
const UNCHANGED = 'that it changed nothing';

/** Sends a genuine first event, then a forged later one, and expects no effect of it. */
async function afterGenuine(stage: CaseStage, forge: () => Promise<unknown>): Promise<void> {
  await stage.acceptAll(['processing']);
  await forge();
  await stage.expectState('processing');
}

const forgedCase = (
  texts: Pick<AuditCase, 'id' | 'title' | 'fix'>,
  forge: (stage: CaseStage) => Promise<unknown>,
): AuditCase => ({
  ...texts,
  criterion: FORGED_CRITERION,
  cost: FORGED_COST,
  orders: ['usual'],
  probeShows: UNCHANGED,
  run: stage => afterGenuine(stage, () => forge(stage)),
});

const withSignature = (order: AuditOrder, label: string, signature: string | null): AuditMessage =>
  withHeaders(order.genuine('completed'), `order.completed ${label}`, { 'X-Webhook-Signature': signature });

/** Deliveries that are not genuine. A receiver must refuse all of them. */
const FORGED_CASES: readonly AuditCase[] = [
  forgedCase(
    {
      id: 'forged-secret',
      title: 'An event that was signed with another secret.',
      fix: 'Compute HMAC-SHA256 over the raw body with the secret, compare it in constant time with the signature, and answer 401 if they differ.',
    },
    stage => stage.corrupted('completed', 'wrong-secret'),
  ),
  forgedCase(
    {
      id: 'forged-body',
      title: 'An event whose body was changed after it was signed.',
      fix: 'Compute the signature over the whole raw body, not over some of its fields or over the event id.',
    },
    stage => stage.corrupted('completed', 'altered-body'),
  ),
  forgedCase(
    {
      id: 'no-signature',
      title: 'An event without the header X-Webhook-Signature.',
      fix: 'Refuse deliveries without a signature; do not verify only if the header is present.',
    },
    stage => stage.refuse(withSignature(stage.order, 'without a signature', null)),
  ),
  forgedCase(
    {
      id: 'empty-signature',
      title: 'An event with an empty signature, and one with nothing after sha256=.',
      fix: 'Treat an empty signature as a wrong one; compare lengths before comparing bytes.',
    },
    async stage => {
      await stage.refuse(withSignature(stage.order, 'with an empty signature', ''));
      await stage.refuse(withSignature(stage.order, 'with the signature "sha256="', 'sha256='));
    },
  ),
  forgedCase(
    {
      id: 'no-prefix',
      title: 'An event whose signature is the correct digest without sha256= in front of it.',
      fix: 'Require the prefix sha256= and compare the whole value; the name of the algorithm is part of it.',
    },
    stage => stage.corrupted('completed', 'missing-prefix'),
  ),
  forgedCase(
    {
      id: 'stale-signature',
      title: 'An event with the correct signature of the event before it, which was delivered.',
      fix: 'Compute the signature of this body, instead of comparing with signatures that were seen before.',
    },
    stage => stage.corrupted('delegating', 'stale-signature'),
  ),
];

/** Deliveries that are genuine, but unusual. A receiver must accept all of them but the first. */
const UNUSUAL_CASES: readonly AuditCase[] = [
  {
    id: 'event-header-differs',
    title: 'A genuine event whose header X-Webhook-Event names another event than the signed body.',
    criterion:
      'Accepted or refused. If accepted, the state follows the signed body; if refused, it stays unchanged.',
    cost: 'The header is not signed. Anyone who can change it can turn a delivered order into a failed one, and have it refunded.',
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
    criterion: 'Answered with a 2xx, and stored like the plain form.',
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
    criterion: 'Answered with a 2xx, and stored like the plain form.',
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

const COPIES = 8;
const COUNTED_ONCE = 'that it was counted once';
const DEDUPLICATE =
  'Store the event_id with a unique constraint in the same transaction as the effect of the event, and answer 2xx to repeats.';

/** All pairs of positions in the life of an order. */
const SWAPS: readonly (readonly [number, number])[] = LIFE.flatMap((_, left) =>
  LIFE.map((_, right): [number, number] => [left, right]).filter(([, right]) => right > left),
);

/** Deliveries that are repeated, late, out of order, or simultaneous. */
const REPEATED_CASES: readonly AuditCase[] = [
  {
    id: 'duplicate',
    title: 'Each event twice in a row.',
    criterion: 'Both are answered with a 2xx, and the event counts once.',
    cost: 'The service repeats an event whenever an acknowledgment is lost. Counted twice, it pays or refunds twice.',
    fix: DEDUPLICATE,
    orders: ['usual'],
    probeShows: COUNTED_ONCE,
    run: async stage => {
      for (const status of LIFE) {
        const message = stage.order.genuine(status);
        await stage.accept(message);
        await stage.accept({ ...message, label: `${message.label} a second time` });
      }
      await stage.expectState('completed');
    },
  },
  {
    id: 'duplicate-refund',
    title: 'The order.failed event of a refunded order, twice in a row.',
    criterion: 'Both are answered with a 2xx, and the refund counts once.',
    cost: 'The service repeats an event whenever an acknowledgment is lost. Counted twice, the refund is credited twice.',
    fix: DEDUPLICATE,
    orders: ['failed', 'failed', 'failed'],
    probeShows: COUNTED_ONCE,
    run: async stage => {
      const [repeated, first, second] = stage.orders as [AuditOrder, AuditOrder, AuditOrder];
      for (const order of [repeated, first, second]) await stage.acceptAll(['processing', 'failed'], order);
      const message = repeated.genuine('failed');
      await stage.accept({ ...message, label: `${message.label} a second time` }, repeated);
      await stage.expectCountedOnce(repeated, [first, second]);
    },
  },
  {
    id: 'duplicate-at-once',
    title: 'Each event eight times at the same moment.',
    criterion:
      'Each copy is answered with a 2xx, at the latest when it is repeated, and the event counts once.',
    cost: 'A check for repeats that reads first and writes later lets simultaneous copies pass: the event counts several times.',
    fix: 'Let the database decide: insert the event_id with a unique constraint, or lock the order, before acting. A check in the code races.',
    orders: ['usual'],
    probeShows: COUNTED_ONCE,
    run: async stage => {
      for (const status of LIFE) {
        const message = stage.order.genuine(status);
        const copy = { ...message, label: `${message.label}, one of ${COPIES} at once` };
        await Promise.all(Array.from({ length: COPIES }, () => stage.acceptAtLast(copy)));
      }
      await stage.expectState('completed');
    },
  },
  {
    id: 'reordered',
    title: 'The five events with each pair of them swapped, on ten orders.',
    criterion: 'Each is answered with a 2xx, and the state is that of the right order in the end.',
    cost: 'An older event that arrives late sets a completed order back, and it stays open forever.',
    fix: 'Let the state of an order only move forward, by the rank of its status or by updated_at; accept older events without applying them.',
    orders: SWAPS.map(() => 'usual' as const),
    probeShows: 'that no event set the order back',
    run: async stage => {
      const swapped = (index: number): string => {
        const [left, right] = SWAPS[index]!;
        return `with order.${LIFE[left]} and order.${LIFE[right]} swapped,`;
      };
      for (const [index, [left, right]] of SWAPS.entries()) {
        const order = stage.orders[index]!;
        const statuses = [...LIFE];
        statuses[left] = LIFE[right]!;
        statuses[right] = LIFE[left]!;
        for (const [position, status] of statuses.entries()) {
          const message = order.genuine(status);
          const place = `${message.label} in place ${position + 1}, ${swapped(index)}`;
          await stage.accept({ ...message, label: place }, order);
        }
      }
      await stage.expectState('completed', 'all', index => `${swapped(index)} `);
    },
  },
  {
    id: 'replayed-after-end',
    title: 'All five events again after the order was completed.',
    criterion: 'Each is answered with a 2xx, and the state stays as it is.',
    cost: 'A replay sets a completed order back, or has its effects happen again.',
    fix: `${DEDUPLICATE} Keep event_ids for as long as orders.`,
    orders: ['usual'],
    probeShows: COUNTED_ONCE,
    run: async stage => {
      await stage.acceptAll(LIFE);
      for (const status of LIFE) {
        const message = stage.order.genuine(status);
        await stage.accept({ ...message, label: `${message.label} again after the end` });
      }
      await stage.expectState('completed');
    },
  },
  {
    id: 'late',
    title: 'Events that arrive three days after they were created.',
    criterion: 'Each is answered with a 2xx, and counted.',
    cost: 'After an outage, all events that waited are refused: orders stay open, and refunds are missed.',
    fix: 'Accept genuine events whatever their age: created_at does not change when a delivery is retried. Protect against replays by event_id.',
    orders: ['late'],
    probeShows: 'that they were counted',
    run: async stage => {
      await stage.acceptAll(LIFE);
      await stage.expectState('completed');
    },
  },
  {
    id: 'same-id-other-content',
    title: 'An event, then another one with the same event_id, correctly signed, that says the order failed.',
    criterion: 'The second is answered with any status and changes nothing.',
    cost: 'What was stored is overwritten by a contradiction: a delivered order is refunded.',
    fix: 'Ignore a repeated event_id whatever it contains, or refuse it with a 409 and raise an alarm.',
    orders: ['usual'],
    probeShows: 'that it changed nothing',
    run: async stage => {
      await stage.acceptAll(['processing']);
      await stage.corrupted('processing', 'same-id-other-bytes');
      await stage.expectState('processing');
    },
  },
  {
    id: 'retried-after-refusal',
    title: 'A forged first attempt of an event, then the genuine one with the same event_id.',
    criterion: 'The genuine one is answered with a 2xx and counted.',
    cost: 'Anyone who can guess an event_id makes the receiver ignore the genuine event as a repeat.',
    fix: 'Record an event_id only after the signature was verified, and in the same transaction as the event.',
    orders: ['usual'],
    probeShows: 'that the genuine one was counted',
    run: async stage => {
      await stage.send(stage.order.corrupted('processing', 'wrong-secret'));
      await stage.acceptAll(['processing']);
      await stage.expectState('processing');
    },
  },
];

const SLOW_MS = 5_000;
const NOT_IMPLEMENTED = 501;

const GARBAGE: readonly AuditMessage[] = [
  unsigned('truncated JSON without a signature', Buffer.from('{"event":"order.completed","data":{')),
  unsigned('an empty body without a signature', Buffer.alloc(0)),
  unsigned('a JSON null without a signature', Buffer.from('null')),
  unsigned('bytes that are not UTF-8, without a signature', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3])),
];

const SERVER_ERROR = 500;

const ORDERS_AT_ONCE = 50;

/** Deliveries that show how and when the receiver answers. */
const ANSWER_CASES: readonly AuditCase[] = [
  {
    id: 'answer-time',
    title: 'The time in which genuine events are answered.',
    criterion: 'Each is answered within 5 s.',
    cost: 'At ten seconds the attempt counts as failed, and the same event comes again while the first is still being processed.',
    fix: 'Verify, store the event, answer 2xx, and do the work afterwards from a queue or table.',
    orders: ['usual'],
    probeShows: null,
    run: async stage => {
      for (const status of LIFE) {
        const { message, answer } = await stage.send(stage.order.genuine(status));
        if (answer.durationMs > SLOW_MS)
          stage.fail(`${message.label} was answered after more than 5 s, or not at all`);
      }
    },
  },
  {
    id: 'redirect',
    title: 'Genuine events, none of which may be redirected.',
    criterion: 'None is answered with a 3xx.',
    cost: 'The service never follows redirects: the event is retried and then lost.',
    fix: 'Answer at the URL that is configured. Exempt it from redirects to https, to a final slash or to a login page.',
    orders: ['usual', 'failed'],
    probeShows: null,
    run: async stage => {
      const [delivered, failed] = stage.orders;
      const messages = [...LIFE.map(status => delivered!.genuine(status)), failed!.genuine('failed')];
      for (const message of messages) {
        const { answer } = await stage.send(message);
        if (answer.status === null || answer.status < 300 || answer.status >= 400) continue;
        const target = firstLine(String(answer.headers.location ?? 'no location'), delivered!);
        stage.fail(`${message.label} was answered ${answer.status} with a redirect to ${target}`);
      }
    },
  },
  {
    id: 'other-methods',
    title: 'A genuine event as GET with and without its body, then as POST, PUT, PATCH and DELETE.',
    criterion: 'GET does not act; no method is answered with a 5xx other than 501; the POST is accepted.',
    cost: 'Links are opened by crawlers, previews and browsers. A GET that acts is executed without anyone wanting it.',
    fix: 'Route POST only, and answer 405 to other methods.',
    orders: ['usual'],
    probeShows: 'that GET did not act',
    run: async stage => {
      const genuine = stage.order.genuine('processing');
      const send = async (method: string, body = genuine.body): Promise<void> => {
        const message = withMethod(genuine, method, body);
        const { answer } = await stage.send(message);
        const isCrash = answer.status === null || (answer.status >= 500 && answer.status !== NOT_IMPLEMENTED);
        if (isCrash)
          stage.fail(`${message.label} must be answered without an error, but got: ${stage.textOf(answer)}`);
      };
      await send('GET');
      await send('GET', null);
      await stage.expectState('placed');
      await stage.accept(genuine);
      for (const method of ['PUT', 'PATCH', 'DELETE']) await send(method);
    },
  },
  {
    id: 'garbage',
    title: 'Truncated JSON, an empty body, a JSON null and bytes that are no text, all without a signature.',
    criterion: 'Each is refused with a 4xx, without a crash, and a genuine event is accepted afterwards.',
    cost: 'A crash on bytes that anyone can send stops the receiver, and with it all webhooks. A 5xx fills the error log.',
    fix: 'Verify the signature over the raw bytes before anything is parsed, answer 401, and catch errors of the parser.',
    orders: ['usual'],
    probeShows: null,
    run: async stage => {
      for (const message of GARBAGE) {
        const { answer } = await stage.send(message);
        const isRefusal = answer.status !== null && answer.status >= 300 && answer.status < SERVER_ERROR;
        if (!isRefusal)
          stage.fail(`${message.label} must be refused with a 4xx, but got: ${stage.textOf(answer)}`);
      }
      await stage.acceptAll(['processing']);
    },
  },
  {
    id: 'parallel-orders',
    title: 'The events of 50 orders at once.',
    criterion:
      'Each is answered with a 2xx, at the latest when it is repeated, and no order has the state or the data of another.',
    cost: 'Under load, orders get the transaction or the status of others. Nobody can tell afterwards which.',
    fix: 'Keep the data of a request in local variables, never in module or class state that survives an await.',
    orders: Array.from({ length: ORDERS_AT_ONCE }, () => 'usual' as const),
    probeShows: 'that no orders were mixed up',
    run: async stage => {
      await inParallel(stage.orders, ORDERS_AT_ONCE, async order => {
        for (const status of LIFE) {
          const message = order.genuine(status);
          const label = `${message.label} of one of ${ORDERS_AT_ONCE} orders at once`;
          await stage.acceptAtLast({ ...message, label }, order);
        }
      });
      await stage.expectState('completed');
    },
  },
];

/** All cases of the audit, in the order of runs, reports and the documentation. */
export const AUDIT_CASES: readonly AuditCase[] = [
  ...GENUINE_CASES,
  ...FORGED_CASES,
  ...UNUSUAL_CASES,
  ...REPEATED_CASES,
  ...ANSWER_CASES,
];

/** The ids of all cases. */
export const AUDIT_CASE_IDS: readonly string[] = AUDIT_CASES.map(({ id }) => id);
