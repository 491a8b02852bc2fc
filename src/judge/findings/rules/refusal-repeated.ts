import { hash } from 'node:crypto';
import { errorOf, headerOf } from '../../../contract/json/request-json.ts';
import type { Exchange } from '../../../core/facts.ts';
import { clockTime, defineRule } from '../rule.ts';
import { BoundedMap } from '../rule-memory.ts';

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

const fingerprint = (exchange: Exchange): string =>
  hash(
    'sha256',
    `${exchange.method}\0${exchange.url}\0${headerOf(exchange, 'authorization') ?? ''}\0${exchange.body?.toString('latin1') ?? ''}`,
    'hex',
  );

export const refusalRepeated = defineRule({
  id: 'refusal-repeated',
  severity: 'warning',
  title: 'An identical request was sent a third time after a refusal that only a change could resolve.',
  bug: 'The client retries every failure the same way. A request that was answered 400, 401, 402, 403, 413 or 422, or names an unknown package, stays refused until the request, the key or the balance changes.',
  cost: 'Requests that cannot succeed use up the rate limit, delay the orders that could, and hide the real cause in the logs.',
  fix: 'Retry only lost responses, 429 and 5xx. Report every other refusal to the caller or to an operator, with its error code, and try again only after something has changed.',
  example: {
    typescript:
      'if (status >= 400 && status < 500 && status !== 429) throw new Refused(status, envelope.error);',
  },
  needs: {
    missing: 'no request was refused for a reason that lasts',
    scenario: 'insufficient-balance',
    answered: exchange => isFinal(exchange) && exchange.end === 'sent',
  },
  only: [],
  start: () => new BoundedMap<string, Refused>(MAX_REFUSALS),
  answered(refusals, exchange, { report }) {
    if (!isFinal(exchange) || exchange.end !== 'sent') return;
    const print = fingerprint(exchange);
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
      key: known.first,
      message: () =>
        `${exchange.method} ${exchange.operation ?? 'of an unknown path'} was refused with ${exchange.status} ${errorOf(exchange) ?? ''} and sent again unchanged; at ${clockTime(exchange.atMs)}, ${exchange.id} was the ${known.count === 3 ? 'third' : `${known.count}th`} time. Nothing had changed in between.`,
      orders: [],
      requests: known.count === TOLERATED + 1 ? known.requests : [exchange.id],
      atMs: exchange.atMs,
    });
  },
  changed: refusals => refusals.clear(),
});
