import type { HostClock } from '../../clock/host-clock.ts';
import { refuse } from '../../domain/errors.ts';
import { contentTypeProblem } from '../../domain/json-content-type.ts';
import { scenarioFor } from '../../engine/own-scenarios.ts';
import type { ScenarioLibrary } from '../../scenario/scenario-library.ts';
import { type ApiResponse, failure } from '../api-response.ts';
import { type ParsedJson, parseJson, readBody } from '../read-body.ts';
import { LARGE_BODY_BYTES, parseLargeJson } from '../read-large-json.ts';
import { callerOf, type ServiceVisit } from './service-visit.ts';

const bodyLimitOf = (visit: ServiceVisit): number => {
  const { settings } = callerOf(visit).account.state;
  return visit.operation!.id === 'createOrdersBulk'
    ? settings.bulk_body_limit_bytes
    : settings.body_limit_bytes;
};

/** Reads the body, and stops once it exceeds the account's limit. */
export async function receiveBody(visit: ServiceVisit): Promise<void> {
  const { request } = visit;
  const limitBytes = bodyLimitOf(visit);
  const read = await readBody(request, limitBytes);
  if (read.kind === 'aborted') visit.isAbandoned = true;
  else if (read.kind === 'too-large') {
    visit.problem = refuse('REQUEST_TOO_LARGE', `the body is larger than ${limitBytes} bytes`);
  } else visit.bytes = read.bytes;
}

/**
 * Parses the body. A failure is kept as the visit's problem, because scenarios may apply before it is reported.
 * @returns a promise if the body is so large that it is parsed in slices
 */
export function parseBody(visit: ServiceVisit, clock: HostClock): Promise<void> | undefined {
  const { bytes } = visit;
  if (!bytes) return undefined;
  if (bytes.length > LARGE_BODY_BYTES) {
    return parseLargeJson([bytes], clock).then(parsed => keepBody(visit, parsed));
  }
  keepBody(visit, parseJson(bytes));
  return undefined;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
/** How much of a header an explanation repeats. */
const LONGEST_ENCODING = 50;

/** What is wrong with a body that cannot be parsed, if the mistake is not in its JSON; otherwise empty. */
function causeAroundJson({ request, bytes }: ServiceVisit): string {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    const shown = encoding.slice(0, LONGEST_ENCODING);
    return `; Content-Encoding is ${shown}, but compressed bodies are not decoded; send it uncompressed`;
  }
  const hasMark = bytes?.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return hasMark ? '; it begins with a byte order mark; send it without one' : '';
}

function keepBody(visit: ServiceVisit, parsed: ParsedJson): void {
  const { request } = visit;
  if ('problem' in parsed) visit.problem = refuse('INVALID_JSON', parsed.problem + causeAroundJson(visit));
  else visit.body = parsed.value;
  if (callerOf(visit).account.state.settings.content_type !== 'reject') return;
  const typeProblem = contentTypeProblem(request.headers['content-type']);
  if (typeProblem !== null) visit.problem ??= refuse('INVALID_JSON', typeProblem);
}

/** Finds the scenario that X-Sandbox-Scenario names, and refuses an unknown name. */
export function chooseScenario(visit: ServiceVisit, library: ScenarioLibrary): ApiResponse | null {
  const name = visit.request.headers['x-sandbox-scenario'];
  if (name === undefined) return null;
  visit.header = scenarioFor(callerOf(visit).account.state, library, String(name)) ?? null;
  return visit.header ? null : failure(400, 'SANDBOX_SCENARIO_UNKNOWN', library.explainUnknown(String(name)));
}
