import { isRefusal } from '../../../core/domain/error-codes.ts';
import type { Outcome } from '../../../core/engine/request/decision.ts';
import type { RequestFields } from '../../../core/engine/request/service-request.ts';
import type { Exchange } from '../../../core/facts.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { isForOrders, wantedBy } from '../../knowledge.ts';
import { definePart, type PendingOccurrence } from '../rule.ts';
import { clockTime, received } from '../wording.ts';

const MAX_OPEN = 1_000;

interface Unmade {
  readonly exchange: Exchange;
  readonly what: string;
  /** What the client got instead of an order. */
  readonly got: () => string;
  readonly externalId: string | null;
  /**
   * The first later request for the same purchase under another external_id. It may be a retry, or another purchase.
   */
  similar: { readonly id: string; readonly externalId: string | null } | null;
}

/** The identity of an attempt: its external_id, or without one, what it asks for. */
const attemptKey = (fields: RequestFields): string =>
  fields.externalId === null ? `p ${productKey(fields)}` : `e ${fields.externalId}`;

const productKey = ({ address, packageId, energyAmount }: RequestFields): string =>
  `${address} ${packageId} ${energyAmount}`;

/** True if the client should try again: it got a 429, a 5xx, or no complete response. */
const isTemporary = ({ status, end }: Exchange): boolean =>
  status === 429 || status === null || status >= 500 || end === 'lost' || end === 'client-gone';

/** True if a request made orders, or repeated existing ones. */
const hasOrders = (outcome: Outcome): boolean =>
  outcome.kind === 'order' ||
  (outcome.kind === 'bulk' && outcome.items.some(({ result }) => 'order' in result));

/** True if a request for orders was refused before its body was read, so that nobody knows what it asked for. */
const isUnread = (exchange: Exchange): boolean =>
  isForOrders(exchange) &&
  exchange.request === null &&
  exchange.key !== null &&
  (exchange.status === 429 || exchange.status === 503);

/** True if a request asked for orders that were not made, for a temporary reason. */
const isWholeUnmade = (exchange: Exchange): boolean =>
  isUnread(exchange) ||
  (isForOrders(exchange) &&
    exchange.outcome !== null &&
    !hasOrders(exchange.outcome) &&
    isTemporary(exchange));

/** The items of a bulk request that were refused for a temporary reason, while others were not. */
function unmadeItems({ outcome, request, end }: Exchange): readonly RequestFields[] {
  if (outcome?.kind !== 'bulk' || end !== 'sent') return [];
  return request!.items.filter((_, index) => {
    const { answer } = outcome.items[index]!;
    return isRefusal(answer) && answer.error === 'SERVICE_UNAVAILABLE';
  });
}

/** True if a request asked for orders of which some were not made, for a temporary reason. */
export const isUnmade = (exchange: Exchange): boolean =>
  isWholeUnmade(exchange) || unmadeItems(exchange).length > 0;

/** The attempts that made no order and were not repeated. */
interface Open {
  /** The attempts whose body was read, by what they asked for. */
  readonly known: BoundedMap<string, Unmade>;
  /** The latest of these for each product and recipient. */
  readonly latest: BoundedMap<string, Unmade>;
  /** The attempts whose body was not read, by request id. Any later request for an order may repeat one of them. */
  readonly unread: BoundedMap<string, Exchange>;
}

/** Removes the oldest attempts, one for each order that a later request asks for. */
function closeUnread({ unread }: Open, orders: number): void {
  for (const { id } of [...unread.values()].slice(0, orders)) unread.delete(id);
}

/** Notes a request for the same purchase under another external_id. */
function noteSimilar({ latest }: Open, fields: RequestFields, { id }: Exchange): void {
  const earlier = latest.get(productKey(fields));
  if (earlier && earlier.externalId !== fields.externalId)
    earlier.similar ??= { id, externalId: fields.externalId };
}

/** Says that an attempt was not repeated, and which request may be meant as its repeat. */
function notRepeated({ externalId, similar }: Unmade): string {
  if (externalId === null || !similar) return 'It was never tried again.';
  const how = similar.externalId === null ? 'without external_id' : `under external_id ${similar.externalId}`;
  return `It was never tried again under that external_id; ${similar.id} asked for the same product ${how}.`;
}

/** Attempts that made no order, and were not repeated under their external_ids. */
export const notRetried = definePart({
  start: (): Open => ({
    known: new BoundedMap(MAX_OPEN),
    latest: new BoundedMap(MAX_OPEN),
    unread: new BoundedMap(MAX_OPEN),
  }),
  decided(open, exchange) {
    const { known, unread } = open;
    if ((known.size === 0 && unread.size === 0) || !isForOrders(exchange)) return;
    const fields = wantedBy(exchange);
    if (unread.size > 0) closeUnread(open, Math.max(1, fields.length));
    for (const one of fields) {
      known.delete(attemptKey(one));
      noteSimilar(open, one, exchange);
    }
  },
  answered(open, exchange) {
    const isWhole = isWholeUnmade(exchange);
    if (isUnread(exchange)) open.unread.set(exchange.id, exchange);
    const got = () => (isWhole ? received(exchange) : 'this item failed with SERVICE_UNAVAILABLE');
    for (const fields of isWhole ? wantedBy(exchange) : unmadeItems(exchange)) {
      const what =
        fields.externalId === null ? 'an order without external_id' : `external_id ${fields.externalId}`;
      const unmade: Unmade = { exchange, what, got, externalId: fields.externalId, similar: null };
      open.known.set(attemptKey(fields), unmade);
      open.latest.set(productKey(fields), unmade);
    }
  },
  *pending({ known, unread }) {
    for (const unmade of known.values()) {
      const { exchange, what, got } = unmade;
      yield {
        ...occurrenceOf(exchange),
        message: () =>
          `At ${clockTime(exchange.atMs)}, ${exchange.id} asked for ${what}; ${got()}, and no order was made. ${notRepeated(unmade)}`,
      };
    }
    for (const exchange of unread.values())
      yield {
        ...occurrenceOf(exchange),
        message: () =>
          `At ${clockTime(exchange.atMs)}, ${exchange.id} (${exchange.operation}) was refused before its body was read; ${received(exchange)}, and no order was made. No later request can have tried it again.`,
      };
  },
});

const occurrenceOf = (exchange: Exchange): Omit<PendingOccurrence, 'message'> => ({
  key: 'unmade',
  severity: 'warning',
  sinceMs: exchange.answeredAtMs,
  requests: [exchange.id],
  atMs: exchange.answeredAtMs,
});
