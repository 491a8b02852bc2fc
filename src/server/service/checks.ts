import { type Refusal, refuse } from '../../core/domain/errors.ts';
import { contentTypeProblem } from '../../core/domain/json.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Account } from '../../core/engine/account.ts';
import { withCause } from '../../core/engine/account-change.ts';
import { scenarioFor } from '../../core/engine/account-scenarios.ts';
import {
  chargeKey,
  isExpired,
  rateOf,
  refuseIp,
  refuseRate,
  refuseScope,
} from '../../core/engine/key-checks.ts';
import type { ScenarioLibrary } from '../../core/scenario/scenario-library.ts';
import type { KeyHolder } from '../../host/account-registry.ts';
import type { CommandRunner } from '../../host/command-runner.ts';
import type { Core } from '../../host/core.ts';
import type { HostClock } from '../../host/node/host-clock.ts';
import { type ApiResponse, failed, failure, refused } from '../api-response.ts';
import { bearerTokenOf, callerIp, parseBody, readBody } from '../read-request.ts';
import { callerOf, type ServiceVisit } from './service-visit.ts';

/* What happens to a request in front of the engine, in the order in which service-router.ts calls it. */

/** The clocks for identification and the rate limit, in milliseconds. */
export interface Clocks {
  /** The time on the account's clock. */
  accountMs(account: Account): number;
  /** The host's monotonic clock. */
  hostMs(): number;
}

/** The header with which the dashboard marks its own requests. It means nothing on a request with another key. */
const DASHBOARD_HEADER = 'x-sandbox-dashboard';

/** The callers that the service knows. */
export type Callers = Pick<Core, 'accounts' | 'dashboardKeys'>;

/** The holder of a key. That of the dashboard is accepted only with its header, so that no client uses it by accident. */
function holderOf({ request }: ServiceVisit, key: string, callers: Callers): KeyHolder | null {
  const own = request.headers[DASHBOARD_HEADER] === undefined ? null : callers.dashboardKeys.holderOf(key);
  return own ?? callers.accounts.holderOf(key);
}

function explainNoKey(header: string | undefined): string {
  if (header === undefined)
    return 'the Authorization header is missing; send: Authorization: Bearer <API_KEY>';
  if (!/^bearer\b/i.test(header))
    return 'the Authorization header uses a scheme other than Bearer; send: Authorization: Bearer <API_KEY>';
  return bearerTokenOf(header) === null
    ? 'the Authorization header has no key after Bearer'
    : 'no account has this API key';
}

const DASHBOARD_ONLY = 'this key is the one of the dashboard, which no other client can use; create a key';

function refuseUnknown(header: string | undefined, key: string | null, callers: Callers): Refusal {
  const isOfDashboard = key !== null && callers.dashboardKeys.holderOf(key) !== null;
  return refuse('UNAUTHORIZED', isOfDashboard ? DASHBOARD_ONLY : explainNoKey(header));
}

/** Finds the account and the key of a request (specification: Authentication). A second call looks them up again. */
export function identify(visit: ServiceVisit, callers: Callers, clocks: Clocks): void {
  const header = visit.request.headers.authorization;
  const token = bearerTokenOf(header);
  const holder = token === null ? null : holderOf(visit, token, callers);
  visit.caller = null;
  if (!holder || holder.key.revoked) {
    visit.ip = callerIp(visit.request, []);
    visit.keyRefusal = holder
      ? withCause(holder.account.state, refuse('UNAUTHORIZED', 'the key was revoked'), holder.key.id)
      : refuseUnknown(header, token, callers);
    return;
  }
  const { account, key } = holder;
  visit.caller = holder;
  visit.ip = callerIp(visit.request, account.state.settings.trusted_proxies);
  if (isExpired(key, clocks.accountMs(account))) {
    const explain = `key ${key.name} expired at ${isoTime(key.expiresAtMs!)}`;
    visit.keyRefusal = withCause(account.state, refuse('TOKEN_EXPIRED', explain), key.id);
  } else visit.keyRefusal = null;
}

/** The current time on the clock that the account's rate limit uses. */
const windowNowMs = (account: Account, clocks: Clocks): number =>
  account.state.settings.rate_limit_clock === 'real' ? clocks.hostMs() : clocks.accountMs(account);

