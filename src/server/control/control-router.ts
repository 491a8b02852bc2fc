import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type NextFunction, type Request, type Response, Router } from 'express';
import type { Contract, ContractOperation, RequestParts } from '../../contract/contract-types.ts';
import { MAX_VALUES, parseJson } from '../../contract/json/parse-json.ts';
import { groupedBy } from '../../core/domain/collections.ts';
import type { Account } from '../../core/engine/account.ts';
import type { ControlCall } from '../../core/facts.ts';
import { excerpt } from '../../core/text/lines.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { AccountFailedError } from '../../host/account-health.ts';
import { Semaphore, Slots } from '../../host/node/concurrency.ts';
import { callerIp } from '../connection.ts';
import { joined, parseQuery, type ReadBody, readBody, splitUrl } from '../read-request.ts';
import { publicUrlOption } from '../sandbox-options.ts';
import {
  type AccountAccess,
  accountOf,
  accountOfKey,
  checkOperator,
  TokenGuesses,
} from './access-control.ts';
import { accountCalls } from './account-calls.ts';
import { clockCalls } from './clock-calls.ts';
import {
  type Call,
  type CallId,
  type ControlParts,
  type DataOf,
  type Handler,
  type Handlers,
  JsonPieces,
  NEW_ACCOUNT_CALL,
} from './control-call.ts';
import { ControlError, invalid, ofAccountError } from './control-error.ts';
import { findingCalls } from './finding-calls.ts';
import { orderCalls } from './order-calls.ts';
import { requestCalls } from './request-calls.ts';
import { scenarioCalls } from './scenario-calls.ts';
import { serverCalls } from './server-calls.ts';
import { verifyCalls } from './verify-calls.ts';
import { walletCalls } from './wallet-calls.ts';
import { webhookCalls } from './webhook-calls.ts';

export const HANDLERS: Handlers = {
  ...accountCalls,
  ...clockCalls,
  ...findingCalls,
  ...orderCalls,
  ...requestCalls,
  ...scenarioCalls,
  ...serverCalls,
  ...verifyCalls,
  ...walletCalls,
  ...webhookCalls,
};

/** The maximum size of a control call's body, unless its description has another. */
export const BODY_LIMIT_BYTES = 1024 * 1024;
/** Calls that work little, and may wait for webhooks or for their client. */
const WAITING: ReadonlySet<string> = new Set([
  'advanceClock',
  'moveOrder',
  'resendEvent',
  'streamAccount',
  'triggerEvent',
] satisfies CallId[]);
/** The maximum number of other calls that the keys of an account have under way. Further ones wait. */
export const MAX_CALLS = 8;
const callsOf = new Slots<Account>(MAX_CALLS);

/** The maximum number of values in the body of a snapshot import. */
export const MAX_SNAPSHOT_VALUES = 500_000;
/** A snapshot takes several times its size in memory until it is stored. */
const imports = new Semaphore(1);
/** The imports of each account, one of which waits for its turn at a time. */
const importsOf = new Slots<Account>(1);
const BODY_METHODS = new Set(['POST', 'PUT', 'PATCH']);
const PROBES: ReadonlySet<string> = new Set(['getHealth', 'getReadiness']);
/** The calls that may change an account that cannot be stored: they can end its trouble. */
const REMEDIES: ReadonlySet<string> = new Set(['deleteAccount', 'resetAccount', 'restoreSnapshot']);

/** The calls that create an account and return its name. */
const CREATES: ReadonlySet<string> = new Set(['createAccount', NEW_ACCOUNT_CALL] satisfies CallId[]);

interface Route {
  readonly operation: ContractOperation;
  readonly handler: Handler<CallId>;
  /** The status of its success; the description has exactly one. */
  readonly status: number;
  readonly bodyLimitBytes: number;
}

function routeOf(operation: ContractOperation): Route {
  const handler = HANDLERS[operation.id as CallId] as Handler<CallId>;
  const { responses, 'x-body-limit': limit } = operation.described;
  const status = Number(Object.keys(responses).find(code => /^2/.test(code)));
  return { operation, handler, status, bodyLimitBytes: limit ?? BODY_LIMIT_BYTES };
}

const JSON_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
};

function writeJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { ...JSON_HEADERS, 'Content-Length': Buffer.byteLength(text), ...headers });
  response.end(text);
}

const PREFIX = Buffer.from('{"success":true,"data":');
const SUFFIX = Buffer.from('}');

/** Writes a response only as fast as its client reads it. Resolves early if the client disconnects. */
async function writePieces(response: ServerResponse, { pieces }: JsonPieces): Promise<void> {
  const all = [PREFIX, ...pieces, SUFFIX];
  const length = all.reduce((sum, piece) => sum + piece.length, 0);
  response.writeHead(200, { ...JSON_HEADERS, 'Content-Length': length });
  await pipeline(all, response).catch(() => undefined);
}

/** The maximum length of an error message. A longer one, which quotes a long part of a request, is cut off. */
export const MAX_MESSAGE = 2_000;

