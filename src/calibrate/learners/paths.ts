import type { Knowledge } from '../knowledge.ts';
import { isFields, type ServiceCall } from '../recording.ts';
import { fromSightings, fromTrials, type LearnedRow, type Sighting } from '../verdicts.ts';
import { answerText, answerTrial, isAnswered, showsCode, showsHeaders } from './answers.ts';
import type { Learner } from './learner.ts';

/** The path of status queries without its slash. */
const STATUS_PATH = '/api/v1/status';

interface Paths {
  readonly known: ReadonlySet<string>;
  readonly methods: ReadonlyMap<string, readonly string[]>;
}

function pathsOf({ contract }: Knowledge): Paths {
  const methods = new Map<string, string[]>();
  for (const { path, method } of contract.operations)
    methods.set(path, [...(methods.get(path) ?? []), method]);
  return { known: new Set(methods.keys()), methods };
}

function unknownPath({ recording }: Knowledge, { known }: Paths): LearnedRow {
  const trials = recording.calls
    .filter(call => showsCode(call) && !known.has(call.path) && !known.has(`${call.path}/`))
    .map(call =>
      answerTrial(call, 'status', '404 NOT_FOUND', call.status === 404 && call.error === 'NOT_FOUND'),
    );
  return fromTrials('unknown_path', trials);
}

