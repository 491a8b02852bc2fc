import type { UnknownField, Violation } from '../../contract/contract-types.ts';
import {
  estimateData,
  itemFields,
  orderData,
  quoteData,
  requestFields,
} from '../../contract/json/service-json.ts';
import { ERRORS, type ErrorCode, isRefusal, type Refusal } from '../../core/domain/error-codes.ts';
import { contentTypeProblem } from '../../core/domain/json.ts';
import { toTrx } from '../../core/domain/money.ts';
import type { OperationId } from '../../core/domain/operations.ts';
import { type AccountState, type Order, statusOf } from '../../core/engine/account-state.ts';
import type { Placed } from '../../core/engine/place-order.ts';
import {
  type Decision,
  type ItemOutcome,
  type Outcome,
  shownAsOfMs,
} from '../../core/engine/request/decision.ts';
import type {
  RequestFields,
  RequestViolation,
  ServiceRequest,
} from '../../core/engine/request/service-request.ts';
import { NO_REMARKS, type RequestRemark } from '../../core/facts.ts';
import type { RequestRule } from '../../core/scenario/choose-rule.ts';
import {
  errorOfReply,
  explainRule,
  FAULT_TABLE,
  headersOfReply,
  statusOfReply,
  type TransportFault,
} from '../../core/scenario/rule-effects.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { AccountFailedError } from '../../host/account-health.ts';
import type { CommandRunner } from '../../host/command-runner.ts';
import { type ApiResponse, failed, failure, refused, success } from './api-response.ts';
import { callerOf, explainPath, type ServiceVisit } from './request-checks.ts';

const NO_VIOLATIONS: readonly RequestViolation[] = [];
const NO_ITEMS: readonly RequestFields[] = [];
const NOTHING_UNKNOWN: readonly string[] = [];

const explain = ({ path, message, item }: Violation): string =>
  item !== undefined || message.includes(path) ? message : `${path}: ${message}`;

const violationOf = (violation: Violation): RequestViolation => ({
  error: violation.error as ErrorCode,
  explain: explain(violation),
  field: violation.path.slice(violation.path.lastIndexOf('.') + 1),
  item: violation.item ?? null,
});

/** The violation of a status request with two selectors, for accounts that refuse it. */
const BOTH_SELECTORS: readonly RequestViolation[] = [
  { error: 'ID_REQUIRED', explain: 'give id or external_id, not both', field: 'id', item: null },
];

/** A parameter without a value counts as not given. */
const hasBothSelectors = (operation: OperationId, query: Readonly<Record<string, string>>): boolean =>
  operation === 'getOrderStatus' && Boolean(query.id) && Boolean(query.external_id);

const unknownField = (operation: string, { path }: UnknownField): string =>
  `${path} is not a ${path.startsWith('query') ? 'parameter' : 'field'} of ${operation}`;

const unknownFieldRefusal = (operation: string, field: UnknownField): string =>
  unknownField(operation, field) + didYouMean(field.name, field.known);

function serviceRequest(visit: ServiceVisit): ServiceRequest {
  const { operation, header, problem, body } = visit;
  const { account, key } = callerOf(visit);
  const { id, contract } = operation!;
  const { values } = visit.query;
  const parts = { query: values, body };
  const found = problem ? [] : contract.check(parts);
  const { unknown_fields: unknownFields, status_selectors: selectors } = account.state.settings;
  const hasConflict = selectors === 'reject_both' && hasBothSelectors(id, values);
  const violations = hasConflict ? BOTH_SELECTORS : found.length > 0 ? found.map(violationOf) : NO_VIOLATIONS;
  const isRefusedAsAWhole = problem !== null || violations.some(one => one.item === null);
  const isStrict = unknownFields === 'reject';
  return {
    operation: id,
    keyId: key.id,
    header,
    fields: requestFields(id, contract.queryValues(values), body),
    items: id === 'createOrdersBulk' && !isRefusedAsAWhole ? itemFields(body) : NO_ITEMS,
    problem,
    violations,
    remarks:
      isStrict && !problem
        ? contract.unknown(parts).map(one => unknownFieldRefusal(id, one))
        : NOTHING_UNKNOWN,
  };
}

