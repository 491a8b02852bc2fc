import type { OrderStatus } from '../../core/domain/order.ts';
import { inParallel } from '../../host/node/concurrency.ts';
import { type AuditCase, answerText, CAUSES, type CaseStage, firstLine } from './case-stage.ts';
import {
  type AuditMessage,
  type AuditOrder,
  inChunks,
  isAccepted,
  isTimeout,
  LIFE,
  SLOW_MS,
  unsigned,
  withHeaders,
  withMethod,
  withTrailingNewline,
} from './deliveries.ts';

/** A probe that does not show what is stored of an order. */
const PROBE = {
  cost: 'The events are stored elsewhere or not at all, or the probe shows something else. What is stored cannot be judged.',
  fix: 'Let the probe return what is stored of the order in its URL. If it does, the receiver loses events or mixes up orders. If only orders of its own system are stored, let --place make it place them.',
};

/** Usual deliveries of every event. A receiver must accept all of them. */
const GENUINE_CASES: readonly AuditCase[] = [
  {
    id: 'genuine',
    title: 'The five events of a delivered order, and the two of a refunded one, in sequence.',
    criterion:
      'Each is answered with a 2xx. The probe, if there is one, returns something else after the events than before them, and nothing of other orders.',
    ...CAUSES.refused,
    orders: [],
    probeShows: null,
    run: async stage => {
      if (stage.probeProblem !== null) stage.fail(stage.probeProblem, PROBE);
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
    orders: ['usual', 'reviewed', 'refunded'],
    probeShows: null,
    run: async stage => {
      for (const order of stage.orders) await stage.acceptAll(order.life, order);
    },
  },
  {
    id: 'review-then-delivered',
    title: 'An order that is in review before it is delivered.',
    criterion: 'Each event is answered with a 2xx, and the order ends like one without a review.',
    cost: 'An order in review is delivered after all. Taken for final or failed, its customer waits forever, or is paid back and gets the Energy as well.',
    fix: 'Let review be followed by any other status, and pay nothing back before order.failed.',
    orders: ['reviewed'],
    probeShows: 'that it ended like any delivered order',
    run: async stage => {
      await stage.acceptAll(stage.order.life);
      await stage.expectState('end', { compare: 'losses' });
    },
  },
  {
    id: 'failed-with-refund',
    title: 'An order that fails, with refunded: true.',
    criterion: 'Each event is answered with a 2xx, and the order does not stay open.',
    cost: 'A failed order stays open forever, and its refund is never passed on.',
    fix: 'Handle order.failed: close the order, and pay the customer back, once, if refunded is true.',
    orders: ['refunded'],
    probeShows: 'that the order does not stay open',
    run: async stage => {
      await stage.acceptAll(stage.order.life);
      stage.expectFailure();
    },
  },
  {
    id: 'failed-without-refund',
    title: 'An order that fails, with refunded: false.',
    criterion: 'Each event is answered with a 2xx, and nothing is credited.',
    cost: 'Customers are paid back with money that the service has not returned.',
    fix: 'Pay back only once refunded is true. The service sends no event for a later refund: query the status of the order until then.',
    orders: ['failed'],
    probeShows: 'that nothing was credited',
    run: async stage => {
      await stage.acceptAll(stage.order.life);
      await stage.expectNoCredit();
    },
  },
  {
    id: 'unknown-order',
    title: 'The events of an order that the system of the receiver has not placed, or not yet.',
    criterion: 'Each is answered with a 2xx.',
    cost: 'An event can overtake the response to its order. If it is refused, the order is learned of late; the events of orders that somebody else places with the account are refused until they are given up.',
    fix: 'Store events of unknown orders and answer 2xx; apply them as soon as the order is known.',
    orders: ['unknown'],
    probeShows: null,
    run: async stage => {
      for (const status of stage.order.life) await stage.accept(stage.order.genuine(status));
    },
  },
];

const FORGED_COST =
  'Anyone who knows the URL can report orders as delivered, failed or refunded, and your system acts on it.';
const FORGED_CRITERION = 'Refused with a status other than 2xx, preferably 401, and nothing is stored.';
const UNCHANGED = 'that it changed nothing';

/** Sends the genuine first event of each order, then a forged one that would change most, and expects no effect of it. */
const forgedCase = (
  texts: Pick<AuditCase, 'id' | 'title' | 'fix'>,
  forge: (stage: CaseStage, order: AuditOrder) => Promise<unknown>,
): AuditCase => ({
  ...texts,
  criterion: FORGED_CRITERION,
  cost: FORGED_COST,
  orders: ['usual', 'refunded'],
  probeShows: UNCHANGED,
  run: async stage => {
    for (const order of stage.orders) {
      await stage.acceptAll(['processing'], order);
      await forge(stage, order);
    }
    await stage.expectState('processing');
  },
});

const withSignature = (order: AuditOrder, label: string, signature: string | null): AuditMessage =>
  withHeaders(order.genuine(order.turn), `order.${order.turn} ${label}`, {
    'X-Webhook-Signature': signature,
  });

/** Deliveries that are not genuine. A receiver must refuse all of them. */
const FORGED_CASES: readonly AuditCase[] = [
  forgedCase(
    {
      id: 'forged-secret',
      title: 'An event that was signed with another secret.',
      fix: 'Compute HMAC-SHA256 over the raw body with the secret, compare it in constant time with the signature, and answer 401 if they differ.',
    },
    (stage, order) => stage.corrupted(order.turn, 'wrong-secret', order),
  ),
  forgedCase(
    {
      id: 'forged-body',
      title: 'An event whose body was changed after it was signed.',
      fix: 'Compute the signature over the whole raw body, not over some of its fields or over the event id.',
    },
    (stage, order) => stage.corrupted(order.turn, 'altered-body', order),
  ),
  forgedCase(
    {
      id: 'no-signature',
      title: 'An event without the header X-Webhook-Signature.',
      fix: 'Refuse deliveries without a signature; do not verify only if the header is present.',
    },
    (stage, order) => stage.refuse(withSignature(order, 'without a signature', null), order),
  ),
  forgedCase(
    {
      id: 'empty-signature',
      title: 'An event with an empty signature, and one with nothing after sha256=.',
      fix: 'Treat an empty signature as a wrong one; compare lengths before comparing bytes.',
    },
    async (stage, order) => {
      await stage.refuse(withSignature(order, 'with an empty signature', ''), order);
      await stage.refuse(withSignature(order, 'with the signature "sha256="', 'sha256='), order);
    },
  ),
  forgedCase(
    {
      id: 'no-prefix',
      title: 'An event whose signature is the correct digest without sha256= in front of it.',
      fix: 'Require the prefix sha256= and compare the whole value; the name of the algorithm is part of it.',
    },
    (stage, order) => stage.corrupted(order.turn, 'missing-prefix', order),
  ),
  forgedCase(
    {
      id: 'stale-signature',
      title: 'An event with the correct signature of the event before it, which was delivered.',
      fix: 'Compute the signature of this body, instead of comparing with signatures that were seen before.',
    },
    (stage, order) => stage.corrupted(order.life[1]!, 'stale-signature', order),
  ),
];

/** A receiver that takes the same event in other bytes for another one. */
const OTHER_BYTES = {
  cost: 'A repeat that a proxy or a new version of the service writes differently counts twice: it pays or refunds twice.',
  fix: 'Recognize repeats by event_id, not by the bytes of the body or by a hash of them.',
};

const STORED = {
  orders: ['usual', 'refunded'],
  probeShows: 'that it was stored',
} as const satisfies Partial<AuditCase>;

/** Deliveries that are genuine, but unusual. A receiver must accept all of them but the first. */
const UNUSUAL_CASES: readonly AuditCase[] = [
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
      'Answered with a 2xx; the order is not taken for failed or completed, and later events still count.',
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
        await stage.acceptAll([status]);
        await stage.repeat(stage.order, status, 'a second time');
      }
      await stage.expectState('end');
    },
  },
  {
    id: 'duplicate-refund',
    title: 'The order.failed event of a refunded order, twice in a row.',
    criterion: 'Both are answered with a 2xx, and the refund counts once.',
    cost: 'The service repeats an event whenever an acknowledgment is lost. Counted twice, the refund is credited twice.',
    fix: DEDUPLICATE,
    orders: ['refunded'],
    probeShows: COUNTED_ONCE,
    run: async stage => {
      await stage.acceptAll(stage.order.life);
      await stage.repeat(stage.order, 'failed', 'a second time');
      await stage.expectState('end');
    },
  },
  {
    id: 'duplicate-at-once',
    title: 'Each event eight times at the same moment; then all events of another order at once, each twice.',
    criterion:
      'Each copy is answered with a 2xx, at the latest when it is repeated, and every event counts once.',
    cost: 'A check for repeats that reads first and writes later lets simultaneous copies pass: an event counts several times, or one overwrites another.',
    fix: 'Let the database decide: insert the event_id with a unique constraint, or lock the order, before acting. A check in the code races.',
    orders: ['usual', 'refunded', 'usual'],
    probeShows: COUNTED_ONCE,
    run: async stage => {
      const [delivered, refunded, together] = stage.orders as [AuditOrder, AuditOrder, AuditOrder];
      const atOnce = (order: AuditOrder, statuses: readonly OrderStatus[], how: string): Promise<unknown> =>
        Promise.all(
          statuses.map(status => {
            const message = order.genuine(status);
            return stage.acceptAtLast({ ...message, label: `${message.label}, ${how}` }, order);
          }),
        );
      for (const order of [delivered, refunded]) {
        for (const status of order.life) {
          if (stage.problems.length > 0) return;
          await atOnce(order, Array(COPIES).fill(status), `one of ${COPIES} at once`);
        }
      }
      await atOnce(together, [...LIFE, ...LIFE], 'with all others at once');
      await stage.expectState('end');
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
      await stage.expectState('end', { nameOf: index => `${swapped(index)} ` });
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
      for (const status of LIFE) await stage.repeat(stage.order, status, 'again after the end');
      await stage.expectState('end');
    },
  },
  {
    id: 'restarted',
    title:
      'A restart of the receiver between two deliveries, then the events again that it had acknowledged.',
    criterion: 'Each is answered with a 2xx, and every event counts once.',
    cost: 'What a receiver keeps only in memory is lost with every deployment: events that were acknowledged are gone, and repeats count again.',
    fix: 'Store the event_id and the effects of an event in a database, in one transaction, before answering 2xx.',
    orders: ['usual', 'refunded'],
    probeShows: COUNTED_ONCE,
    run: async stage => {
      if (stage.restart === null) {
        stage.unseen = 'pass --restart COMMAND, a command that restarts the receiver';
        return;
      }
      const before = stage.orders.map(order => order.life.slice(0, order.life.indexOf(order.turn) + 1));
      for (const [index, order] of stage.orders.entries()) await stage.acceptAll(before[index]!, order);
      await stage.restart();
      for (const [index, order] of stage.orders.entries()) {
        for (const status of before[index]!) await stage.repeat(order, status, 'again after a restart');
        await stage.acceptAll(order.life.slice(before[index]!.length), order);
      }
      await stage.expectState('end');
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
      for (const status of LIFE) await stage.accept(stage.order.genuine(status));
      await stage.expectState('end');
    },
  },
  {
    id: 'same-id-other-content',
    title: 'An event, then another one with the same event_id, correctly signed, that says the contrary.',
    criterion: 'The second is answered with any status and changes nothing.',
    cost: 'What was stored is overwritten by a contradiction: a delivered order is refunded.',
    fix: 'Ignore a repeated event_id whatever it contains, or refuse it with a 409 and raise an alarm.',
    orders: ['usual', 'refunded'],
    probeShows: 'that it changed nothing',
    run: async stage => {
      for (const order of stage.orders) {
        await stage.acceptAll(['processing'], order);
        await stage.corrupted('processing', 'same-id-other-bytes', order);
      }
      await stage.expectState('processing');
      if (stage.problems.length > 0) return;
      for (const order of stage.orders) {
        for (const status of order.life.slice(1)) {
          await stage.acceptAll([status], order);
          if (status === order.turn) await stage.corrupted(status, 'same-id-other-bytes', order);
        }
      }
      await stage.expectState('end');
    },
  },
  {
    id: 'retried-after-refusal',
    title: 'A forged first attempt of an event, then the genuine one with the same event_id.',
    criterion: 'The genuine one is answered with a 2xx and counted.',
    cost: 'Anyone who can guess an event_id makes the receiver ignore the genuine event as a repeat.',
    fix: 'Record an event_id only after the signature was verified, and in the same transaction as the event.',
    orders: ['usual', 'refunded'],
    probeShows: 'that the genuine one was counted',
    run: async stage => {
      const strike = async (order: AuditOrder, status: OrderStatus): Promise<void> => {
        await stage.send(order.corrupted(status, 'wrong-secret'));
        await stage.accept(order.genuine(status), order);
      };
      await stage.sendAll(strike);
      await stage.expectState('end');
    },
  },
];

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
    ...CAUSES.slow,
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
    ...CAUSES.redirect,
    orders: ['usual', 'refunded'],
    probeShows: null,
    run: async stage => {
      const messages = stage.orders.flatMap(order => order.life.map(status => order.genuine(status)));
      for (const message of messages) {
        const { answer } = await stage.send(message);
        if (answer.status === null || answer.status < 300 || answer.status >= 400) continue;
        const target = firstLine(String(answer.headers.location ?? 'no location'), stage.order);
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
          stage.fail(
            `${message.label} must be answered without an error, but got: ${stage.textOf(answer)}`,
            isTimeout(answer) ? CAUSES.slow : null,
          );
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
          stage.fail(
            `${message.label} must be refused with a 4xx, but got: ${stage.textOf(answer)}`,
            isTimeout(answer) ? CAUSES.slow : null,
          );
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
          if (stage.problems.length > 0) return;
          const message = order.genuine(status);
          const label = `${message.label} of one of ${ORDERS_AT_ONCE} orders at once`;
          await stage.acceptAtLast({ ...message, label }, order);
        }
      });
      await stage.expectState('end');
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