function writeError(response: ServerResponse, error: ControlError, headers?: Record<string, string>): void {
  const { code, path, details } = error;
  const message = excerpt(error.message, MAX_MESSAGE);
  const challenge = error.status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {};
  const body = { success: false, error: code, message, path, ...details };
  writeJson(response, error.status, body, { ...challenge, ...headers });
}

/** The bytes of a body, empty if there is none; null if the client closed the connection. @throws ControlError */
async function bytesOf(
  request: IncomingMessage,
  response: ServerResponse,
  limitBytes: number,
): Promise<Buffer | null> {
  if (!BODY_METHODS.has(request.method ?? '')) return NO_BYTES;
  const read = await new Promise<ReadBody>(resolve => readBody(request, response, limitBytes, resolve));
  if (read === 'aborted') return null;
  if (read !== 'too-large') return joined(read);
  const remedy =
    limitBytes > BODY_LIMIT_BYTES ? '; to move a larger account, copy its files in the --data folder' : '';
  throw new ControlError('REQUEST_TOO_LARGE', `the body is larger than ${limitBytes} bytes${remedy}`, 'body');
}

const NO_BYTES = Buffer.alloc(0);

/** The value of a JSON body; undefined if there is none. @throws ControlError */
function parsedBody(bytes: Buffer, maxValues: number): unknown {
  if (bytes.length === 0) return undefined;
  const parsed = parseJson(bytes, maxValues);
  if ('problem' in parsed) throw invalid('body', parsed.problem);
  return parsed.value;
}

function checkRequest(operation: ContractOperation, parts: RequestParts, repeated: readonly string[]): void {
  if (repeated.length > 0)
    throw invalid(`query.${repeated[0]}`, `query.${repeated[0]} is given more than once; give it once`);
  const [unknown] = operation.unknown(parts);
  if (unknown) {
    const { path, name, known } = unknown;
    const kind = path.startsWith('query') ? 'a parameter' : 'a field';
    const near = didYouMean(name, known) || '; see /_sandbox/docs';
    throw invalid(path, `${path} is not ${kind} of ${operation.id}${near}`);
  }
  const [violation] = operation.check(parts);
  if (!violation) return;
  const { path, message, choice } = violation;
  throw invalid(path, message + (choice ? didYouMean(choice.given, choice.allowed) : ''));
}

/** What a call is about, and the API key that allows it; null for a call without an account, or without a key. */
type Access = { readonly [Part in keyof AccountAccess]: AccountAccess[Part] | null };

const NO_ACCOUNT: Access = { account: null, key: null };

/** Whether an API key is enough for a call about no account: the check of a scenario, and the assumptions for `me`. */
function takesKey(request: Request, { id }: ContractOperation, { core, options }: ControlParts): boolean {
  if (id === 'listAssumptions') return parseQuery(splitUrl(request.url)[1]).values.account === 'me';
  return id === 'checkScenario' && options.admin_token !== undefined && accountOfKey(request, core) !== null;
}

function authorize(request: Request, operation: ContractOperation, parts: ControlParts): Access {
  if (PROBES.has(operation.id)) return NO_ACCOUNT;
  if (takesKey(request, operation, parts)) return accountOf(request, 'me', parts);
  const name = request.params.account as string | undefined;
  const isNew = operation.id === NEW_ACCOUNT_CALL && name !== 'me';
  if (name !== undefined && !isNew) return accountOf(request, name, parts);
  checkOperator(request, parts);
  return NO_ACCOUNT;
}

/** While an account cannot be stored, nothing may change it. @throws ControlError STORAGE_FAILED */
function checkStorable(
  account: Account | null,
  { method, id }: ContractOperation,
  { core }: ControlParts,
): void {
  const trouble = account && method !== 'GET' && !REMEDIES.has(id) ? core.runner.trouble(account) : null;
  if (trouble && !(trouble instanceof AccountFailedError)) {
    throw new ControlError('STORAGE_FAILED', trouble.message);
  }
}

/**
 * Waits until the account of the call is stored, so that a crash cannot undo what the response reports. A call without
 * an account does not wait: trouble with one account must not affect it.
 */
async function waitUntilStored(account: Account | null, id: string, { core }: ControlParts): Promise<void> {
  // This call reports the trouble.
  if (!account || id === 'getAccount') return;
  try {
    await core.runner.settled(account);
  } catch (error) {
    throw new ControlError('STORAGE_FAILED', (error as Error).message);
  }
}

/** Executes an authorized call. @returns null if the client closed the connection before that @throws ControlError */
async function execute(
  access: Access,
  request: Request,
  response: Response,
  route: Route,
  parts: ControlParts,
): Promise<Executed | null> {
  const { account } = access;
  if (account) response.once('close', parts.core.idle.begin(account));
  const bytes = await bytesOf(request, response, route.bodyLimitBytes);
  if (!bytes) return null;
  const run = (): Promise<Executed | null> => executeBody(access, request, response, route, parts, bytes);
  if (!account || WAITING.has(route.operation.id)) return run();
  const isImport = route.bodyLimitBytes > BODY_LIMIT_BYTES;
  const runInTurn = isImport ? () => importsOf.run(account, () => imports.run(run)) : run;
  return access.key ? callsOf.run(account, runInTurn) : runInTurn();
}

