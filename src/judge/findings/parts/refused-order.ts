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
/** It may do so more often if nobody has told it. */
const TOLERATED_UNTOLD = 5;

/** An external_id without an order. */
interface Refused {
  readonly why: string;
  /** The request that was refused the order, if one was. */
  readonly requests: readonly string[];
  /** How many queries are tolerated. */
  readonly tolerated: number;
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

/** Orders that were refused for good, or that no request has asked for, and whose status is queried nevertheless. */
export const refusedOrder = definePart({
  start: () => new BoundedMap<string, Refused>(MAX_REFUSED),
  decided(refused, exchange) {
    if (refused.size === 0) return;
    for (const { externalId } of wantedBy(exchange)) if (externalId !== null) refused.delete(externalId);
  },
  answered(refused, exchange, { memory, report }) {
    const { operation, request, status, end, id, atMs, made } = exchange;
    const note = (externalId: string, why: string, tolerated: number, requests: readonly string[]) =>
      refused.set(externalId, { why, requests, tolerated, queries: 0 });
    const wanted = wantedBy(exchange);
    if (made.length < wanted.length)
      for (const { externalId } of wanted) note(externalId ?? '', '', Number.POSITIVE_INFINITY, []);
    for (const [externalId, error] of refusedBy(exchange))
      note(externalId, `${id} refused the order with external_id ${externalId}: ${error}.`, TOLERATED, [id]);
    const externalId = request?.fields.externalId;
    if (operation !== 'getOrderStatus' || status !== 404 || end !== 'sent' || !externalId) return;
    if (memory.knowledge.concernedBy(exchange).length > 0) return;
    if (!refused.get(externalId))
      note(externalId, `There is no order with external_id ${externalId}.`, TOLERATED_UNTOLD, []);
    const known = refused.get(externalId)!;
    known.queries += 1;
    if (known.queries <= known.tolerated) return;
    report({
      key: `asked ${externalId}`,
      severity: 'warning',
      message: () =>
        `${known.why} The client has queried its status ${known.queries} times, the last time by ${id} at ${clockTime(atMs)}, and each answer was a 404.`,
      requests: [...known.requests, id],
      atMs,
    });
  },
});
