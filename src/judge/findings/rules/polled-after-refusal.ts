import { errorOf } from '../../../contract/json/request-json.ts';
import { isRefusal } from '../../../core/domain/error-codes.ts';
import type { Exchange } from '../../../core/facts.ts';
import { clockTime, defineRule, ORDERING } from '../rule.ts';
import { wantedBy } from '../rule-facts.ts';
import { BoundedMap } from '../rule-memory.ts';

const MAX_REFUSED = 5_000;
/** A client may query a few times to make sure that there is no order. */
const TOLERATED = 2;

/** An order that was refused, and not tried again since. */
interface Refused {
  readonly request: string;
  readonly error: string;
  queries: number;
}

/** Refusals that may pass, or that concern the key and say nothing about the order. */
const isInconclusive = (status: number): boolean => [401, 403, 429].includes(status) || status >= 500;

/** The external_ids whose orders a response refused for good, each with the error code. */
function refusedBy(exchange: Exchange): readonly (readonly [string, string])[] {
  const { operation, outcome, request, end, status } = exchange;
  if (end !== 'sent' || status === null || isInconclusive(status)) return [];
  if (outcome?.kind === 'bulk')
    return outcome.items.flatMap(({ externalId, answer }) => {
      const isFinal = isRefusal(answer) && answer.error !== 'SERVICE_UNAVAILABLE' && externalId !== '';
      return isFinal ? [[externalId, answer.error] as const] : [];
    });
  const id = operation === 'createOrder' && status >= 400 ? request?.fields.externalId : null;
  const error = errorOf(exchange);
  return id && error ? [[id, error]] : [];
}

export const polledAfterRefusal = defineRule({
  id: 'polled-after-refusal',
  severity: 'warning',
  title:
    'The status of an order was queried three or more times after the service had refused to make the order.',
  bug: 'The client treats every response as an acceptance, or checks only the HTTP status of a bulk request, and overlooks a 422 or the `failed` items of a 207. It then waits for an order that does not exist.',
  cost: 'A customer has paid for an order that is never made, and nobody notices until the customer complains. The queries use up the rate limit.',
  fix: 'Read the error code of a refusal, and the result of every item of a bulk request. Close a refused purchase, or repair it and order again under the same external_id.',
  example: {
    typescript:
      "for (const one of data.results) if (one.status === 'failed') await refuse(one.external_id, one.error);",
  },
  needs: {
    missing: 'no order was refused for a reason that lasts',
    scenario: 'insufficient-balance',
    answered: exchange => refusedBy(exchange).length > 0,
  },
  only: [...ORDERING, 'getOrderStatus'],
  start: () => new BoundedMap<string, Refused>(MAX_REFUSED),
  decided(refused, exchange) {
    if (refused.size === 0) return;
    for (const { externalId } of wantedBy(exchange)) if (externalId !== null) refused.delete(externalId);
  },
  answered(refused, exchange, { report }) {
    const { operation, request, status, end, id, atMs } = exchange;
    for (const [externalId, error] of refusedBy(exchange))
      refused.set(externalId, { request: id, error, queries: 0 });
    if (operation !== 'getOrderStatus' || status !== 404 || end !== 'sent' || refused.size === 0) return;
    const externalId = request?.fields.externalId ?? '';
    const known = refused.get(externalId);
    if (!known) return;
    known.queries += 1;
    if (known.queries <= TOLERATED) return;
    report({
      key: externalId,
      message: () =>
        `${known.request} refused the order with external_id ${externalId}: ${known.error}. The client has queried its status ${known.queries} times since, the last time by ${id} at ${clockTime(atMs)}, and each answer was a 404.`,
      requests: [known.request, id],
      atMs,
    });
  },
});
