import { contentTypeProblem } from '../../domain/json-content-type.ts';
import type { JudgedCall, Knowledge } from '../knowledge.ts';
import type { Placement } from '../placements.ts';
import { isFields, type ServiceCall } from '../recording.ts';
import {
  fromBounds,
  fromSightings,
  fromTrials,
  type LearnedRow,
  notObserved,
  type Sighting,
  type Trial,
} from '../verdicts.ts';
import { answerText, answerTrial, isAnswered } from './answers.ts';
import type { Learner } from './learner.ts';

const isPost = ({ operation }: ServiceCall): boolean =>
  operation === 'createOrder' || operation === 'createEstimate' || operation === 'createOrdersBulk';

/** What could make a service answer 400 INVALID_JSON to a body that is JSON, besides what is being looked for. */
interface Suspicions {
  readonly hasWrongType: boolean;
  readonly hasUnknown: boolean;
  readonly isInvalid: boolean;
}

const suspicionsOf = ({ call, violations, unknown }: JudgedCall): Suspicions => ({
  hasWrongType: isPost(call) && contentTypeProblem(call.headers['content-type']) !== null,
  hasUnknown: unknown.length > 0,
  isInvalid: call.problem !== null || violations.some(({ error }) => error === 'INVALID_JSON'),
});

const isInvalidJson = ({ status, error }: ServiceCall): boolean => status === 400 && error === 'INVALID_JSON';

function contentType({ assumed, judged, recording }: Knowledge): LearnedRow {
  // Tools that record no headers at all say nothing about this one.
  const hasHeaders = recording.calls.some(({ headers }) => headers['content-type'] !== undefined);
  const sightings = judged.flatMap((one): Sighting[] => {
    const { hasWrongType, hasUnknown, isInvalid } = suspicionsOf(one);
    if (!hasHeaders || !hasWrongType || isInvalid || one.call.bytes === 0) return [];
    const isRefused = isInvalidJson(one.call);
    if (isRefused && hasUnknown) return [];
    const observed = `${one.call.headers['content-type'] ?? 'none'}: ${answerText(one.call)}`;
    return [
      { exchange: one.call.label, field: 'Content-Type', value: isRefused ? 'reject' : 'ignore', observed },
    ];
  });
  return fromSightings('content_type', assumed, sightings);
}

function unknownFields({ assumed, judged }: Knowledge): LearnedRow {
  const sightings = judged.flatMap((one): Sighting[] => {
    const { call, unknown } = one;
    const { hasWrongType, hasUnknown, isInvalid } = suspicionsOf(one);
    // A repeated external_id is looked up before anything else in the body; the balance lists no 400.
    const isExempt = call.operation === 'getBalance' || call.data?.idempotent === true;
    if (!hasUnknown || isInvalid || isExempt) return [];
    const isRefused = isInvalidJson(call);
    if (isRefused && hasWrongType) return [];
    const value = isRefused ? 'reject' : 'ignore';
    return [{ exchange: call.label, field: unknown[0]!, value, observed: answerText(call) }];
  });
  return fromSightings('unknown_fields', assumed, sightings);
}

const isTooDeep = ({ problem }: ServiceCall): boolean => problem?.includes('deeper') ?? false;

const refusalTrial = (call: ServiceCall): Trial =>
  answerTrial(call, 'body', '400 INVALID_JSON', isInvalidJson(call));

function invalidJson({ judged }: Knowledge): LearnedRow {
  const calls = judged.map(({ call }) => call).filter(call => isPost(call) && !isTooDeep(call));
  const unusable = calls.filter(({ problem, body }) => problem !== null || !isFields(body));
  return fromTrials('invalid_json', unusable.map(refusalTrial));
}

