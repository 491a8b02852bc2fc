import type { OrderStatus } from '../../core/domain/order.ts';
import type { Order } from '../../core/engine/account-state.ts';
import type { Exchange } from '../../core/facts.ts';
import { span } from '../../core/text/wording.ts';
import type { Knowledge, OrderKnowledge } from '../knowledge.ts';
import { clockTime } from './wording.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** A client that continues with an order within this time has not given it up, in account time. */
export const FOLLOWING_MS = 10 * MINUTE_MS;

/** Why a purchase seems to repeat an earlier one. */
export interface Reason {
  /** True if the client had a sign that the first order may exist, or knew that it was open. */
  readonly isCertain: boolean;
  /** Sentences that name the condition. */
  readonly text: string;
  /** What should have been done instead of the second purchase, as a clause. */
  readonly instead: string;
  /** How soon a status query for the first order withdraws it, in account time; 0 if none does. */
  readonly queriedWithinMs: number;
  /** True if a repeat of the first order withdraws it, however late. */
  readonly isWithdrawnByRepeat: boolean;
  /** True if it was a loss when it happened, even if one of the orders is refunded later. */
  readonly isLossAnyway: boolean;
}

/** The second purchase of a thing, and what was known when it was decided. */
export interface Moment {
  readonly exchange: Exchange;
  readonly second: Order;
  readonly knowledge: Knowledge;
  /** True if the address is one that anybody uses to choose a scenario. */
  readonly isShared: boolean;
  /** True if the client buys the same thing for several customers at once. */
  readonly isForMany: boolean;
}

/** The state of an order when a request was decided. The present state may be newer. */
export const statusAt = ({ eventCount }: Pick<Exchange, 'eventCount'>, { steps }: Order): OrderStatus =>
  (steps.findLast(({ event }) => event < eventCount) ?? steps[0]!).status;

type Identified = Pick<Order, 'externalId'>;

/** True if an external_id is the other one with a suffix that begins with a separator, such as `inv-7-retry`. */
export function isSuffixed({ externalId: one }: Identified, { externalId: other }: Identified): boolean {
  if (one === null || other === null || one === other || one === '' || other === '') return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) && /[._:-]/.test(long[short.length]!);
}

/** The status query for an order. */
const query = ({ externalId, id }: Order): string =>
  `GET /api/v1/status/?${externalId === null ? `id=${id}` : `external_id=${encodeURIComponent(externalId)}`}`;

/** A request that shows whether an order exists, and costs nothing. */
const repeat = ({ order, maker }: OrderKnowledge): string =>
  order.externalId === null
    ? `look for the order, since without an external_id ${maker} cannot be repeated safely`
    : `repeat ${maker} under external_id ${order.externalId}, or send ${query(order)}`;

const UNTIL_ASKED = { queriedWithinMs: FOLLOWING_MS, isWithdrawnByRepeat: true, isLossAnyway: false };
export const KEPT = { queriedWithinMs: 0, isWithdrawnByRepeat: false, isLossAnyway: false };

const answerOf = ({ status }: NonNullable<OrderKnowledge['last']>): string =>
  status === null ? 'got no response' : `was answered ${status}, without the order`;

/** The client was told nothing of the first order, or its latest request about it failed. */
function doubt(first: OrderKnowledge, { exchange: { atMs } }: Pick<Moment, 'exchange'>): Reason | null {
  const { last, answeredMs, told, isDeliveryTold, isEndTold, got, maker } = first;
  if (!last || last.told) return null;
  const isKnown = isDeliveryTold || isEndTold;
  if (told.length === 0 && Number.isFinite(answeredMs)) {
    // A receiver and the code that buys are different parts of a program: for a while, one may not know of the other.
    if (isKnown && atMs - last.atMs > FOLLOWING_MS) return null;
    const text = `No response had told the client of the first order: ${got || `${maker} got none`}. That does not mean that there was none.`;
    return { isCertain: true, text, instead: repeat(first), ...UNTIL_ASKED };
  }
  if (isKnown || told.length === 0) return null;
  const text = `At ${clockTime(last.atMs)}, ${last.request}, the client's last request about the first order, ${answerOf(last)}. That does not mean that the order had failed.`;
  return { isCertain: true, text, instead: repeat(first), ...UNTIL_ASKED };
}

/** The client bought something else for the same address right after its question about the first order had failed. */
export function replaced(first: OrderKnowledge, exchange: Exchange): Reason | null {
  const reason = first.isMoved || first.told.length === 0 ? null : doubt(first, { exchange });
  return reason && { ...reason, isCertain: false };
}

