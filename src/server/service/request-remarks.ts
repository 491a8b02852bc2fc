import type { UnknownField } from '../../contract/types.ts';
import { contentTypeProblem } from '../../core/domain/json.ts';
import { NO_REMARKS, type RequestRemark } from '../../core/facts.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import type { ServiceVisit } from './service-visit.ts';

/** How many repeated parameters of a request are named. */
const MAX_REPEATED = 20;
/** Longer names are cut off. */
const LONGEST_NAME = 100;

const short = (name: string): string =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;

const joined = (left: readonly RequestRemark[], right: readonly RequestRemark[]): readonly RequestRemark[] =>
  right.length === 0 ? left : left.length === 0 ? right : [...left, ...right];

const unknownField = (operation: string, { path }: UnknownField): string =>
  `${path} is not a ${path.startsWith('query') ? 'parameter' : 'field'} of ${operation}`;

/** Why a request is refused that has a field or parameter which is not described. */
export const unknownFieldRefusal = (operation: string, field: UnknownField): string =>
  unknownField(operation, field) + didYouMean(field.name, field.known);

function typeRemarks({ request, bytes }: ServiceVisit): readonly RequestRemark[] {
  const type = request.headers['content-type'];
  if (bytes === null || type === 'application/json') return NO_REMARKS;
  const shown = type === undefined ? type : short(type);
  const message = contentTypeProblem(shown);
  return message === null
    ? NO_REMARKS
    : [{ kind: 'wrong-content-type', subject: shown ?? 'missing', message }];
}

const repeatedRemarks = (repeated: readonly string[]): readonly RequestRemark[] =>
  repeated.length === 0
    ? NO_REMARKS
    : repeated.slice(0, MAX_REPEATED).map(name => ({
        kind: 'repeated-parameter',
        subject: short(name),
        message: `query.${short(name)} is given more than once; the last value was used`,
      }));

/** Unknown fields are ignored, unless the account's settings refuse the request for them. */
function unknownRemarks(
  operation: string,
  { decision }: ServiceVisit,
  unknown: readonly UnknownField[],
): readonly RequestRemark[] {
  if (unknown.length === 0) return NO_REMARKS;
  const refusal = decision?.outcome.kind === 'refused' ? decision.outcome.refusal.explain : '';
  return unknown.map(field => {
    const problem = unknownField(operation, field);
    const result = refusal.includes(problem) ? '' : '; it was ignored';
    return {
      kind: 'unknown-field',
      subject: field.path,
      message: problem + result + didYouMean(field.name, field.known),
    };
  });
}

/** A request for a path that the description does not have. */
function pathRemarks({ path }: ServiceVisit, paths: ReadonlySet<string>): readonly RequestRemark[] {
  const subject = `${path}/`;
  if (!paths.has(subject)) return NO_REMARKS;
  return [
    { kind: 'missing-slash', subject, message: `the path is missing its trailing slash; use ${subject}` },
  ];
}

/**
 * What is probably a mistake of the client, although the request may succeed: a media type, repeated parameters, unknown fields and parameters, a missing trailing slash, then the remarks on its decision. Almost every
 * request has none, which takes less than half a microsecond.
 * @param paths those of the description
 */
export function requestRemarks(
  visit: ServiceVisit,
  paths: ReadonlySet<string>,
  ofDecision: readonly RequestRemark[],
): readonly RequestRemark[] {
  const { operation, query, body } = visit;
  if (operation === null) return pathRemarks(visit, paths);
  const unknown = operation.contract.unknown({ query: query.values, body });
  const deviating = joined(typeRemarks(visit), repeatedRemarks(query.repeated));
  return joined(joined(deviating, unknownRemarks(operation.id, visit, unknown)), ofDecision);
}
