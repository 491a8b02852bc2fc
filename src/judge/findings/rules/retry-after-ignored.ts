import type { Exchange } from '../../../core/facts.ts';
import { clockTime, defineRule } from '../rule.ts';
import { wantedBy } from '../rule-facts.ts';
import { BoundedMap } from '../rule-memory.ts';

const SECOND_MS = 1_000;
const MAX_KEYS = 1_000;

/** How long a request may take to arrive, for instance while it waits for a connection, on the host's clock. */
const UNDER_WAY_MS = 2_000;
/** A connection that carries nothing for this long is idle, even if its client is busy. */
const IDLE_MS = 100;

/** The latest 429 of a key. */
interface Limited {
  readonly request: string;
  /** The orders that it asked for; see orderedBy. */
  readonly ordered: string | null;
  /** The time of the first 429 of the current series, on the host's clock. */
  readonly sinceMs: number;
  readonly retryAfterMs: number;
  /** The time when it was sent, on the host's clock and on the account's. */
  readonly leftMs: number;
  readonly leftAtMs: number;
}

/** The external_ids of the orders that a request asks for; null if it asks for none, or one has no external_id. */
function orderedBy(exchange: Exchange): string | null {
  const ids = wantedBy(exchange).map(one => one.externalId);
  return ids.length === 0 || ids.includes(null) ? null : ids.join(' ');
}

/** The value of Retry-After in milliseconds, or null. The service sends seconds. */
function retryAfterMs(headers: Readonly<Record<string, string | number>>): number | null {
  const name = Object.keys(headers).find(one => one.toLowerCase() === 'retry-after');
  const seconds = name === undefined ? Number.NaN : Number(headers[name]);
  return Number.isFinite(seconds) ? seconds * SECOND_MS : null;
}

/**
 * True if a client that sends requests in parallel may have sent this one before it knew of the 429. It knew if the
 * request repeats the refused order, or if its connection had been idle since a 429: a request that waits for a
 * connection is sent as soon as one is free.
 */
function mayBeUnderWay({ ordered, sinceMs }: Limited, exchange: Exchange): boolean {
  const { receivedMs, limitedBeforeMs } = exchange;
  if (receivedMs - sinceMs >= UNDER_WAY_MS) return false;
  if (limitedBeforeMs !== null && limitedBeforeMs >= sinceMs && receivedMs - limitedBeforeMs >= IDLE_MS)
    return false;
  return ordered === null || orderedBy(exchange) !== ordered;
}

/** True if a response said how long to wait. */
const isLimited = ({ status, key, end, answerHeaders }: Exchange): boolean =>
  status === 429 && key !== null && end === 'sent' && retryAfterMs(answerHeaders) !== null;

export const retryAfterIgnored = defineRule({
  id: 'retry-after-ignored',
  severity: 'error',
  title: 'A request was sent before the time in Retry-After had elapsed.',
  bug: 'The client retries a 429 at once, or after a fixed pause, or its other workers do not know that the key is limited. Requests that were in transit when the 429 was sent do not count. A server cannot see when a client decided to send a request, so in the first two seconds, a request counts only if it repeats the refused order under its external_id, or comes on a connection that was idle after a 429.',
  cost: 'Each request counts, so the key stays limited: all of its orders and status queries fail for as long as the client keeps calling. At busy times, that is an outage.',
  fix: 'On a 429, wait at least the seconds in Retry-After before the next request of the same key, with some jitter, and share that pause among all workers. Better still, slow down when X-RateLimit-Remaining becomes low.',
  example: {
    typescript: [
      "if (response.status === 429) limitedUntil = Date.now() + Number(response.headers.get('Retry-After')) * 1_000;",
      '// in front of every request of the key, whichever worker sends it:',
      'while (Date.now() < limitedUntil) await sleep(limitedUntil - Date.now() + Math.random() * 1_000);',
    ].join('\n'),
    python: [
      'if response.status_code == 429:',
      '    limited_until = time.time() + int(response.headers["Retry-After"])',
      '# in front of every request of the key, whichever worker sends it:',
      'time.sleep(max(0, limited_until - time.time()) + random.random())',
    ].join('\n'),
  },
  needs: {
    missing: 'no request was answered 429 with Retry-After',
    scenario: 'rate-limited',
    answered: isLimited,
  },
  start: () => new BoundedMap<string, Limited>(MAX_KEYS),
  decided(limits, exchange, { report }) {
    const { key, receivedMs, atMs, id } = exchange;
    if (limits.size === 0 || key === null) return;
    const limited = limits.get(key);
    if (!limited || receivedMs < limited.leftMs) return;
    const waitedMs = Math.max(receivedMs - limited.leftMs, atMs - limited.leftAtMs);
    if (waitedMs >= limited.retryAfterMs) {
      limits.delete(key);
      return;
    }
    if (mayBeUnderWay(limited, exchange)) return;
    report({
      key,
      message: () =>
        `${limited.request} was answered 429 with Retry-After ${limited.retryAfterMs / SECOND_MS} s at ${clockTime(limited.leftAtMs)}. The same key sent ${id} only ${(waitedMs / SECOND_MS).toFixed(1)} s later.`,
      requests: [limited.request, id],
      atMs,
    });
  },
  answered(limits, exchange) {
    if (!isLimited(exchange)) return;
    const { id, answerHeaders, receivedMs, durationMs, answeredAtMs } = exchange;
    const key = exchange.key!;
    const leftMs = receivedMs + durationMs;
    limits.set(key, {
      request: id,
      ordered: orderedBy(exchange),
      sinceMs: limits.get(key)?.sinceMs ?? leftMs,
      retryAfterMs: retryAfterMs(answerHeaders)!,
      leftMs,
      leftAtMs: answeredAtMs,
    });
  },
});