/** What a call returned, before its response is written. */
interface Executed {
  readonly data: DataOf<CallId> | JsonPieces;
}

/** Executes a call whose body has arrived. */
async function executeBody(
  { account, key }: Access,
  request: Request,
  response: Response,
  { operation, handler, bodyLimitBytes }: Route,
  parts: ControlParts,
  bytes: Buffer,
): Promise<Executed | null> {
  if (response.destroyed) return null;
  const body = parsedBody(bytes, bodyLimitBytes > BODY_LIMIT_BYTES ? MAX_SNAPSHOT_VALUES : MAX_VALUES);
  // The account may have been deleted, or its key revoked, while the body arrived.
  if (authorize(request, operation, parts).account !== account) {
    throw new ControlError(
      'ACCOUNT_NOT_FOUND',
      'the account was deleted while the request arrived',
      'params.account',
    );
  }
  const { values, repeated } = parseQuery(splitUrl(request.url)[1]);
  const params = request.params as Record<string, string>;
  await operation.ready();
  checkRequest(operation, { params, query: values, body }, repeated);
  const call = {
    ...parts,
    account,
    key,
    path: params,
    query: operation.queryValues(values),
    body,
    baseUrl:
      publicUrlOption(parts.options) ??
      `${'encrypted' in request.socket ? 'https' : 'http'}://${request.headers.host}`,
    request,
    response,
  };
  checkStorable(account, operation, parts);
  const data = await handler(call as unknown as Call<CallId>);
  await waitUntilStored(account, operation.id, parts);
  return { data };
}

function controlErrorOf(error: unknown): ControlError {
  const known = error instanceof ControlError ? error : ofAccountError(error);
  if (known) return known;
  if (error instanceof URIError)
    return invalid('params', 'the path has a % that does not begin an escape sequence; write it as %25');
  const message = `internal error of the sandbox: ${error instanceof Error ? error.message : String(error)}`;
  return new ControlError('INTERNAL_ERROR', message);
}

/** Handles a call, and records how it ended before the response is sent. */
async function handleCall(
  request: Request,
  response: Response,
  route: Route,
  parts: ControlParts,
  guesses: TokenGuesses,
): Promise<void> {
  let access = NO_ACCOUNT;
  const { operation, status } = route;
  const { core } = parts;
  const record = (end: Pick<ControlCall, 'status' | 'error'>, created: string | null = null): void =>
    core.facts.called({
      operation: operation.id,
      request,
      account: access.account?.state.name ?? created,
      key: access.key?.name ?? null,
      ip: callerIp(request, core.defaults.settings.trusted_proxies),
      ...end,
    });
  let executed: Awaited<ReturnType<typeof execute>>;
  try {
    access = authorize(request, operation, parts);
    executed = await execute(access, request, response, route, parts);
  } catch (thrown) {
    const { status: refused, code: error } = controlErrorOf(thrown);
    record({ status: refused, error });
    if (error === 'ADMIN_TOKEN_REQUIRED') await guesses.delay(request, core);
    throw thrown;
  }
  if (!executed) return;
  const { data } = executed;
  record({ status, error: null }, CREATES.has(operation.id) ? (data as DataOf<'createAccount'>).name : null);
  if (response.headersSent || response.destroyed) return;
  if (data instanceof JsonPieces) await writePieces(response, data);
  else writeJson(response, status, { success: true, data });
}

const refuseMethod =
  (allow: string) =>
  (request: Request, response: Response): void =>
    writeError(
      response,
      new ControlError('METHOD_NOT_ALLOWED', `${request.method} is not allowed here; use ${allow}`),
      { Allow: allow },
    );

/** Responds to an error that a call threw. Express recognizes an error handler by its four parameters. */
export function handleError(
  error: unknown,
  _request: Request,
  response: Response,
  _next: NextFunction,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const shown = controlErrorOf(error);
  writeError(response, shown, shown.code === 'REQUEST_TOO_LARGE' ? { Connection: 'close' } : shown.headers);
}

export function controlRouter(contract: Contract, parts: ControlParts): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const guesses = new TokenGuesses(parts.clock);
  for (const operation of contract.operations) {
    const route = routeOf(operation);
    const verb = operation.method.toLowerCase() as 'get';
    router[verb](operation.pathPattern, (request: Request, response: Response) =>
      handleCall(request, response, route, parts, guesses),
    );
  }
  for (const [pattern, operations] of groupedBy(contract.operations, ({ pathPattern }) => pathPattern))
    router.all(pattern, refuseMethod(operations.map(({ method }) => method).join(', ')));
  router.use(request => {
    throw new ControlError(
      'CALL_NOT_FOUND',
      `the control API has no call at ${splitUrl(request.url)[0]}; see /_sandbox/docs`,
    );
  });
  return router;
}
