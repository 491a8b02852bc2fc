import type { Violation } from '../../contract/types.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type {
  RequestFields,
  RequestViolation,
  ServiceRequest,
} from '../../engine/request/service-request.ts';
import { AccountFailedError } from '../../runtime/account-errors.ts';
import type { CommandRunner } from '../../runtime/command-runner.ts';
import { itemFields, requestFields } from '../../wire/read-request-fields.ts';
import { type ApiResponse, failed } from '../api-response.ts';
import { renderDecision } from './render-decision.ts';
import { unknownFieldRefusal } from './request-remarks.ts';
import { callerOf, type ServiceVisit } from './service-visit.ts';

const NO_VIOLATIONS: readonly RequestViolation[] = [];
const NO_ITEMS: readonly RequestFields[] = [];
const NO_REMARKS: readonly string[] = [];

const explain = ({ path, message, item }: Violation): string =>
  item !== undefined || message.includes(path) ? message : `${path}: ${message}`;

const violationOf = (violation: Violation): RequestViolation => ({
  error: violation.error as ErrorCode,
  explain: explain(violation),
  field: violation.path.slice(violation.path.lastIndexOf('.') + 1),
  item: violation.item ?? null,
});

/** The engine's command for a request, with its fields and its violations of the description. */
function serviceRequest(visit: ServiceVisit): ServiceRequest {
  const { operation, header, problem, body } = visit;
  const { account, key } = callerOf(visit);
  const { id, contract } = operation!;
  const { values } = visit.query;
  const parts = { query: values, body };
  const found = problem ? [] : contract.check(parts);
  const violations = found.length > 0 ? found.map(violationOf) : NO_VIOLATIONS;
  const isRefusedAsAWhole = problem !== null || violations.some(one => one.item === null);
  const isStrict = account.state.settings.unknown_fields === 'reject';
  return {
    operation: id,
    keyId: key.id,
    header,
    fields: requestFields(id, contract.queryValues(values), body),
    items: id === 'createOrdersBulk' && !isRefusedAsAWhole ? itemFields(body) : NO_ITEMS,
    problem,
    violations,
    remarks:
      isStrict && !problem ? contract.unknown(parts).map(one => unknownFieldRefusal(id, one)) : NO_REMARKS,
  };
}

/** Executes the request in the engine as one command and renders the decision; 503 if the account is stopped, or fails now. */
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
