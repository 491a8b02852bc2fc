import { answerData, orderData } from '../../contract/json/service-json.ts';
import { ERRORS, type ErrorCode, isRefusal } from '../../core/domain/error-codes.ts';
import type { OperationId } from '../../core/domain/operations.ts';
import { type AccountState, type Order, statusOf } from '../../core/engine/account-state.ts';
import type { Placed } from '../../core/engine/place-order.ts';
import {
  type Decision,
  type ItemOutcome,
  type Outcome,
  shownAsOfMs,
} from '../../core/engine/request/decision.ts';
import type { RequestRule } from '../../core/scenario/choose-rule.ts';
import {
  errorOfReply,
  explainRule,
  FAULT_TABLE,
  headersOfReply,
  statusOfReply,
} from '../../core/scenario/rule-effects.ts';
import { type ApiResponse, failed, failure, hasNoBody, refused, success } from './api-response.ts';
import { decisionRemarks } from './request-remarks.ts';

/*
 * The responses to fault if a rule preempts the operation, which then has no response of its own: what breaks off is the
 * response to a new order.
 */
const REFUSAL = failed('SERVICE_UNAVAILABLE', '');
const NEW_ORDER = success(202, { order_id: 1, external_id: null, status: 'processing', idempotent: false });
const NEW_BULK_ORDER = success(202, {
  accepted: 1,
  failed: 0,
  results: [{ index: 0, external_id: '1', status: 'accepted', order: { id: 1 } }],
});

const DEFAULT_CODES: Readonly<Record<number, ErrorCode>> = Object.fromEntries(
  (Object.keys(ERRORS) as ErrorCode[]).toReversed().map(code => [ERRORS[code].status, code]),
);

function scriptedResponse(
  { reply, fault }: RequestRule,
  explain: string,
  operation: OperationId | null = null,
): ApiResponse {
  if (fault) {
    const created = operation === 'createOrdersBulk' ? NEW_BULK_ORDER : NEW_ORDER;
    return { ...(FAULT_TABLE[fault].fate === 'broken' ? created : REFUSAL), explain };
  }
  const status = reply ? statusOfReply(reply) : 200;
  if (hasNoBody(status)) return { status, body: '', explain };
  if (reply?.body !== undefined) {
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    return { status, body, explain };
  }
  const error = reply && errorOfReply(reply);
  if (status < 400 && !error) return success(status, {}, { explain });
  return failure(status, error ?? DEFAULT_CODES[status] ?? 'SERVICE_UNAVAILABLE', explain);
}

/** 202 for a new order, 200 for a repeated external_id (specification: POST /api/v1/order/). */
function orderResponse({ order, idempotent }: Placed): ApiResponse {
  const data = { order_id: order.id, external_id: order.externalId, status: statusOf(order), idempotent };
  const explain = idempotent
    ? `external_id ${order.externalId} was used before and names order ${order.id}`
    : '';
  return success(idempotent ? 200 : 202, data, { explain, orders: [order.id] });
}

interface StatusResponse {
  readonly steps: Order['steps'];
  readonly refund: Order['refund'];
  readonly response: ApiResponse;
}

const MAX_STATUS_RESPONSES = 1_000;

/** The latest response for each order, because clients poll an order many times while it stands still. */
const statusResponses = new Map<Order, StatusResponse>();

const earlierStatus = (state: AccountState, order: Order, asOfMs: number): ApiResponse =>
  success(200, orderData(state, order, asOfMs), { orders: [order.id] });

function statusResponse(state: AccountState, order: Order): ApiResponse {
  const { steps, refund } = order;
  const known = statusResponses.get(order);
  if (known?.steps === steps && known.refund === refund) return known.response;
  const response = success(200, orderData(state, order), { orders: [order.id] });
  if (statusResponses.size >= MAX_STATUS_RESPONSES) statusResponses.clear();
  statusResponses.set(order, { steps, refund, response });
  return response;
}

const bulkEntry = ({ externalId, answer }: ItemOutcome, index: number): object =>
  isRefusal(answer)
    ? { index, external_id: externalId, status: 'failed', error: answer.error }
    : { index, external_id: externalId, status: 'accepted', order: { id: answer.order.id } };

function explainItem({ answer, rule }: ItemOutcome, index: number): string {
  if (isRefusal(answer)) return `orders[${index}]: ${answer.error}, ${answer.explain}`;
  return rule ? `orders[${index}]: ${explainRule(rule)}` : '';
}

/** 202, 207 or 422 if none, some or all items failed (specification: POST /api/v1/orders/bulk/). */
function bulkResponse({ settings }: AccountState, items: readonly ItemOutcome[]): ApiResponse {
  const results = items.map(bulkEntry);
  const failures = items.map(item => item.answer).filter(answer => isRefusal(answer));
  const placed = items.map(item => item.result).filter((result): result is Placed => !isRefusal(result));
  const data = { accepted: items.length - failures.length, failed: failures.length, results };
  const extra: Partial<ApiResponse> = {
    explain: items.map(explainItem).filter(Boolean).join('; '),
    orders: placed.map(one => one.order.id),
  };
  const [first] = failures;
  if (!first || data.accepted > 0) return success(first ? 207 : 202, data, extra);
  const response = failure(422, first.error, extra.explain ?? '', extra);
  if (settings.bulk_refusal_body === 'error_only') return response;
  return { ...response, body: JSON.stringify({ success: false, error: first.error, data }) };
}

function outcomeResponse(
  state: AccountState,
  outcome: Exclude<Outcome, { kind: 'preempted' }>,
  asOfMs: number | null,
): ApiResponse {
  switch (outcome.kind) {
    case 'refused':
      return refused(outcome.refusal);
    case 'order':
      return orderResponse(outcome.placed);
    case 'status':
      return asOfMs === null
        ? statusResponse(state, outcome.order)
        : earlierStatus(state, outcome.order, asOfMs);
    case 'bulk':
      return bulkResponse(state, outcome.items);
    default:
      return success(200, answerData(outcome));
  }
}

/** An explanation with the rule that applied, unless it already names that rule as the cause of the change. */
function explainWith(rule: RequestRule, explain: string | undefined): string {
  const applied = explainRule(rule);
  if (!explain) return applied;
  return explain.includes(applied) ? explain : `${explain}; ${applied}`;
}

function responseTo(state: AccountState, decision: Decision): ApiResponse {
  const { outcome, rule, isReplaced, facts } = decision;
  if (outcome.kind === 'preempted') {
    const scripted = scriptedResponse(rule!, explainRule(rule!), facts.operation);
    const headers = rule!.reply && headersOfReply(rule!.reply);
    return headers ? { ...scripted, headers } : scripted;
  }
  const response = outcomeResponse(state, outcome, shownAsOfMs(decision));
  if (!rule) return response;
  const explain = explainWith(rule, response.explain);
  const { status, body } = isReplaced ? scriptedResponse(rule, explain) : response;
  return { ...response, status, body, explain, headers: rule.reply && headersOfReply(rule.reply) };
}

/** The response to a decided request. */
export function decisionResponse(state: AccountState, decision: Decision): ApiResponse {
  const response = responseTo(state, decision);
  const remarks = decisionRemarks(decision);
  return remarks.length === 0 ? response : { ...response, remarks };
}
