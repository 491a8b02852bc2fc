import type { Violation } from '../../contract/contract-types.ts';
import { itemFields, requestFields } from '../../contract/json/service-json.ts';
import type { ErrorCode } from '../../core/domain/error-codes.ts';
import type { RequestViolation, ServiceRequest } from '../../core/engine/request/service-request.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { AccountFailedError } from '../../host/account-health.ts';
import type { KeyHolder } from '../../host/account-registry.ts';
import { type ApiResponse, failed } from './api-response.ts';
import { decisionResponse } from './decision-response.ts';
import type { ServiceOperation, ServiceParts, ServiceVisit } from './request-checks.ts';
import { explainUnknownField } from './request-remarks.ts';

/** Shared, so that a request without any creates no list. */
const NONE: readonly never[] = [];

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

/** The differences of a request from the description. A parameter without a value counts as not given. */
function violationsOf(
  { query: { values }, body, problem }: ServiceVisit,
  { id, contract }: ServiceOperation,
  { account }: KeyHolder,
): readonly RequestViolation[] {
  const hasBoth = id === 'getOrderStatus' && Boolean(values.id) && Boolean(values.external_id);
  if (hasBoth && account.state.settings.status_selectors === 'reject_both') return BOTH_SELECTORS;
  const found = problem ? [] : contract.check({ query: values, body });
  return found.length === 0 ? NONE : found.map(violationOf);
}

/** Why the fields and parameters that the description does not define are refused, for accounts that refuse them. */
function refusedFields(
  { query: { values }, body, problem }: ServiceVisit,
  { id, contract }: ServiceOperation,
  { account }: KeyHolder,
): readonly string[] {
  if (problem || account.state.settings.unknown_fields !== 'reject') return NONE;
  return contract
    .unknown({ query: values, body })
    .map(field => explainUnknownField(id, field) + didYouMean(field.name, field.known));
}

/** The request as one command of the engine. */
function commandOf(
  visit: ServiceVisit,
  operation: ServiceOperation,
  caller: KeyHolder,
  { core }: ServiceParts,
): ServiceRequest {
  const { header, problem, body } = visit;
  const { id, contract } = operation;
  const violations = violationsOf(visit, operation, caller);
  const isRefusedAsAWhole = problem !== null || violations.some(one => one.item === null);
  return {
    operation: id,
    keyId: caller.key.id,
    header,
    fields: requestFields(id, contract.queryValues(visit.query.values), body),
    items: id === 'createOrdersBulk' && !isRefusedAsAWhole ? itemFields(body) : NONE,
    problem,
    violations,
    remarks: refusedFields(visit, operation, caller),
    noMemory: core.memory.refusal(caller.account),
  };
}

/** Executes the request as one command of the engine. @returns 503 if the account has failed, or fails now */
export function execute(
  visit: ServiceVisit,
  operation: ServiceOperation,
  caller: KeyHolder,
  parts: ServiceParts,
): ApiResponse {
  const { account } = caller;
  try {
    visit.command = commandOf(visit, operation, caller, parts);
    const { reply, beforeResponse } = parts.core.runner.execute(account, 'handle', visit.command);
    visit.decided = { decision: reply, state: account.state, beforeResponse };
    return decisionResponse(account.state, reply);
  } catch (error) {
    if (error instanceof AccountFailedError) return failed('SERVICE_UNAVAILABLE', error.message);
    throw error;
  }
}
