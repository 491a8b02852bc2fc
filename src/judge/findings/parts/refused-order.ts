import { errorOf } from '../../../contract/json/request-json.ts';
import { isRefusal } from '../../../core/domain/error-codes.ts';
import type { Exchange } from '../../../core/facts.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { isForOrders, wantedBy } from '../../knowledge.ts';
import { definePart } from '../rule.ts';
import { clockTime } from '../wording.ts';

const MAX_REFUSED = 5_000;
/** A client may query a few times to make sure that there is no order. */
const TOLERATED = 2;
/** It may ask for longer if it cannot know whether its request for the order has arrived. */
const TOLERATED_UNKNOWN = 5;

/** An external_id without an order, and how it is known. */
interface Refused {
  /** The request that was refused the order; null if none has asked for it. */
  readonly by: { readonly request: string; readonly error: string } | null;
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
  start: () => ({
    refused: new BoundedMap<string, Refused>(MAX_REFUSED),
    /** The external_ids of orders that were neither made nor refused for good. */
    unmade: new BoundedMap<string, true>(MAX_REFUSED),
    /** True once nobody knows what was asked for. */
    isBlind: false,
  }),
  decided({ refused }, exchange) {
    if (refused.size === 0) return;
    for (const { externalId } of wantedBy(exchange)) if (externalId !== null) refused.delete(externalId);
  },
  answered(state, exchange, { memory, report }) {
    const { refused, unmade } = state;
    const { operation, request, status, end, id, atMs, made } = exchange;
    const wanted = wantedBy(exchange);
    if (made.length < wanted.length)
      for (const { externalId } of wanted) if (externalId !== null) unmade.set(externalId, true);
    state.isBlind ||= isForOrders(exchange) && request === null;
    for (const [externalId, error] of refusedBy(exchange))
      refused.set(externalId, { by: { request: id, error }, queries: 0 });
    if (operation !== 'getOrderStatus' || status !== 404 || end !== 'sent') return;
    const externalId = request?.fields.externalId ?? null;
    if (externalId === null) return;
    const isNew = !refused.get(externalId) && !unmade.get(externalId) && !state.isBlind;
    if (isNew && memory.knowledge.concernedBy(exchange).length === 0)
      refused.set(externalId, { by: null, queries: 0 });
    const known = refused.get(externalId);
    if (!known) return;
    known.queries += 1;
    const { by, queries } = known;
    if (queries <= (by ? TOLERATED : TOLERATED_UNKNOWN)) return;
    const why = by
      ? `${by.request} refused the order with external_id ${externalId}: ${by.error}.`
      : `No request has asked for an order with external_id ${externalId}.`;
    report({
      key: `asked ${externalId}`,
      severity: 'warning',
      message: () =>
        `${why} The client has queried its status ${queries} times${by ? ' since' : ''}, the last time by ${id} at ${clockTime(atMs)}, and each answer was a 404.`,
      requests: [...(by ? [by.request] : []), id],
      atMs,
    });
  },
});
