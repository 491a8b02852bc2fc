import { getOrMake } from '../../../core/domain/collections.ts';
import type { OperationId } from '../../../core/domain/operations.ts';
import type { Exchange } from '../../../core/facts.ts';
import { BoundedMap } from '../../bounded-map.ts';
import type { OrderKnowledge } from '../../knowledge.ts';
import { defineRule, ORDERING, type RuleContext } from '../rule.ts';
import { clockTime, named } from '../wording.ts';

const MAX_SUBJECTS = 1_000;
const LIMIT = 10;
const SECOND_MS = 1_000;
const TOLERATED_AFTER_END = 2;

/** The times of the latest requests about a subject, on both clocks; a ring of LIMIT entries. */
interface Polls {
  readonly realMs: number[];
  readonly accountMs: number[];
  next: number;
}

/** The instants of the account's clock at which an order was asked for after the client had read its end. */
interface AfterEnd {
  readonly count: number;
  readonly latestMs: number;
}

const QUESTIONS: Readonly<Partial<Record<OperationId, string>>> = {
  getQuote: 'price of a quote',
  getBalance: 'balance',
};

/** Notes a request. @returns true if it is one of more than ten within a second */
function isBurst(polled: BoundedMap<string, Polls>, key: string, { receivedMs, atMs }: Exchange): boolean {
  const polls = getOrMake(polled, key, () => ({ realMs: [], accountMs: [], next: 0 }));
  const slot = polls.next % LIMIT;
  const isFull = polls.next >= LIMIT;
  const withinReal = isFull && receivedMs - polls.realMs[slot]! < SECOND_MS;
  const withinAccount = isFull && atMs - polls.accountMs[slot]! < SECOND_MS;
  polls.realMs[slot] = receivedMs;
  polls.accountMs[slot] = atMs;
  polls.next += 1;
  return withinReal && withinAccount;
}

/** True once the client has read a state after which nothing changes: a failed order can be refunded later. */
const isSettled = ({ endReadMs, news, isRefundTold }: OrderKnowledge): boolean =>
  endReadMs !== null && (news?.status === 'completed' || isRefundTold);

function afterEnd(
  asked: BoundedMap<number, AfterEnd>,
  known: OrderKnowledge,
  { id, atMs }: Exchange,
  { report }: Pick<RuleContext, 'report'>,
): void {
  const { order, news } = known;
  const before = asked.get(order.id);
  if (!isSettled(known) || before?.latestMs === atMs) return;
  const count = (before?.count ?? 0) + 1;
  asked.set(order.id, { count, latestMs: atMs });
  if (count <= TOLERATED_AFTER_END) return;
  report({
    key: `end ${order.id}`,
    severity: 'info',
    message: () =>
      `The client knew that ${named(order)} was ${news!.status}, and queried its status ${count} times since, the last time by ${id} at ${clockTime(atMs)}. Nothing changes after the end.`,
    orders: [order.id],
    requests: [id],
    atMs,
  });
}

export const polledTooOften = defineRule({
  id: 'polled-too-often',
  severity: 'warning',
  milder: ['info'],
  title: 'The same was asked for more than ten times within a second, or after nothing could change.',
  bug: 'A polling loop without a pause, or one loop for each of many observers of the same order. It is a warning for the status of an order. It is an info for the price or the balance, if no order was made in between, and for an order whose end the client had read at least three queries before.',
  cost: 'Polling shares the rate limit with orders. A few loops are enough to have new orders refused with 429.',
  fix: 'Wait for webhooks, and poll only orders whose events are overdue, with a pause that grows from a few seconds to minutes, until each has ended. Ask for a price once per purchase.',
  example: {
    typescript: 'pauseMs = Math.min(3_600_000, pauseMs * 1.6); // 5 s, 8 s, 13 s, … up to an hour',
  },
  needs: {
    missing: 'no status, price or balance was queried',
    answered: ({ operation, outcome }) =>
      (operation === 'getOrderStatus' || (operation !== null && operation in QUESTIONS)) && outcome !== null,
  },
  only: [...ORDERING, 'getOrderStatus', 'getQuote', 'getBalance'],
  start: () => ({
    statuses: new BoundedMap<string, Polls>(MAX_SUBJECTS),
    questions: new BoundedMap<string, Polls>(MAX_SUBJECTS),
    asked: new BoundedMap<number, AfterEnd>(MAX_SUBJECTS),
  }),
  decided({ statuses, questions, asked }, exchange, context) {
    const { operation, request, atMs, id, orders, url, made } = exchange;
    if (made.length > 0 && questions.size > 0) questions.clear();
    if (operation === null || !request) return;
    const what = QUESTIONS[operation];
    if (what !== undefined && isBurst(questions, url, exchange)) {
      const message = () =>
        `The ${what} was requested more than ${LIMIT} times within one second (${operation}), the last time by ${id} at ${clockTime(atMs)}, and no order was made in between.`;
      context.report({ key: operation, severity: 'info', message, requests: [id], atMs });
    }
    if (operation !== 'getOrderStatus') return;
    const { orderId, externalId } = request.fields;
    const order = orders[0];
    const selector = order ?? orderId ?? externalId ?? '';
    const [known] = context.memory.knowledge.latest.asked;
    if (known) afterEnd(asked, known, exchange, context);
    const key = order === undefined ? `? ${selector}` : String(order);
    if (!isBurst(statuses, key, exchange)) return;
    context.report({
      key,
      message: () =>
        `The status of ${order === undefined ? `external_id or id ${selector}` : `order ${order}`} was requested more than ${LIMIT} times within one second, the last time by ${id} at ${clockTime(atMs)}.`,
      orders: order === undefined ? [] : [order],
      requests: [id],
      atMs,
    });
  },
});
