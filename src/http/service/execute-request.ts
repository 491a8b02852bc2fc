import type { Violation } from '../../contract/types.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type {
  RequestFields,
  RequestViolation,
  ServiceRequest,
} from '../../engine/request/service-request.ts';
import type { CommandRunner } from '../../runtime/command-runner.ts';
import { itemFields, requestFields } from '../../wire/request-fields.ts';
import type { ApiResponse } from '../api-response.ts';
import { parseQuery } from '../parse-query.ts';
import { renderDecision } from './render-decision.ts';
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

/** What the engine decides on: the request by the program's names, with its differences from the description. */
function serviceRequest(visit: ServiceVisit): ServiceRequest {
  const { operation, header, problem, body } = visit;
  const { account, key } = callerOf(visit);
  const { id, contract } = operation!;
  const { values } = parseQuery(visit.queryText);
  const parts = { query: values, body };
  const found = problem ? [] : contract.check(parts);
  const violations = found.length > 0 ? found.map(violationOf) : NO_VIOLATIONS;
  const isRefusedWhole = problem !== null || violations.some(one => one.item === null);
  const isStrict = account.state.settings.unknown_fields === 'reject';
  return {
    operation: id,
    keyId: key.id,
    header,
    fields: requestFields(id, contract.queryValues(values), body),
    items: id === 'createOrdersBulk' && !isRefusedWhole ? itemFields(body) : NO_ITEMS,
    problem,
    violations,
    remarks: isStrict && !problem ? contract.remarks(parts) : NO_REMARKS,
  };
}

/** Has the engine decide the request in one command, and renders what it decided. */
export function execute(visit: ServiceVisit, runner: CommandRunner): ApiResponse {
  const { account } = callerOf(visit);
  const { reply, beforeResponse } = runner.execute(account, 'handle', serviceRequest(visit));
  visit.decision = reply;
  visit.beforeResponse = beforeResponse;
  return renderDecision(account.state, reply);
}