/** True if a response sends the client to the same path with a slash: not to another scheme or host alone. */
function redirectsToSlash({ status, path, answerHeaders }: ServiceCall): boolean {
  const [location = ''] = (answerHeaders.location ?? '').split(/[?#]/);
  return [301, 302, 307, 308].includes(status!) && location.endsWith(`${path.slice(path.lastIndexOf('/'))}/`);
}

/** True if a response says that there is no such path: not that there is no such order or package. */
const missesPath = ({ status, path, error }: ServiceCall): boolean =>
  status === 404 && (error === null || (error === 'NOT_FOUND' && path !== STATUS_PATH));

function trailingSlash({ recording, assumed, acceptedKeys }: Knowledge, { known }: Paths): LearnedRow {
  const sightings = recording.calls.flatMap((call): Sighting[] => {
    // Without an accepted key, a service may refuse the path in another way.
    const isProbe = !known.has(call.path) && known.has(`${call.path}/`) && acceptedKeys.has(call.key);
    if (!isProbe || !isAnswered(call)) return [];
    const value = missesPath(call) ? 'not_found' : redirectsToSlash(call) ? 'redirect' : null;
    const observed = answerText(call);
    return value === null ? [] : [{ exchange: call.label, field: 'status', value, observed }];
  });
  return fromSightings('trailing_slash', assumed, sightings);
}

const isPreflight = ({ method, headers }: ServiceCall): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

const hasWrongMethod = (call: ServiceCall, { known }: Paths): boolean =>
  known.has(call.path) && call.operation === null && !isPreflight(call);

function otherMethods({ recording }: Knowledge, paths: Paths): LearnedRow {
  const trials = recording.calls
    .filter(call => showsCode(call) && hasWrongMethod(call, paths))
    .map(call => {
      // A response to HEAD has no body, so no code.
      const hasCode = call.method === 'HEAD' || call.error === 'METHOD_NOT_ALLOWED';
      const hasAllow = call.answerHeaders.allow !== undefined || !showsHeaders(call);
      const holds = call.status === 405 && hasCode && hasAllow;
      return answerTrial(call, 'status', '405 METHOD_NOT_ALLOWED with Allow', holds);
    });
  return fromTrials('other_methods', trials);
}

function cors({ recording, assumed }: Knowledge): LearnedRow {
  const sightings = recording.calls.flatMap((call): Sighting[] => {
    if (call.headers.origin === undefined || !isAnswered(call) || !showsHeaders(call)) return [];
    // Something in front of the service, such as a proxy, answers without JSON, and without its headers.
    if (!isPreflight(call) && call.hasWholeAnswer && !isFields(call.answer)) return [];
    const allowed = call.answerHeaders['access-control-allow-origin'];
    const value = allowed === '*' ? 'any_origin' : allowed === undefined ? 'off' : null;
    const observed = allowed ?? 'not sent';
    if (value === null) return [];
    return [{ exchange: call.label, field: 'Access-Control-Allow-Origin', value, observed }];
  });
  return fromSightings('cors', assumed, sightings);
}

function rateHeaders({ recording }: Knowledge): LearnedRow {
  const trials = recording.calls
    .filter(call => call.status !== null && call.status >= 300 && !isPreflight(call) && showsHeaders(call))
    .map(call => {
      const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': remaining } = call.answerHeaders;
      const holds = limit !== undefined && remaining !== undefined;
      return {
        ...answerTrial(call, 'X-RateLimit-Limit, X-RateLimit-Remaining', 'both sent', holds),
        observed: holds ? `both sent with ${call.status}` : `not both sent with ${call.status}`,
      };
    });
  return fromTrials('rate_headers_everywhere', trials);
}

function keyErrors({ recording, acceptedKeys }: Knowledge, { methods }: Paths): LearnedRow {
  const trials = recording.calls
    .filter(call => methods.get(call.path)?.includes(call.method) && showsCode(call))
    .flatMap(call => {
      // Some tools leave credentials out of their files; then even a call without one may be accepted.
      const lacksKey = call.key === null && !acceptedKeys.has(null);
      const isRefused = call.status === 401 && call.error === 'UNAUTHORIZED';
      if (lacksKey || !call.isBearer)
        return [answerTrial(call, 'Authorization', '401 UNAUTHORIZED', isRefused)];
      if (call.status !== 401) return [];
      const holds = isRefused || call.error === 'TOKEN_EXPIRED';
      return [answerTrial(call, 'Authorization', '401 UNAUTHORIZED or TOKEN_EXPIRED', holds)];
    });
  return fromTrials('key_errors', trials);
}

function serverErrors({ recording }: Knowledge): LearnedRow {
  const trials = recording.calls
    .filter(({ status, hasWholeAnswer }) => status !== null && status >= 500 && hasWholeAnswer)
    .map(call =>
      answerTrial(
        call,
        'status',
        '503 SERVICE_UNAVAILABLE',
        call.status === 503 && call.error === 'SERVICE_UNAVAILABLE',
      ),
    );
  return fromTrials('server_errors', trials);
}

function bulkStatuses({ recording }: Knowledge): LearnedRow {
  const trials = recording.calls
    .filter(({ operation, status }) => operation === 'createOrdersBulk' && status !== null)
    .filter(({ status }) => [402, 404, 413, 503].includes(status!))
    .map(call =>
      answerTrial(call, 'status', '413, 503, or an error of an item', ![402, 404].includes(call.status!)),
    );
  const items = recording.calls.flatMap(call => {
    const results = call.operation === 'createOrdersBulk' ? call.data?.results : null;
    const found = Array.isArray(results)
      ? results.find(one => ['INSUFFICIENT_BALANCE', 'PACKAGE_NOT_FOUND'].includes(one?.error))
      : null;
    if (!found) return [];
    const field = `body.data.results[${found.index}].error`;
    return [
      {
        exchange: call.label,
        field,
        observed: String(found.error),
        assumed: 'an error of the item',
        holds: true,
      },
    ];
  });
  return fromTrials('bulk_statuses', [...trials, ...items]);
}

/** Paths, methods, keys and headers: what a service does before it reads a request's content. */
export const learnPaths: Learner = knowledge => {
  const paths = pathsOf(knowledge);
  return [
    unknownPath(knowledge, paths),
    trailingSlash(knowledge, paths),
    otherMethods(knowledge, paths),
    cors(knowledge),
    rateHeaders(knowledge),
    keyErrors(knowledge, paths),
    serverErrors(knowledge),
    bulkStatuses(knowledge),
  ];
};
