import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ContractOperation } from '../../contract/contract-types.ts';
import type { ParsedJson } from '../../contract/json/parse-json.ts';
import type { Settings } from '../../core/domain/assumptions.ts';
import { type Refusal, refuse } from '../../core/domain/error-codes.ts';
import { bodyHeadersProblem, contentEncodingProblem } from '../../core/domain/json.ts';
import type { OperationId, Scope } from '../../core/domain/operations.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Account } from '../../core/engine/account.ts';
import { withCause } from '../../core/engine/account-change.ts';
import { scenarioFor } from '../../core/engine/account-scenarios.ts';
import type { AccountState } from '../../core/engine/account-state.ts';
import {
  chargeKey,
  isExpired,
  type Rate,
  rateOf,
  refuseIp,
  refuseRate,
  refuseScope,
} from '../../core/engine/key-checks.ts';
import type { Decision } from '../../core/engine/request/decision.ts';
import type { ServiceRequest } from '../../core/engine/request/service-request.ts';
import type { ScenarioLibrary } from '../../core/scenario/scenario-library.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import { nearestWord } from '../../core/text/nearest-word.ts';
import type { KeyHolder } from '../../host/account-registry.ts';
import type { CommandRunner } from '../../host/command-runner.ts';
import type { SandboxCore } from '../../host/sandbox-core.ts';
import { bearerTokenOf, callerIp, connectionOf } from '../connection.ts';
import { joined, parseQuery, type Query, readBody, splitUrl } from '../read-request.ts';
import { type ApiResponse, failed, failure, refused } from './api-response.ts';

/* The state of a request, and the checks in front of the engine, in the order in which service-router.ts calls them. */

export interface ServiceOperation {
  readonly id: OperationId;
  readonly scope: Scope;
  readonly contract: ContractOperation;
}

/** A request of the service API. Each step of its handling adds what it found. */
export class ServiceVisit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The arrival of the request's head, on the host's monotonic clock. */
  readonly startedMs: number;
  #query: Query | null = null;
  ip = '';
  /** The request's account and key; null if no account has the key. */
  caller: KeyHolder | null = null;
  /** Why the key is refused; null if it is accepted. */
  keyRefusal: Refusal | null = null;
  /** The rate of the request's key; without a valid key, the server's default, unused. */
  rate: Rate;
  operation: ServiceOperation | null = null;
  /** The raw body; null before it is read, if it is too large, and for GET requests. */
  bytes: Buffer | null = null;
  /** The parsed JSON body; undefined if there is none. */
  body: unknown = undefined;
  /** Why the body cannot be used; null if it can. */
  problem: Refusal | null = null;
  /** The scenario that X-Sandbox-Scenario names, if any. */
  header: Scenario | null = null;
  /** The request as it was passed to the engine; null before that. */
  serviceRequest: ServiceRequest | null = null;
  decision: Decision | null = null;
  /** The account's state that decided the request. The account has another one after a reset or a restored snapshot. */
  decidedIn: AccountState | null = null;
  /** Resolves when the deliveries that precede the response are done; null if there are none. */
  beforeResponse: Promise<unknown> | null = null;

  constructor(request: IncomingMessage, response: ServerResponse, startedMs: number, rate: Rate) {
    this.request = request;
    this.response = response;
    this.startedMs = startedMs;
    this.rate = rate;
  }

  get path(): string {
    return splitUrl(this.request.url!)[0];
  }

  get query(): Query {
    this.#query ??= parseQuery(splitUrl(this.request.url!)[1]);
    return this.#query;
  }
}

/** The account and key of a visit after the key checks. @throws Error before them */
export function callerOf({ caller }: ServiceVisit): KeyHolder {
  if (!caller) throw new Error('the request has no caller; the key is checked before this step');
  return caller;
}

/** The clocks for identification and the rate limit, in milliseconds. */
export interface Clocks {
  accountMs(account: Account): number;
  /** The host's monotonic clock. */
  hostMs(): number;
}

/**
 * True if the dashboard has marked a request as its own: what it causes says nothing about the integration. On a request
 * of the service API, this counts only with the dashboard's key.
 */
export const isMarkedByDashboard = ({ headers }: IncomingMessage): boolean =>
  headers['x-sandbox-dashboard'] !== undefined;

