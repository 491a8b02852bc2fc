import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ContractOperation } from '../../contract/contract-types.ts';
import { parseJson } from '../../contract/json/parse-json.ts';
import { type Refusal, refuse } from '../../core/domain/error-codes.ts';
import { bodyHeadersProblem, contentEncodingProblem } from '../../core/domain/json.ts';
import type { OperationId, Scope } from '../../core/domain/operations.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Account } from '../../core/engine/account.ts';
import { withCause } from '../../core/engine/account-change.ts';
import { scenarioFor } from '../../core/engine/account-scenarios.ts';
import type { AccountState, ApiKey } from '../../core/engine/account-state.ts';
import * as keyChecks from '../../core/engine/key-checks.ts';
import type { Decision } from '../../core/engine/request/decision.ts';
import type { ServiceRequest } from '../../core/engine/request/service-request.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import { nearestWord } from '../../core/text/nearest-word.ts';
import type { KeyHolder } from '../../host/account-registry.ts';
import { bearerTokenOf, callerIp, connectionOf } from '../connection.ts';
import { joined, parseQuery, type Query, readBody, splitUrl } from '../read-request.ts';
import type { ServerParts } from '../server-parts.ts';
import { type ApiResponse, failed, failure, refused } from './api-response.ts';

/* The state of a request, and what each check in front of the engine does. service-router.ts has their order. */

export interface ServiceOperation {
  readonly id: OperationId;
  readonly scope: Scope;
  readonly contract: ContractOperation;
}

/** What a request asks for: an operation; a method that its path does not have (with those that it has); no known path. */
export type Target = ServiceOperation | { readonly allow: string } | 'unknown path';

/** The sender of a request without a valid key. Account and key are null if no account has the key, or it was revoked. */
interface RefusedCaller {
  readonly account: Account | null;
  readonly key: ApiKey | null;
  readonly refusal: Refusal;
}

const UNIDENTIFIED: RefusedCaller = {
  account: null,
  key: null,
  refusal: refuse('UNAUTHORIZED', 'the key was not checked'),
};

/** What the engine decided about a request. */
interface Decided {
  readonly decision: Decision;
  /** The account's state that decided it. The account has another one after a reset or a restored snapshot. */
  readonly state: AccountState;
  /** Resolves when the deliveries that precede the response are done; null if there are none. */
  readonly beforeResponse: Promise<unknown> | null;
}

/** A request of the service API. Each step of its handling adds what it found. */
export class ServiceVisit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  /** The operation that the request asks for; null if its path or its method is wrong. */
  readonly operation: ServiceOperation | null;
  /** The arrival of the request's head, on the host's monotonic clock. */
  readonly startedMs: number;
  #query: Query | null = null;
  ip = '';
  caller: KeyHolder | RefusedCaller = UNIDENTIFIED;
  /** The rate of the request's key; without a valid key, the server's default, unused. */
  rate: keyChecks.Rate;
  /** The raw body; null before it is read, if it is too large, and for GET requests. */
  bytes: Buffer | null = null;
  /** The parsed JSON body; undefined if there is none. */
  body: unknown = undefined;
  /** Why the body cannot be used; null if it can. */
  problem: Refusal | null = null;
  /** The scenario that X-Sandbox-Scenario names, if any. */
  header: Scenario | null = null;
  /** The request as it was passed to the engine; null before that. */
  command: ServiceRequest | null = null;
  /** Null before the engine has decided, and if its decision could not be stored. */
  decided: Decided | null = null;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target,
    startedMs: number,
    rate: keyChecks.Rate,
  ) {
    this.request = request;
    this.response = response;
    this.target = target;
    this.operation = typeof target === 'object' && 'id' in target ? target : null;
    this.startedMs = startedMs;
    this.rate = rate;
  }

  get path(): string {
    return splitUrl(this.request.url ?? '')[0];
  }

  get query(): Query {
    this.#query ??= parseQuery(splitUrl(this.request.url ?? '')[1]);
    return this.#query;
  }
}

export interface ServiceParts extends Pick<ServerParts, 'core' | 'clock' | 'isClosing'> {
  /** The paths of the description. */
  readonly paths: ReadonlySet<string>;
}

/** Refuses requests while the server shuts down. */
export const refuseClosing = ({ isClosing }: ServiceParts): ApiResponse | null =>
  isClosing()
    ? failed('SERVICE_UNAVAILABLE', 'the sandbox is shutting down', { headers: { Connection: 'close' } })
    : null;

/**
 * True if the dashboard has marked a request as its own: what it causes says nothing about the integration. On a request
 * of the service API, this counts only with the dashboard's key.
 */
export const isMarkedByDashboard = ({ headers }: IncomingMessage): boolean =>
  headers['x-sandbox-dashboard'] !== undefined;

