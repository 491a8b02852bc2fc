import { hash } from 'node:crypto';
import { errorOf, headerOf } from '../../../contract/json/request-json.ts';
import type { Exchange } from '../../../core/facts.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { definePart } from '../rule.ts';
import { clockTime } from '../wording.ts';

const MAX_REFUSALS = 500;
/** Two identical attempts may be a coincidence, such as two users doing the same thing. */
const TOLERATED = 2;
/** A job that tries again later has given a person the time to change something. */
const LATER_MS = 10 * 60_000;

interface Refused {
  readonly first: string;
  readonly requests: string[];
  count: number;
  lastAtMs: number;
}

const FINAL_STATUSES: ReadonlySet<number | null> = new Set([400, 401, 402, 403, 413, 422]);

/** True for a refusal that stays the same until somebody changes something, unlike the 404 of a status query. */
function isFinal(exchange: Exchange): boolean {
  if (FINAL_STATUSES.has(exchange.status)) return true;
  return exchange.status === 404 && exchange.operation !== 'getOrderStatus' && exchange.operation !== null;
}

/** Identifies a request; null if it had a body that nobody read. */
function fingerprint(exchange: Exchange): string | null {
  const { method, url, body, lateDigest } = exchange;
  const content = body ? hash('sha256', body, 'base64') : lateDigest;
  if (content === null && method === 'POST') return null;
  return hash('sha256', `${method}\0${url}\0${headerOf(exchange, 'authorization') ?? ''}\0${content}`, 'hex');
}

/** True if a request was refused until something changes, and the client was told so. */
export const isRefusedUnchanged = (exchange: Exchange): boolean =>
  isFinal(exchange) && exchange.end === 'sent';

/** Requests that were refused, and sent again unchanged. */
export const unchangedRequest = definePart({
  start: () => new BoundedMap<string, Refused>(MAX_REFUSALS),
  answered(refusals, exchange, { report }) {
    const print = isRefusedUnchanged(exchange) ? fingerprint(exchange) : null;
    if (print === null) return;
    const known = refusals.get(print);
    if (!known || exchange.atMs - known.lastAtMs > LATER_MS) {
      const { id, atMs } = exchange;
      refusals.set(print, { first: id, requests: [id], count: 1, lastAtMs: atMs });
      return;
    }
    known.count += 1;
    known.lastAtMs = exchange.atMs;
    if (known.requests.length <= TOLERATED) known.requests.push(exchange.id);
    if (known.count <= TOLERATED) return;
    report({
      key: `unchanged ${known.first}`,
      severity: 'warning',
      message: () =>
        `${exchange.method} ${exchange.operation ?? 'of an unknown path'} was refused with ${exchange.status} ${errorOf(exchange) ?? ''} and sent again unchanged; at ${clockTime(exchange.atMs)}, ${exchange.id} was the ${known.count === 3 ? 'third' : `${known.count}th`} time. Nothing had changed in between.`,
      orders: [],
      requests: known.count === TOLERATED + 1 ? known.requests : [exchange.id],
      atMs: exchange.atMs,
    });
  },
  changed: refusals => refusals.clear(),
});