/** The client knew that the first order was in review. */
function review({ news, order }: OrderKnowledge, { isForMany }: Moment): Reason | null {
  if (news?.status !== 'review' || isForMany) return null;
  const text = `At ${clockTime(news.asOfMs)}, the client was told that the first order is in review. An order in review is open, and may still be delivered.`;
  return { isCertain: true, text, instead: `send ${query(order)} until it has ended`, ...KEPT };
}

/** How long a client that gives up early may have waited at least, and that it asked for some time, in account time. */
const WAITED_MS = 2 * MINUTE_MS;
const ASKED_MS = 5 * SECOND_MS;
const ASKED_TIMES = 3;

/** The states in which an order may still be delivered. */
export const OPEN: ReadonlySet<OrderStatus> = new Set(['processing', 'delegating', 'review']);

/** How soon a client that follows an order slowly asks again: its longest pause so far, three times. */
const nextQuestionMs = ({ questions }: OrderKnowledge): number =>
  Math.min(FOLLOWING_MS, Math.max(MINUTE_MS, 3 * (questions?.longestPauseMs ?? 0)));

/** The client asked for the first order, and gave up before its end. */
function givenUp(first: OrderKnowledge, { exchange, second, knowledge, isForMany }: Moment): Reason | null {
  const { news, order, questions } = first;
  const isTold = news?.status === 'processing' || news?.status === 'delegating';
  if (!isTold || !OPEN.has(statusAt(exchange, order))) return null;
  const sinceMs = exchange.atMs - order.steps[0]!.atMs;
  const isSuffix = isSuffixed(order, second);
  const conditions = [
    questions !== null &&
      questions.count >= ASKED_TIMES &&
      questions.lastMs - questions.firstMs >= ASKED_MS &&
      `it had been asked for ${questions.count} times`,
    sinceMs >= WAITED_MS && `${span(sinceMs)} had passed since it was bought`,
    questions !== null &&
      knowledge.previous.asked.includes(first) &&
      exchange.atMs - questions.lastMs <= SECOND_MS &&
      'the second followed directly on the last question about it',
    isSuffix && 'one external_id is the other with a suffix',
  ].filter(one => one !== false);
  if (conditions.length < 2 || (isForMany && !isSuffix)) return null;
  const text = `The client had been told that the first order was ${news.status}, and it was still open: ${conditions.join('; ')}. It was not asked for afterwards.`;
  return {
    isCertain: false,
    text,
    instead: `send ${query(order)} until it has ended`,
    queriedWithinMs: nextQuestionMs(first),
    isWithdrawnByRepeat: true,
    isLossAnyway: false,
  };
}

/** The client was told that the first order had failed, and that its price was not paid back. */
function notRefunded(first: OrderKnowledge, { exchange, knowledge, isForMany }: Moment): Reason | null {
  const { news, order } = first;
  const { atMs } = exchange;
  if (news?.status !== 'failed' || news.refunded !== false || isForMany) return null;
  if (order.refund && order.refund.atMs <= atMs) return null;
  // Long afterwards, the purchase may be another one, unless it follows directly on the last question about the first.
  if (atMs - news.asOfMs > FOLLOWING_MS && !knowledge.previous.asked.includes(first)) return null;
  const text = `At ${clockTime(news.asOfMs)}, the client was told that the first order had failed with refunded: false. It was not refunded when the second was bought.`;
  const instead = `send ${query(order)} until refunded is true`;
  return { isCertain: false, text, instead, ...KEPT, isLossAnyway: true };
}

const CERTAIN = [doubt, review];
const LIKELY = [givenUp, notRefunded];

/** Why a purchase seems to repeat an earlier one of the same thing; null if it does not. */
export function reasonFor(first: OrderKnowledge, moment: Moment): Reason | null {
  if (first.isMoved) return null;
  const { isShared, knowledge, second } = moment;
  const why = (conditions: typeof CERTAIN): Reason | null => {
    for (const condition of conditions) {
      const reason = condition(first, moment);
      if (reason) return reason;
    }
    return null;
  };
  if (!isShared) return why(CERTAIN) ?? why(LIKELY);
  // Others use the address, too. An order that the client was told is in review may belong to one of them.
  if (isSuffixed(first.order, second)) return why(CERTAIN);
  const { made, asked } = knowledge.previous;
  return made.includes(first) || asked.includes(first) ? doubt(first, moment) : null;
}