/** Counts the request against its key's rate limit. A request without a valid key is not counted. */
export function charge(visit: ServiceVisit, clocks: Clocks): void {
  const { caller, keyRefusal } = visit;
  if (!caller) return;
  const { account, key } = caller;
  const nowMs = windowNowMs(account, clocks);
  visit.rate = keyRefusal ? rateOf(account, key, nowMs) : chargeKey(account, key, 1, nowMs);
}

/** UNAUTHORIZED or TOKEN_EXPIRED if the request has no valid key. */
export const refuseKey = ({ keyRefusal }: ServiceVisit): ApiResponse | null =>
  keyRefusal && refused(keyRefusal);

function withKeyCause(visit: ServiceVisit, refusal: Refusal | null): ApiResponse | null {
  if (!refusal) return null;
  const { account, key } = callerOf(visit);
  return refused(withCause(account.state, refusal, key.id));
}

/**
 * What the head of a request decides, in this order: key, address of the client, rate limit and scope.
 * @returns SERVICE_UNAVAILABLE if all is well but the account cannot be stored, so that nothing changes in it
 */
export function refuseHead(visit: ServiceVisit, runner: CommandRunner): ApiResponse | null {
  const keyRefused = refuseKey(visit);
  if (keyRefused) return keyRefused;
  const { account, key } = callerOf(visit);
  const refusal =
    refuseIp(key, visit.ip) ?? refuseRate(key, visit.rate) ?? refuseScope(key, visit.operation!.scope);
  if (refusal) return withKeyCause(visit, refusal);
  const trouble = runner.trouble(account);
  return trouble && failed('SERVICE_UNAVAILABLE', trouble.message);
}

const bodyLimitOf = (visit: ServiceVisit): number => {
  const { settings } = callerOf(visit).account.state;
  return visit.operation!.id === 'createOrdersBulk'
    ? settings.bulk_body_limit_bytes
    : settings.body_limit_bytes;
};

/**
 * Reads the body, and stops once it exceeds the account's limit.
 * @returns false if the client closed the connection, so that no response is sent
 */
export async function receiveBody(visit: ServiceVisit): Promise<boolean> {
  const { request } = visit;
  const limitBytes = bodyLimitOf(visit);
  const read = await readBody(request, limitBytes);
  if (read === 'too-large') {
    visit.problem = refuse('REQUEST_TOO_LARGE', `the body is larger than ${limitBytes} bytes`);
  } else if (read !== 'aborted') visit.bytes = read;
  return read !== 'aborted';
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

/** Parses the body, if there is one. A failure is kept as a problem, because scenarios may apply before it is reported. */
export async function parseVisitBody(visit: ServiceVisit, clock: HostClock): Promise<void> {
  const { request, bytes } = visit;
  if (!bytes) return;
  const parsed = await parseBody(bytes, clock);
  if ('problem' in parsed) visit.problem = refuse('INVALID_JSON', parsed.problem + causeAroundJson(visit));
  else visit.body = parsed.value;
  if (callerOf(visit).account.state.settings.content_type !== 'reject') return;
  const typeProblem = contentTypeProblem(request.headers['content-type']);
  if (typeProblem !== null) visit.problem ??= refuse('INVALID_JSON', typeProblem);
}

/**
 * Counts the items of a bulk request after the first, if the account counts items.
 * @returns RATE_LIMITED if they exceed the rate limit of the key
 */
export function chargeItems(visit: ServiceVisit, clocks: Clocks): ApiResponse | null {
  const { account, key } = callerOf(visit);
  const orders = (visit.body as { orders?: unknown } | null | undefined)?.orders;
  const isCounted = account.state.settings.bulk_rate_cost === 'item' && Array.isArray(orders);
  if (!isCounted) return null;
  visit.rate = chargeKey(account, key, Math.max(0, orders.length - 1), windowNowMs(account, clocks));
  return withKeyCause(visit, refuseRate(key, visit.rate, orders.length));
}

/** Finds the scenario that X-Sandbox-Scenario names, and refuses an unknown name. */
export function chooseScenario(visit: ServiceVisit, library: ScenarioLibrary): ApiResponse | null {
  const name = visit.request.headers['x-sandbox-scenario'];
  if (name === undefined) return null;
  visit.header = scenarioFor(callerOf(visit).account.state, library, String(name)) ?? null;
  return visit.header ? null : failure(400, 'SANDBOX_SCENARIO_UNKNOWN', library.explainUnknown(String(name)));
}
