import type { Exchange } from '../../../core/facts.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { isForOrders, wantedBy } from '../../knowledge.ts';
import { definePart } from '../rule.ts';
import { clockTime } from '../wording.ts';

const SECOND_MS = 1_000;
const MAX_REQUESTS = 1_000;

/** How long a request may take to arrive, for instance while it waits for a connection, on the host's clock. */
const UNDER_WAY_MS = 2_000;
/** A connection that carries nothing for this long is idle, even if its client is busy. */
const IDLE_MS = 100;
/** A client that opens a connection after each response, so many times in a row, sends one request after the other. */
const ONE_BY_ONE = 8;
/** More identical requests do not wait for a connection at the same time. */
const MAX_IN_PARALLEL = 100;

/** The latest 429 to a request. */
interface Limited {
  readonly request: string;
  /** The time of the first 429 of the current series, on the host's clock. */
  readonly sinceMs: number;
  /** How often the request was sent again in the series. */
  readonly again: number;
  /** How many of the latest of them came on connections that were opened after the response to the one before. */
  readonly oneByOne: number;
  readonly retryAfterMs: number;
  /** The time when it was sent, on the host's clock and on the account's. */
  readonly leftMs: number;
  readonly leftAtMs: number;
  /** True if the request names its orders, so that it is one and the same wherever it is sent from. */
  readonly isNamed: boolean;
}

/** The external_ids of the orders that a request asks for; null if it asks for none, or one has no external_id. */
function orderedBy(exchange: Exchange): string | null {
  const ids = wantedBy(exchange).map(one => one.externalId);
  return ids.length === 0 || ids.includes(null) ? null : ids.join(' ');
}

/** Identifies a request; null if it has a body that was not read. */
function requestOf(exchange: Exchange): string | null {
  const { key, method, url, body, lateDigest } = exchange;
  const content = orderedBy(exchange) ?? body?.toString('latin1') ?? lateDigest;
  return content === null && method === 'POST' ? null : `${key} ${method} ${url} ${content}`;
}

/** The time that Retry-After asks for, in seconds or as a date, in milliseconds; null without one. */
function retryAfterMs({ answerHeaders, answeredAtMs }: Exchange): number | null {
  const name = Object.keys(answerHeaders).find(one => one.toLowerCase() === 'retry-after');
  const value = name === undefined ? '' : String(answerHeaders[name]).trim();
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * SECOND_MS;
  const untilMs = Date.parse(value);
  return Number.isNaN(untilMs) ? null : Math.max(0, untilMs - answeredAtMs);
}

/** True if a response said how long to wait. */
export const isLimited = (exchange: Exchange): boolean =>
  exchange.status === 429 &&
  exchange.key !== null &&
  exchange.end === 'sent' &&
  retryAfterMs(exchange) !== null;

/**
 * True if a client that sends requests in parallel may have sent this one before it knew of the 429. It knew if the
 * request names the refused order, if its connection had been idle since a 429, or if the client sends one request after
 * the other, because it has one connection, or has opened each after the response before: a request that waits for a
 * connection is sent as soon as one is free.
 */
function mayBeUnderWay(limited: Limited, exchange: Exchange, isParallel: boolean): boolean {
  const { receivedMs, limitedBeforeMs } = exchange;
  const { sinceMs, isNamed, again, oneByOne } = limited;
  if (isNamed || !isParallel || again >= MAX_IN_PARALLEL || oneByOne >= ONE_BY_ONE) return false;
  if (receivedMs - sinceMs >= UNDER_WAY_MS) return false;
  return limitedBeforeMs === null || limitedBeforeMs < sinceMs || receivedMs - limitedBeforeMs < IDLE_MS;
}

/** The latest connection of a key, and when it last used another one, on the host's clock. */
interface Connections {
  readonly latest: Exchange['connection'];
  readonly changedMs: number;
}

/** Requests that were refused with 429, and sent again before the time in Retry-After had passed. */
export const retryAfter = definePart({
  start: () => ({
    limits: new BoundedMap<string, Limited>(MAX_REQUESTS),
    connections: new BoundedMap<string, Connections>(MAX_REQUESTS),
  }),
  decided({ limits, connections }, { key, receivedMs, connection }) {
    if (limits.size === 0 || key === null) return;
    const used = connections.get(key);
    if (used?.latest !== connection)
      connections.set(key, { latest: connection, changedMs: used ? receivedMs : Number.NEGATIVE_INFINITY });
  },
  // Before, the body of a request that was refused by its head is not known.
  answered({ limits, connections }, exchange, { report }) {
    const { id, key, connection, receivedMs, durationMs, atMs, answeredAtMs } = exchange;
    if (key === null || (limits.size === 0 && !isLimited(exchange))) return;
    const request = requestOf(exchange);
    if (request === null) return;
    let known = limits.get(request);
    if (known && receivedMs >= known.leftMs) {
      const { leftMs, leftAtMs, retryAfterMs: pauseMs, request: first } = known;
      const waitedMs = Math.max(receivedMs - leftMs, atMs - leftAtMs);
      const isAfter = exchange.isFirstOnConnection && connection.openedMs > leftMs;
      const isEarly = waitedMs < pauseMs;
      known = isEarly ? { ...known, oneByOne: isAfter ? known.oneByOne + 1 : 0 } : undefined;
      const isParallel = receivedMs - connections.get(key)!.changedMs < UNDER_WAY_MS;
      if (known && !mayBeUnderWay(known, exchange, isParallel))
        report({
          key: `limited ${key}`,
          message: () =>
            `${first} was answered 429 with Retry-After ${pauseMs / SECOND_MS} s at ${clockTime(leftAtMs)}. The same request was sent again as ${id} only ${(waitedMs / SECOND_MS).toFixed(1)} s later.`,
          requests: [first, id],
          atMs,
        });
      known &&= { ...known, again: known.again + 1 };
      if (known) limits.set(request, known);
      else limits.delete(request);
    }
    if (!isLimited(exchange)) return;
    const leftMs = receivedMs + durationMs;
    if (!connections.get(key))
      connections.set(key, { latest: connection, changedMs: Number.NEGATIVE_INFINITY });
    limits.set(request, {
      request: id,
      sinceMs: known?.sinceMs ?? leftMs,
      again: known?.again ?? 0,
      oneByOne: known?.oneByOne ?? 0,
      retryAfterMs: retryAfterMs(exchange)!,
      leftMs,
      leftAtMs: answeredAtMs,
      // Orders of the same bytes have the same external_ids.
      isNamed: orderedBy(exchange) !== null || (exchange.body === null && isForOrders(exchange)),
    });
  },
});
