import { isObject } from '../../core/domain/json.ts';
import {
  type AnalyzedRecording,
  answerText,
  isAnswered,
  isPreflight,
  itemsOf,
  showsHeaders,
} from './analyze-recording.ts';
import { fromBounds, fromOccurrences, type LearnedRow, notObserved, type Occurrence } from './learned-row.ts';
import type { ServiceCall } from './read-recording.ts';

const numberOf = (call: ServiceCall, header: string): number | null => {
  const text = call.answerHeaders[header];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null;
};

const limitOf = (call: ServiceCall): number | null => numberOf(call, 'x-ratelimit-limit');
const remainingOf = (call: ServiceCall): number | null => numberOf(call, 'x-ratelimit-remaining');

/** Calls with an accepted key: only their headers show the limits of a key. */
const keyed = ({ recording, acceptedKeys }: AnalyzedRecording): readonly ServiceCall[] =>
  recording.calls.filter(
    ({ status, isBearer, key, operation }) =>
      // Some tools leave credentials out of their files, so that a call without a key may have had one.
      status !== 401 && isBearer && acceptedKeys.has(key) && (key !== null || operation !== null),
  );

const listed = (limits: ReadonlyMap<string | null, number>): string =>
  [...limits].map(([name, value]) => `${name ?? 'other paths'}: ${value}`).join(', ');

function rateLimit({ assumed }: AnalyzedRecording, calls: readonly ServiceCall[]): LearnedRow {
  const row = 'rate_limit_per_minute';
  const limited = calls.filter(call => limitOf(call) !== null);
  const byKey = new Map(limited.map(call => [call.key, limitOf(call)!]));
  const byOperation = new Map<string | null, number>(limited.map(call => [call.operation, limitOf(call)!]));
  const isOfOperation = limited.every(call => byOperation.get(call.operation) === limitOf(call));
  if (isOfOperation && new Set(byOperation.values()).size > 1 && byKey.size === 1)
    return notObserved(row, `the operations have limits of their own (${listed(byOperation)})`);
  if (new Set(byKey.values()).size > 1)
    return notObserved(row, `the keys have limits of their own (${listed(byKey)})`);
  const occurrences = limited.map(
    (call): Occurrence => ({ exchange: call.label, field: 'X-RateLimit-Limit', value: limitOf(call) }),
  );
  return fromOccurrences(row, assumed, occurrences);
}

/** A call, and by how much X-RateLimit-Remaining fell since the previous call with its key. */
interface Fall {
  readonly call: ServiceCall;
  readonly drop: number;
}

/** Successive calls of a key that did not overlap. Without times, they are assumed to be in order. */
function fallsOf(calls: readonly ServiceCall[]): Fall[] {
  const last = new Map<string | null, ServiceCall>();
  return calls.flatMap(call => {
    const before = last.get(call.key);
    last.set(call.key, call);
    const [from, to] = [before && remainingOf(before), remainingOf(call)];
    if (!before || from == null || to === null) return [];
    const overlaps = before.endMs !== null && call.atMs !== null && before.endMs > call.atMs;
    return overlaps ? [] : [{ call, drop: from - to }];
  });
}

/** True if earlier calls used the window of this call, so that the window did not begin with it. */
function isInOpenWindow(call: ServiceCall, cost: number): boolean {
  const [allowed, remaining] = [limitOf(call), remainingOf(call)];
  return allowed !== null && remaining !== null && remaining < allowed - cost;
}

/** A drop shows the cost only if no new window began in between: then more than the bulk request is used up. */
function bulkCost({ assumed }: AnalyzedRecording, falls: readonly Fall[]): LearnedRow {
  const occurrences = falls.flatMap(({ call, drop }): Occurrence[] => {
    const items = itemsOf(call).length;
    const isBulk = call.operation === 'createOrdersBulk' && [202, 207, 422].includes(call.status ?? 0);
    if (!isBulk || items < 2 || !isInOpenWindow(call, items)) return [];
    const value = drop === 1 ? 'request' : drop === items ? 'item' : null;
    if (value === null) return [];
    const observed = `fell by ${drop} for ${items} items`;
    return [{ exchange: call.label, field: 'X-RateLimit-Remaining', value, observed }];
  });
  // Other clients of the key can make it fall by more, never by less.
  const certain = occurrences.filter(({ value }) => value === 'request');
  return fromOccurrences('bulk_rate_cost', assumed, certain.length > 0 ? certain : occurrences);
}

function bodyLimit(
  { recording, assumed }: AnalyzedRecording,
  row: 'body_limit_bytes' | 'bulk_body_limit_bytes',
  operations: readonly string[],
): LearnedRow {
  if (recording.isRedacted)
    return notObserved(row, 'fields were redacted, so sizes are not those that were sent');
  const sized = recording.calls
    .filter(call => operations.includes(call.operation ?? '') && call.bytes !== null && isAnswered(call))
    .sort((left, right) => left.bytes! - right.bytes!);
  const smallest = sized.find(({ status }) => status === 413);
  if (!smallest) return notObserved(row, 'no body was too large');
  // A redirect and what is not JSON can come from something that did not read the body.
  const largest = sized.findLast(
    ({ status, answer }) =>
      ![401, 403, 405, 413].includes(status!) && !(status! >= 300 && status! < 400) && isObject(answer),
  );
  const evidence = [largest, smallest]
    .filter(call => call !== undefined)
    .map(call => ({
      exchange: call.label,
      field: 'body',
      observed: `${call.bytes} bytes: ${answerText(call)}`,
    }));
  return fromBounds(row, assumed, { min: largest?.bytes ?? null, max: smallest.bytes! - 1 }, evidence);
}

/** A header shows it. It is a setting of the server and not of an account, so it is not tried like other choices. */
function cors({ recording, assumed }: AnalyzedRecording): LearnedRow {
  const occurrences = recording.calls.flatMap((call): Occurrence[] => {
    if (call.headers.origin === undefined || !isAnswered(call) || !showsHeaders(call)) return [];
    // Something in front of the service, such as a proxy, answers without JSON, and without its headers.
    if (!isPreflight(call) && call.hasWholeAnswer && !isObject(call.answer)) return [];
    const allowed = call.answerHeaders['access-control-allow-origin'];
    const value = allowed === '*' ? 'any_origin' : allowed === undefined ? 'off' : null;
    const observed = allowed ?? 'not sent';
    if (value === null) return [];
    return [{ exchange: call.label, field: 'Access-Control-Allow-Origin', value, observed }];
  });
  return fromOccurrences('cors', assumed, occurrences);
}

export function learnLimits(analyzed: AnalyzedRecording): readonly LearnedRow[] {
  const calls = keyed(analyzed);
  const falls = fallsOf(calls);
  return [
    rateLimit(analyzed, calls),
    bulkCost(analyzed, falls),
    bodyLimit(analyzed, 'body_limit_bytes', ['createOrder', 'createEstimate']),
    bodyLimit(analyzed, 'bulk_body_limit_bytes', ['createOrdersBulk']),
    cors(analyzed),
  ];
}