/** Executes the request as one command of the engine and renders the decision; 503 if the account has failed, or fails now. */
export function execute(visit: ServiceVisit, runner: CommandRunner): ApiResponse {
  try {
    return decide(visit, runner);
  } catch (error) {
    if (error instanceof AccountFailedError) return failed('SERVICE_UNAVAILABLE', error.message);
    throw error;
  }
}

function decide(visit: ServiceVisit, runner: CommandRunner): ApiResponse {
  const { account } = callerOf(visit);
  visit.serviceRequest = serviceRequest(visit);
  const { reply, beforeResponse } = runner.execute(account, 'handle', visit.serviceRequest);
  visit.decision = reply;
  visit.decidedIn = account.state;
  visit.beforeResponse = beforeResponse;
  return renderDecision(account.state, reply);
}

/** The responses to fault if a rule preempts the operation, which then has no response of its own. */
const PREEMPTED: Readonly<Record<(typeof FAULT_TABLE)[TransportFault]['preempted'], ApiResponse>> = {
  refusal: failed('SERVICE_UNAVAILABLE', ''),
  'new order': success(202, { order_id: 1, external_id: null, status: 'processing', idempotent: false }),
};

const DEFAULT_CODES: Readonly<Record<number, ErrorCode>> = Object.fromEntries(
  (Object.keys(ERRORS) as ErrorCode[]).toReversed().map(code => [ERRORS[code].status, code]),
);

function scriptedResponse({ reply, fault }: RequestRule, explain: string): ApiResponse {
  if (fault) return { ...PREEMPTED[FAULT_TABLE[fault].preempted], explain };
  const status = reply ? statusOfReply(reply) : 200;
  if (reply?.body !== undefined) {
    const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    return { status, body, explain };
  }
  const error = reply && errorOfReply(reply);
  if (status < 400 && !error) return success(status, {}, { explain });
  return failure(status, error ?? DEFAULT_CODES[status] ?? 'SERVICE_UNAVAILABLE', explain);
}

const mismatch = ({ order }: Placed): RequestRemark => ({
  kind: 'idempotency-mismatch',
  subject: order.externalId ?? '',
  message: 'idempotency-mismatch: the external_id belongs to an order that differs from this request',
});

/** The remarks on a request or an item: a scenario name that does not exist, and a repeat that differs. */
const remarksOn = (unknownNameRemark: string | null, result: Placed | Refusal | null): RequestRemark[] => [
  ...(unknownNameRemark === null
    ? []
    : [{ kind: 'unknown-scenario-name', subject: 'external_id', message: unknownNameRemark } as const]),
  ...(result && !isRefusal(result) && result.mismatch ? [mismatch(result)] : []),
];

const mayHaveRemark = ({ unknownNameRemark, result }: ItemOutcome): boolean =>
  unknownNameRemark !== null || ('mismatch' in result && result.mismatch);

const itemRemarks = (items: readonly ItemOutcome[]): readonly RequestRemark[] =>
  items.flatMap(({ unknownNameRemark, result, answer }, index) =>
    remarksOn(unknownNameRemark, result)
      .filter(({ message }) => !isRefusal(answer) || answer.explain !== message)
      .map(remark => ({ ...remark, message: `orders[${index}]: ${remark.message}` })),
  );

/** The remarks on a decided request. A refusal that gives the same reason is not repeated. */
function decisionRemarks({ outcome, unknownNameRemark }: Decision): readonly RequestRemark[] {
  if (outcome.kind === 'bulk')
    return outcome.items.some(mayHaveRemark) ? itemRemarks(outcome.items) : NO_REMARKS;
  if (unknownNameRemark === null && outcome.kind !== 'order') return NO_REMARKS;
  const remarks = remarksOn(unknownNameRemark, outcome.kind === 'order' ? outcome.placed : null);
  return outcome.kind === 'refused'
    ? remarks.filter(one => one.message !== outcome.refusal.explain)
    : remarks;
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

function statusResponse(state: AccountState, order: Order): ApiResponse {
  const { steps, refund } = order;
  const known = statusResponses.get(order);
  if (known?.steps === steps && known.refund === refund) return known.response;
  const response = success(200, orderData(state, order), { orders: [order.id] });
  if (statusResponses.size >= MAX_STATUS_RESPONSES) statusResponses.clear();
  statusResponses.set(order, { steps, refund, response });
  return response;
}

const earlierStatus = (state: AccountState, order: Order, asOfMs: number): ApiResponse =>
  success(200, orderData(state, order, asOfMs), { orders: [order.id] });

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
    case 'quote':
      return success(200, quoteData(outcome.offer));
    case 'estimate':
      return success(200, estimateData(outcome.estimate));
    case 'order':
      return orderResponse(outcome.placed);
    case 'status':
      return asOfMs === null
        ? statusResponse(state, outcome.order)
        : earlierStatus(state, outcome.order, asOfMs);
    case 'balance':
      return success(200, { balance_trx: toTrx(outcome.balanceSun) });
    case 'bulk':
      return bulkResponse(state, outcome.items);
  }
}

