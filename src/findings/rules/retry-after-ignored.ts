import { BoundedMap } from '../bounded-map.ts';
import { defineRule } from '../rule.ts';
import { clockTime } from '../wording.ts';

const SECOND_MS = 1_000;
const MAX_KEYS = 1_000;

/** The latest 429 of a key. */
interface Limited {
  readonly request: string;
  readonly retryAfterMs: number;
  /** When it left, on the host's clock and on the account's. */
  readonly leftMs: number;
  readonly leftAtMs: number;
}

/** The value of Retry-After in milliseconds, or null. The service sends seconds. */
function retryAfterMs(headers: Readonly<Record<string, string | number>>): number | null {
  const name = Object.keys(headers).find(one => one.toLowerCase() === 'retry-after');
  const seconds = name === undefined ? Number.NaN : Number(headers[name]);
  return Number.isFinite(seconds) ? seconds * SECOND_MS : null;
}

export const retryAfterIgnored = defineRule({
  id: 'retry-after-ignored',
  severity: 'error',
  title: 'A request was sent before the time in Retry-After had elapsed.',
  bug: 'The client retries a 429 at once, or after a fixed pause, or its other workers do not know that the key is limited.',
  cost: 'Each request counts, so the key stays limited: all of its orders and status queries fail for as long as the client keeps calling. At busy times, that is an outage.',
  fix: 'On a 429, wait at least the seconds in Retry-After before the next request of the same key, with some jitter, and share that pause among all workers. Better, slow down when X-RateLimit-Remaining becomes low.',
  start: () => new BoundedMap<string, Limited>(MAX_KEYS),
  decided(limits, { key, receivedMs, atMs, id }, { report }) {
    if (limits.size === 0 || key === null) return;
    const limited = limits.get(key);
    if (!limited || receivedMs < limited.leftMs) return;
    const waitedMs = Math.max(receivedMs - limited.leftMs, atMs - limited.leftAtMs);
    if (waitedMs >= limited.retryAfterMs) {
      limits.delete(key);
      return;
    }
    report({
      key,
      message: `${limited.request} was answered 429 with Retry-After ${limited.retryAfterMs / SECOND_MS} s at ${clockTime(limited.leftAtMs)}. The same key sent ${id} only ${(waitedMs / SECOND_MS).toFixed(1)} s later.`,
      requests: [limited.request, id],
      atMs,
    });
  },
  answered(limits, { key, status, end, id, answerHeaders, receivedMs, durationMs, answeredAtMs }) {
    if (status !== 429 || key === null || end !== 'sent') return;
    const waitMs = retryAfterMs(answerHeaders);
    if (waitMs === null) return;
    const leftMs = receivedMs + durationMs;
    limits.set(key, { request: id, retryAfterMs: waitMs, leftMs, leftAtMs: answeredAtMs });
  },
});