function jsonDepth({ judged }: Knowledge): LearnedRow {
  const calls = judged.map(({ call }) => call).filter(isTooDeep);
  const trials = calls.map(call => ({
    ...refusalTrial(call),
    observed: `nested deeper than 64 levels: ${answerText(call)}`,
  }));
  return fromTrials('json_depth', trials);
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** The range of limits that fits the sizes of bodies that were read and of those that were too large. */
function bodyLimit(
  { recording, assumed }: Knowledge,
  row: 'body_limit_bytes' | 'bulk_body_limit_bytes',
  holds: (call: ServiceCall) => boolean,
): LearnedRow {
  if (recording.isRedacted)
    return notObserved(row, 'fields were redacted, so sizes are not those that were sent');
  const sized = recording.calls.filter(
    call => isPost(call) && holds(call) && call.bytes !== null && isAnswered(call),
  );
  const refused = sized.filter(({ status }) => status === 413);
  // A redirect and what is not JSON can come from something that did not read the body.
  const read = sized.filter(
    ({ status, answer }) =>
      ![401, 403, 405, 413].includes(status!) && !isRedirect(status!) && isFields(answer),
  );
  if (refused.length === 0) return notObserved(row, 'no body was too large');
  const smallest = refused.reduce((least, call) => (call.bytes! < least.bytes! ? call : least));
  const largest = read.reduce<ServiceCall | null>(
    (most, call) => (most === null || call.bytes! > most.bytes! ? call : most),
    null,
  );
  const evidence = [largest, smallest]
    .filter(call => call !== null)
    .map(call => ({
      exchange: call.label,
      field: 'body',
      observed: `${call.bytes} bytes: ${answerText(call)}`,
    }));
  const bounds = { min: largest?.bytes ?? null, max: smallest.bytes! - 1 };
  return fromBounds(row, assumed, bounds, limitToWrite(assumed[row], bounds), evidence);
}

const SMALLEST_LIMIT = 1_024;

/** The assumed limit if it fits, otherwise the nearest one that does. */
function limitToWrite(
  assumed: number,
  { min, max }: { readonly min: number | null; readonly max: number },
): number | null {
  const nearest = Math.min(Math.max(assumed, min ?? 0), max);
  return nearest < SMALLEST_LIMIT ? null : nearest;
}

/** Refusals that come after the check of the external_id. */
const AFTER_EXTERNAL_ID = /^(CUSTOM_|RENTAL_|DURATION_|ADDRESS_NOT_ACTIVE$|INSUFFICIENT_BALANCE$)/;

function passesExternalId({ orderId, error, fields }: Placement): boolean {
  if (orderId !== null || AFTER_EXTERNAL_ID.test(error ?? '')) return true;
  return (
    error === 'PACKAGE_NOT_FOUND' &&
    Number.isSafeInteger(fields.package_id) &&
    (fields.package_id as number) > 0
  );
}

const SCENARIO_ID = /^sandbox:[^:]+:/;

function unknownName({ assumed, placements }: Knowledge): LearnedRow {
  const sightings = placements.flatMap((placement): Sighting[] => {
    const { call, path, externalId, error } = placement;
    if (externalId === null || !SCENARIO_ID.test(externalId)) return [];
    if (!/^[A-Za-z0-9._:-]{1,120}$/.test(externalId)) return [];
    const value = passesExternalId(placement) ? 'note' : error === 'EXTERNAL_ID_INVALID' ? 'reject' : null;
    if (value === null) return [];
    return [{ exchange: call.label, field: `${path}.external_id`, value, observed: answerText(call) }];
  });
  return fromSightings('unknown_sandbox_name', assumed, sightings);
}

/** What a service does with bodies, before it looks at their fields. */
export const learnBodies: Learner = knowledge => [
  contentType(knowledge),
  unknownFields(knowledge),
  invalidJson(knowledge),
  jsonDepth(knowledge),
  bodyLimit(knowledge, 'body_limit_bytes', ({ operation }) => operation !== 'createOrdersBulk'),
  bodyLimit(knowledge, 'bulk_body_limit_bytes', ({ operation }) => operation === 'createOrdersBulk'),
  unknownName(knowledge),
];