/** An explanation with the rule that applied, unless it already names that rule as the cause of the change. */
function explainWith(rule: RequestRule, explain: string | undefined): string {
  const applied = explainRule(rule);
  if (!explain) return applied;
  return explain.includes(applied) ? explain : `${explain}; ${applied}`;
}

function responseTo(state: AccountState, decision: Decision): ApiResponse {
  const { outcome, rule, isReplaced } = decision;
  if (outcome.kind === 'preempted') {
    const scripted = scriptedResponse(rule!, explainRule(rule!));
    const headers = rule!.reply && headersOfReply(rule!.reply);
    return headers ? { ...scripted, headers } : scripted;
  }
  const response = outcomeResponse(state, outcome, shownAsOfMs(decision));
  if (!rule) return response;
  const explain = explainWith(rule, response.explain);
  const { status, body } = isReplaced ? scriptedResponse(rule, explain) : response;
  return { ...response, status, body, explain, headers: rule.reply && headersOfReply(rule.reply) };
}

function renderDecision(state: AccountState, decision: Decision): ApiResponse {
  const response = responseTo(state, decision);
  const remarks = decisionRemarks(decision);
  return remarks.length === 0 ? response : { ...response, remarks };
}

const MAX_REPEATED = 20;
const LONGEST_NAME = 100;

const short = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;

function typeRemark({ request, bytes }: ServiceVisit): RequestRemark | null {
  const type = request.headers['content-type'];
  if (bytes === null || type === 'application/json') return null;
  const shown = type === undefined ? type : short(type);
  const message = contentTypeProblem(shown);
  return message === null ? null : { kind: 'wrong-content-type', subject: shown ?? 'missing', message };
}

const repeatedRemark = (name: string): RequestRemark => ({
  kind: 'repeated-parameter',
  subject: short(name),
  message: `query.${short(name)} is given more than once; the last value was used`,
});

/** An unknown field is ignored, unless the account's settings refuse the request for it. */
function unknownRemark(operation: string, { decision }: ServiceVisit, field: UnknownField): RequestRemark {
  const refusal = decision?.outcome.kind === 'refused' ? decision.outcome.refusal.explain : '';
  const problem = unknownField(operation, field);
  const result = refusal.includes(problem) ? '' : '; it was ignored';
  return {
    kind: 'unknown-field',
    subject: field.path,
    message: problem + result + didYouMean(field.name, field.known),
  };
}

/** The remark on a request to a path that the description has with a trailing slash only. */
function pathRemarks({ path }: ServiceVisit, paths: ReadonlySet<string>): readonly RequestRemark[] {
  const subject = `${path}/`;
  return paths.has(subject)
    ? [{ kind: 'missing-slash', subject, message: explainPath(path, paths) }]
    : NO_REMARKS;
}

/**
 * Probable mistakes of the client, although the request may succeed: a media type, repeated parameters, unknown fields
 * and parameters, a missing trailing slash, then the remarks on its decision. Almost every request has no remarks.
 * @param paths the paths of the description
 */
export function requestRemarks(
  visit: ServiceVisit,
  paths: ReadonlySet<string>,
  ofDecision: readonly RequestRemark[],
): readonly RequestRemark[] {
  const { operation, query, body } = visit;
  if (operation === null) return pathRemarks(visit, paths);
  const { values, repeated } = query;
  const unknown = operation.contract.unknown({ query: values, body });
  const type = typeRemark(visit);
  if (type === null && repeated.length === 0 && unknown.length === 0) return ofDecision;
  return [
    ...(type ? [type] : []),
    ...repeated.slice(0, MAX_REPEATED).map(repeatedRemark),
    ...unknown.map(field => unknownRemark(operation.id, visit, field)),
    ...ofDecision,
  ];
}