/** The holder of a key. The dashboard's key counts only with its header, so that no client uses it by accident. */
function holderOf({ request }: ServiceVisit, digest: string, { core }: ServiceParts): KeyHolder | null {
  const own = isMarkedByDashboard(request) ? core.dashboardKeys.holderOf(digest) : null;
  return own ?? core.accounts.holderOf(digest);
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

const DASHBOARD_ONLY = 'this is the key of the dashboard, which no other client can use; create a key';

function refuseUnknown(header: string | undefined, digest: string | null, { core }: ServiceParts): Refusal {
  const isOfDashboard = digest !== null && core.dashboardKeys.holderOf(digest) !== null;
  return refuse('UNAUTHORIZED', isOfDashboard ? DASHBOARD_ONLY : explainNoKey(header));
}

/**
 * Finds the account and the key of a request (specification: Authentication). A second call looks both up again.
 * @returns SERVICE_UNAVAILABLE if the state of the key's account cannot be read: then that account has failed
 */
export function findCaller(visit: ServiceVisit, parts: ServiceParts): ApiResponse | null {
  const header = visit.request.headers.authorization;
  const connection = connectionOf(visit.request.socket);
  const digest = connection.digestOfKey(header);
  const holder = digest === null ? null : holderOf(visit, digest, parts);
  if (!holder || holder.key.revoked) {
    visit.ip = callerIp(visit.request, []);
    const refusal = holder
      ? withCause(holder.account.state, refuse('UNAUTHORIZED', 'the key was revoked'), holder.key.id)
      : refuseUnknown(header, digest, parts);
    visit.caller = { account: null, key: null, refusal };
    return null;
  }
  const { account, key } = holder;
  connection.belongTo(account);
  visit.caller = holder;
  try {
    visit.ip = callerIp(visit.request, account.state.settings.trusted_proxies);
    // The clock is read only for a key that can expire.
    if (key.expiresAtMs !== null && keyChecks.isExpired(key, parts.core.runner.nowMs(account))) {
      const expired = refuse('TOKEN_EXPIRED', `key ${key.name} expired at ${isoTime(key.expiresAtMs)}`);
      visit.caller = { account, key, refusal: withCause(account.state, expired, key.id) };
    }
    return null;
  } catch (error) {
    return failed('SERVICE_UNAVAILABLE', parts.core.runner.fail(account, error).message);
  }
}

const windowNowMs = (account: Account, { core, clock }: ServiceParts): number =>
  account.state.settings.rate_limit_clock === 'real' ? clock.monotonicMs() : core.runner.nowMs(account);

/** Counts the request against its key's rate limit. A request with an expired key, or without a key, is not counted. */
export function countRequest(visit: ServiceVisit, parts: ServiceParts): void {
  const { caller } = visit;
  if (caller.account === null || caller.key === null) return;
  const { account, key } = caller;
  const nowMs = windowNowMs(account, parts);
  visit.rate =
    'refusal' in caller ? keyChecks.rateOf(account, key, nowMs) : keyChecks.chargeKey(account, key, 1, nowMs);
}

/** NOT_FOUND, or a redirect if only the trailing slash is missing and the account's settings say so. */
export function refusePath(
  { path, request, caller }: ServiceVisit,
  { core, paths }: ServiceParts,
): ApiResponse {
  const explain = explainPath(path, paths);
  const { trailing_slash } = (caller.account?.state ?? core.defaults).settings;
  if (trailing_slash !== 'redirect' || !paths.has(`${path}/`)) return failed('NOT_FOUND', explain);
  const { url = '' } = request;
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return { status: 308, body: '', headers: { Location: `${path}/${query}` }, explain };
}

export const refuseMethod = ({ request }: ServiceVisit, allow: string): ApiResponse =>
  failed('METHOD_NOT_ALLOWED', `${request.method} is not allowed here; use ${allow}`, {
    headers: { Allow: allow },
  });

const withKeyCause = ({ account, key }: KeyHolder, refusal: Refusal | null): ApiResponse | null =>
  refusal && refused(withCause(account.state, refusal, key.id));

export const refuseIp = ({ ip }: ServiceVisit, caller: KeyHolder): ApiResponse | null =>
  withKeyCause(caller, keyChecks.refuseIp(caller.key, ip));

export const refuseRate = ({ rate }: ServiceVisit, caller: KeyHolder): ApiResponse | null =>
  withKeyCause(caller, keyChecks.refuseRate(caller.key, rate));

export const refuseScope = ({ scope }: ServiceOperation, caller: KeyHolder): ApiResponse | null =>
  withKeyCause(caller, keyChecks.refuseScope(caller.key, scope));

/** SERVICE_UNAVAILABLE if the account has failed, or cannot be stored at present: nothing may change in it. */
export function refuseTrouble({ account }: KeyHolder, { core }: ServiceParts): ApiResponse | null {
  const trouble = core.runner.trouble(account);
  return trouble && failed('SERVICE_UNAVAILABLE', trouble.message);
}

/**
 * Reads the body, and stops once it exceeds the account's limit.
 * @param then not called if the client closes the connection, so that no response is sent
 */
export function receiveBody(
  visit: ServiceVisit,
  { id }: ServiceOperation,
  { account }: KeyHolder,
  then: () => void,
): void {
  const { bulk_body_limit_bytes, body_limit_bytes } = account.state.settings;
  const limitBytes = id === 'createOrdersBulk' ? bulk_body_limit_bytes : body_limit_bytes;
  readBody(visit.request, visit.response, limitBytes, read => {
    if (read === 'too-large') {
      visit.problem = refuse('REQUEST_TOO_LARGE', `the body is larger than ${limitBytes} bytes`);
    } else if (read !== 'aborted') visit.bytes = joined(read);
    if (read !== 'aborted') then();
  });
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Why a body cannot be parsed, if the mistake is around its JSON rather than in it; otherwise empty. */
function causeAroundJson({ request, bytes }: ServiceVisit): string {
  const encodingProblem = contentEncodingProblem(request.headers['content-encoding']);
  if (encodingProblem !== null) return `; ${encodingProblem}`;
  const hasMark = bytes?.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return hasMark ? '; it begins with a byte order mark; send it without one' : '';
}

/** Parses the body. A failure becomes a problem of the visit, because a scenario may apply before it. */
export function parseBody(visit: ServiceVisit, { account }: KeyHolder): void {
  if (!visit.bytes) return;
  const parsed = parseJson(visit.bytes);
  if ('problem' in parsed) visit.problem = refuse('INVALID_JSON', parsed.problem + causeAroundJson(visit));
  else visit.body = parsed.value;
  if (account.state.settings.content_type !== 'reject') return;
  const { 'content-type': type, 'content-encoding': encoding } = visit.request.headers;
  const problem = bodyHeadersProblem(type, encoding);
  if (problem !== null) visit.problem ??= refuse('INVALID_JSON', problem);
}

/**
 * Counts the items of a bulk request after the first, if the account counts items.
 * @returns RATE_LIMITED if they exceed the rate limit of the key
 */
export function countItems(visit: ServiceVisit, caller: KeyHolder, parts: ServiceParts): ApiResponse | null {
  const { account, key } = caller;
  const orders = (visit.body as { orders?: unknown } | null | undefined)?.orders;
  const isCounted = account.state.settings.bulk_rate_cost === 'item' && Array.isArray(orders);
  if (!isCounted) return null;
  visit.rate = keyChecks.chargeKey(account, key, Math.max(0, orders.length - 1), windowNowMs(account, parts));
  return withKeyCause(caller, keyChecks.refuseRate(key, visit.rate, orders.length));
}

/** Finds the scenario that X-Sandbox-Scenario names, or refuses the request. */
export function findScenario(
  visit: ServiceVisit,
  { account }: KeyHolder,
  { core }: ServiceParts,
): ApiResponse | null {
  const name = visit.request.headers['x-sandbox-scenario'];
  if (name === undefined || name === '') return null;
  visit.header = scenarioFor(account.state, core.library, String(name)) ?? null;
  return visit.header
    ? null
    : failure(400, 'SANDBOX_SCENARIO_UNKNOWN', core.library.explainUnknown(String(name)));
}

/** The paths of the description, as a set or as a map by path. */
type KnownPaths = Pick<ReadonlySet<string>, 'has' | 'keys'>;

const PREFIX = '/api/v1/';
const MAX_SEGMENTS = 8;
const LONGEST_PATH = 200;

/**
 * The known path that the client most likely meant, or null. It is compared without its prefix, which may be wrong or
 * missing, then segment by segment from the end: `/api/v1/bulk` means `/api/v1/orders/bulk/`.
 */
function nearestPath(path: string, paths: KnownPaths): string | null {
  const names = [...paths.keys()].map(known => known.slice(PREFIX.length, -1));
  const given = path.replace(/^(?:\/api)?(?:\/v\d+)?\//, '');
  const whole = nearestWord(given, names);
  if (whole !== null) return `${PREFIX}${whole}/`;
  for (const segment of given.split('/').slice(-MAX_SEGMENTS).reverse()) {
    const near = nearestWord(
      segment,
      names.flatMap(name => name.split('/')),
    );
    const meant = names.find(name => near !== null && name.split('/').includes(near));
    if (meant !== undefined) return `${PREFIX}${meant}/`;
  }
  return null;
}

export function explainPath(path: string, paths: KnownPaths): string {
  if (paths.has(`${path}/`)) return `the path is missing its trailing slash; use ${path}/`;
  const near = nearestPath(path, paths);
  const known = path.startsWith(PREFIX)
    ? `the paths are ${[...paths.keys()].join(', ')}`
    : `every path of the service API begins with ${PREFIX}`;
  const hint = near ? `did you mean ${near}?` : known;
  const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
  return `there is no path ${shown}; ${hint}`;
}

const API_PATH = /^\/api(?:\/|$)/;

/** True if a client of the service may have sent a request. Browsers and crawlers ask for other paths, and have no key. */
export const isCall = ({ path, request }: ServiceVisit): boolean =>
  API_PATH.test(path) || request.headers.authorization !== undefined;