export type Callers = Pick<SandboxCore, 'accounts' | 'dashboardKeys'>;

/** The holder of a key. The dashboard's key counts only with its header, so that no client uses it by accident. */
function holderOf({ request }: ServiceVisit, digest: string, callers: Callers): KeyHolder | null {
  const own = isMarkedByDashboard(request) ? callers.dashboardKeys.holderOf(digest) : null;
  return own ?? callers.accounts.holderOf(digest);
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

function refuseUnknown(header: string | undefined, digest: string | null, callers: Callers): Refusal {
  const isOfDashboard = digest !== null && callers.dashboardKeys.holderOf(digest) !== null;
  return refuse('UNAUTHORIZED', isOfDashboard ? DASHBOARD_ONLY : explainNoKey(header));
}

/** Finds the account and the key of a request (specification: Authentication). A second call looks both up again. */
export function identify(visit: ServiceVisit, callers: Callers, clocks: Clocks): void {
  const header = visit.request.headers.authorization;
  const connection = connectionOf(visit.request.socket);
  const digest = connection.digestOfKey(header);
  const holder = digest === null ? null : holderOf(visit, digest, callers);
  visit.caller = null;
  if (!holder || holder.key.revoked) {
    visit.ip = callerIp(visit.request, []);
    visit.keyRefusal = holder
      ? withCause(holder.account.state, refuse('UNAUTHORIZED', 'the key was revoked'), holder.key.id)
      : refuseUnknown(header, digest, callers);
    return;
  }
  const { account, key } = holder;
  connection.belongTo(account);
  visit.caller = holder;
  visit.ip = callerIp(visit.request, account.state.settings.trusted_proxies);
  // The clock is read only for a key that can expire.
  if (key.expiresAtMs !== null && isExpired(key, clocks.accountMs(account))) {
    const explain = `key ${key.name} expired at ${isoTime(key.expiresAtMs)}`;
    visit.keyRefusal = withCause(account.state, refuse('TOKEN_EXPIRED', explain), key.id);
  } else visit.keyRefusal = null;
}

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
 * Checks the head of a request, in this order: key, address of the client, rate limit and scope.
 * @returns SERVICE_UNAVAILABLE if they pass but the account cannot be stored, so that nothing changes in it
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
 * @param then not called if the client closes the connection, so that no response is sent
 */
export function receiveBody(visit: ServiceVisit, then: () => void): void {
  const limitBytes = bodyLimitOf(visit);
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

/** Takes the parsed body. A failure becomes a problem of the visit, because a scenario may apply before it. */
export function takeBody(visit: ServiceVisit, parsed: ParsedJson): void {
  if ('problem' in parsed) visit.problem = refuse('INVALID_JSON', parsed.problem + causeAroundJson(visit));
  else visit.body = parsed.value;
  if (callerOf(visit).account.state.settings.content_type !== 'reject') return;
  const { 'content-type': type, 'content-encoding': encoding } = visit.request.headers;
  const problem = bodyHeadersProblem(type, encoding);
  if (problem !== null) visit.problem ??= refuse('INVALID_JSON', problem);
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

export function chooseScenario(visit: ServiceVisit, library: ScenarioLibrary): ApiResponse | null {
  const name = visit.request.headers['x-sandbox-scenario'];
  if (name === undefined || name === '') return null;
  visit.header = scenarioFor(callerOf(visit).account.state, library, String(name)) ?? null;
  return visit.header ? null : failure(400, 'SANDBOX_SCENARIO_UNKNOWN', library.explainUnknown(String(name)));
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

/**
 * NOT_FOUND, or a redirect if only the trailing slash is missing and the account's settings say so.
 * @param defaults the settings for a request without a valid key
 */
export function refusePath(
  { path, request, caller }: ServiceVisit,
  paths: ReadonlySet<string>,
  defaults: Settings,
): ApiResponse {
  const explain = explainPath(path, paths);
  const isRedirected = (caller?.account.state.settings ?? defaults).trailing_slash === 'redirect';
  if (!isRedirected || !paths.has(`${path}/`)) return failed('NOT_FOUND', explain);
  const { url = '' } = request;
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return { status: 308, body: '', headers: { Location: `${path}/${query}` }, explain };
}
