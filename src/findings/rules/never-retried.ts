import type { RequestFields } from '../../engine/request/service-request.ts';
import type { Exchange } from '../../wire/recorded-exchange.ts';
import { BoundedMap } from '../bounded-map.ts';
import { defineRule } from '../rule.ts';
import { clockTime, received } from '../wording.ts';

const MAX_OPEN = 1_000;

interface Unmade {
  readonly exchange: Exchange;
  readonly what: string;
}

/** What identifies an attempt: its external_id, or without one what it asks for. */
const attemptKey = ({ externalId, address, packageId, energyAmount }: RequestFields): string =>
  externalId === null ? `p ${address} ${packageId} ${energyAmount}` : `e ${externalId}`;

/** The orders that a request asks for: itself, or its items. */
function wanted({ operation, request }: Exchange): readonly RequestFields[] {
  if (!request) return [];
  return operation === 'createOrdersBulk' ? request.items : [request.fields];
}

/** True if the request should be tried again: a 429, a 503, or cut off before the order was made. */
const isTemporary = ({ status, end }: Exchange): boolean =>
  status === 429 || status === 503 || end === 'lost' || end === 'client-gone';

/** True if orders were asked for, and not made for a temporary reason. */
const isUnmade = (exchange: Exchange): boolean =>
  (exchange.operation === 'createOrder' || exchange.operation === 'createOrdersBulk') &&
  exchange.outcome !== null &&
  exchange.made.length === 0 &&
  isTemporary(exchange);

export const neverRetried = defineRule({
  id: 'never-retried',
  severity: 'warning',
  title: 'An order that failed for a temporary reason was never tried again.',
  bug: 'The client treats a 429, a 503 or a lost connection like a refusal, and reports the purchase as failed.',
  cost: 'A purchase is lost that would have succeeded a few seconds later.',
  fix: 'Repeat the request with the same external_id after a pause: Retry-After for a 429, exponential backoff with jitter otherwise. Repeats are safe, because the external_id makes them idempotent.',
  example: {
    typescript: [
      'const isTemporary = status === 429 || status >= 500 || status === null; // null: no response',
      'if (isTemporary) await sleep(retryAfterMs || 500 * 2 ** attempt * (0.5 + Math.random()));',
    ].join('\n'),
  },
  needs: {
    missing: 'no order failed for a temporary reason',
    scenario: 'service-unavailable',
    answered: isUnmade,
  },
  only: { operations: ['createOrder', 'createOrdersBulk'] },
  start: () => new BoundedMap<string, Unmade>(MAX_OPEN),
  decided(open, exchange) {
    const { operation } = exchange;
    if (open.size === 0 || (operation !== 'createOrder' && operation !== 'createOrdersBulk')) return;
    for (const fields of wanted(exchange)) open.delete(attemptKey(fields));
  },
  answered(open, exchange) {
    if (!isUnmade(exchange)) return;
    for (const fields of wanted(exchange)) {
      const what =
        fields.externalId === null ? 'an order without external_id' : `external_id ${fields.externalId}`;
      open.set(attemptKey(fields), { exchange, what });
    }
  },
  *pending(open) {
    for (const { exchange, what } of open.values()) {
      yield {
        sinceMs: exchange.answeredAtMs,
        message: `At ${clockTime(exchange.atMs)}, ${exchange.id} asked for ${what}; ${received(exchange)}, and no order was made. It was never tried again.`,
        requests: [exchange.id],
        atMs: exchange.answeredAtMs,
      };
    }
  },
});
