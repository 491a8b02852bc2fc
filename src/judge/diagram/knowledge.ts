import type { components } from '../../contract/control-v1.generated.ts';
import { ORDER_STATUSES } from '../../core/domain/order.ts';
import { trx } from '../../core/text/wording.ts';
import { readWebhook, SCRIPTED_HEADER } from '../../core/webhook/read-webhook.ts';
import type { Belief, Difference, News, Step } from './diagram-model.ts';

type Schemas = components['schemas'];

/*
 * What the client of an order can know, next to what is true. A client learns from successful responses that reached it
 * and from genuine webhooks that it acknowledged: a lost response, an error, and a webhook that was dropped, refused, not
 * answered or forged tell it nothing. It knows the most recent state that it was told, so a late webhook about an earlier
 * state changes nothing.
 */

function truthAt({ timeline, refund }: Schemas['OrderDetail'], atMs: number): Omit<News, 'asOfMs'> | null {
  const step = timeline.findLast(({ at }) => Date.parse(at) <= atMs);
  return step ? { status: step.status, isRefunded: refund !== null && Date.parse(refund.at) <= atMs } : null;
}

/** What a response that arrived tells its client about an order; null if it tells nothing. */
export function newsOfResponse(
  { operation, status, orders, at }: Schemas['RequestSummary'],
  order: Schemas['OrderDetail'],
): News | null {
  if (status === null || status >= 300 || !orders.includes(order.id)) return null;
  // A bulk response says that an order was accepted, not which state it is in.
  const asOfMs = Date.parse(operation === 'createOrdersBulk' ? order.created_at : at);
  const truth = truthAt(order, asOfMs);
  if (truth === null) return null;
  // Only the status response has the field `refunded`.
  return { ...truth, isRefunded: operation === 'getOrderStatus' ? truth.isRefunded : null, asOfMs };
}

/**
 * What a genuine webhook tells the client about its order, read from the bytes that were sent; null if it tells nothing.
 * @param asOfMs the instant of its event
 */
export function newsOfDelivery({ outcome, sent, answer }: Schemas['Delivery'], asOfMs: number): News | null {
  // A receiver that responds as it was told to, such as the built-in one, is not the client.
  if (outcome !== 'acknowledged' || answer?.headers[SCRIPTED_HEADER] !== undefined) return null;
  const { payload, status } = readWebhook(new TextEncoder().encode(sent.body), () => undefined);
  const { refunded } = (payload?.data ?? {}) as { readonly refunded?: unknown };
  if (status === null || !(ORDER_STATUSES as readonly string[]).includes(status)) return null;
  return { status, isRefunded: typeof refunded === 'boolean' ? refunded : null, asOfMs };
}

/** What is true after a step, and what the client can know by then. */
interface Lane {
  readonly truth: Belief;
  readonly known: Belief;
}

const NO_ORDER: Belief = { status: null, isRefunded: false };

/** What is true and what the client can know after each step. */
export function lanesOf(steps: readonly Step[]): Lane[] {
  let truth = NO_ORDER;
  let known = NO_ORDER;
  let asOfMs = Number.NEGATIVE_INFINITY;
  return steps.map(step => {
    if (step.kind === 'mark') truth = { ...truth, ...step.truth };
    const news = step.kind === 'arrow' ? step.news : null;
    if (news && news.asOfMs >= asOfMs) {
      const wasRefunded = known.isRefunded && (news.asOfMs === asOfMs || news.isRefunded === null);
      known = { status: news.status, isRefunded: (news.isRefunded ?? false) || wasRefunded };
      asOfMs = news.asOfMs;
    }
    return { truth, known };
  });
}

/**
 * Says how a client's knowledge differs from the truth; null if it does not differ.
 * @param past the states in which the order was
 */
function differenceOf(
  { truth, known }: Lane,
  past: ReadonlySet<string | null>,
  priceTrx: number,
): string | null {
  const amount = `${trx(priceTrx)} TRX`;
  if (truth.status === known.status) {
    if (truth.isRefunded === known.isRefunded) return null;
    return truth.isRefunded
      ? `${amount} refunded, client does not know`
      : 'not refunded, client believes it was';
  }
  if (known.status === null) {
    return `${amount} debited${truth.isRefunded ? ' and refunded' : ''}, client does not know`;
  }
  const belief = past.has(known.status) ? 'still believes' : 'believes';
  return `${truth.isRefunded ? 'refunded' : truth.status}, client ${belief} ${known.status}`;
}

const instantOf = (step: Step): string =>
  step.kind === 'gap' || step.kind === 'difference' ? step.from : step.at;

/** Shorter differences only last while a message is in transit. */
const SHORTEST_MS = 1_000;

/** True for a message that should have informed the client or the service, but did not. */
const isFailure = (step: Step): boolean =>
  (step.kind === 'arrow' && (step.lost !== null || (step.isResponse && step.tone !== 'good'))) ||
  (step.kind === 'mark' && step.text === 'webhook dropped');

/** The difference that begins at a step, if it is worth naming: it lasts, or a message failed to end it. */
function differenceAt(
  steps: readonly Step[],
  texts: readonly (string | null)[],
  at: number,
): Difference | null {
  const text = texts[at]!;
  if (text === null || text === texts[at - 1]) return null;
  const end = texts.findIndex((other, index) => index > at && other !== text);
  const from = instantOf(steps[at]!);
  const to = end < 0 ? null : instantOf(steps[end]!);
  const last = end < 0 ? steps.findLastIndex(step => !step.isAhead) : end;
  const isNamed =
    to === null ||
    Date.parse(to) - Date.parse(from) >= SHORTEST_MS ||
    steps.slice(at + 1, end).some(isFailure);
  return isNamed ? { kind: 'difference', text, from, to, steps: last - at, isAhead: false } : null;
}

/**
 * Names the times in which a client's knowledge differs from the truth, each after the step with which it begins.
 * @param priceTrx the amount that was debited
 */
export function withDifferences(steps: readonly Step[], priceTrx: number): Step[] {
  const past = new Set<string | null>();
  const texts = lanesOf(steps).map(lane => differenceOf(lane, past.add(lane.truth.status), priceTrx));
  return steps.flatMap((step, at) => {
    const difference = differenceAt(steps, texts, at);
    return difference ? [step, difference] : [step];
  });
}
