import type { UnknownField } from '../../contract/contract-types.ts';
import { isRefusal, type Refusal } from '../../core/domain/error-codes.ts';
import { bodyHeadersProblem } from '../../core/domain/json.ts';
import type { Placed } from '../../core/engine/place-order.ts';
import type { Decision, ItemOutcome } from '../../core/engine/request/decision.ts';
import { NO_REMARKS, type RequestRemark } from '../../core/facts.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { explainPath, type ServiceVisit } from './request-checks.ts';

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
export function decisionRemarks({ outcome, unknownNameRemark }: Decision): readonly RequestRemark[] {
  if (outcome.kind === 'bulk')
    return outcome.items.some(mayHaveRemark) ? itemRemarks(outcome.items) : NO_REMARKS;
  if (unknownNameRemark === null && outcome.kind !== 'order') return NO_REMARKS;
  const remarks = remarksOn(unknownNameRemark, outcome.kind === 'order' ? outcome.placed : null);
  return outcome.kind === 'refused'
    ? remarks.filter(one => one.message !== outcome.refusal.explain)
    : remarks;
}

const MAX_REPEATED = 20;
const LONGEST_NAME = 100;

const short = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;

function typeRemark({ request, bytes }: ServiceVisit): RequestRemark | null {
  if (bytes === null) return null;
  const { 'content-type': type, 'content-encoding': encoding } = request.headers;
  if (type === 'application/json' && encoding === undefined) return null;
  const message = bodyHeadersProblem(type, encoding);
  return message === null
    ? null
    : { kind: 'wrong-content-type', subject: type === undefined ? 'missing' : short(type), message };
}

const repeatedRemark = (name: string): RequestRemark => ({
  kind: 'repeated-parameter',
  subject: short(name),
  message: `query.${short(name)} is given more than once; the last value was used`,
});

export const explainUnknownField = (operation: string, { path }: UnknownField): string =>
  `${path} is not a ${path.startsWith('query') ? 'parameter' : 'field'} of ${operation}`;

/** An unknown field is ignored, unless the account's settings refuse the request for it. */
function unknownRemark(operation: string, { decided }: ServiceVisit, field: UnknownField): RequestRemark {
  const outcome = decided?.decision.outcome;
  const refusal = outcome?.kind === 'refused' ? outcome.refusal.explain : '';
  const problem = explainUnknownField(operation, field);
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
