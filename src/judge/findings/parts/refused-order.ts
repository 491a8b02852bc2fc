import { errorOf } from '../../../contract/json/request-json.ts';
import { isRefusal } from '../../../core/domain/error-codes.ts';
import type { Exchange } from '../../../core/facts.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { wantedBy } from '../../knowledge.ts';
import { definePart } from '../rule.ts';
import { clockTime } from '../wording.ts';

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

/** True if a request was refused an order for a reason that lasts. */
export const isRefusedForGood = (exchange: Exchange): boolean => refusedBy(exchange).length > 0;

/** Orders that were refused for good, and are asked for nevertheless. */
export const refusedOrder = definePart({
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
      key: `asked ${externalId}`,
      severity: 'warning',
      message: () =>
        `${known.request} refused the order with external_id ${externalId}: ${known.error}. The client has queried its status ${known.queries} times since, the last time by ${id} at ${clockTime(atMs)}, and each answer was a 404.`,
      requests: [known.request, id],
      atMs,
    });
  },
});
