import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { namesServer } from '../../core/domain/ip.ts';
import { isoTime } from '../../core/domain/time.ts';
import type { Account } from '../../core/engine/account.ts';
import type { ApiKey } from '../../core/engine/account-state.ts';
import { isExpired, refuseIp } from '../../core/engine/key-checks.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { digestOf, type KeyHolder } from '../../host/account-registry.ts';
import { type HostClock, pause } from '../../host/node/host-clock.ts';
import type { SandboxCore } from '../../host/sandbox-core.ts';
import { bearerTokenOf, callerIp, connectionOf } from '../connection.ts';
import { DEFAULT_HOST, DEMO_ACCOUNT, DEMO_API_KEY, type SandboxOptions } from '../sandbox-options.ts';
import type { ServerParts } from '../server-parts.ts';
import { ControlError } from './control-error.ts';

/**
 * True if the browser reports that a page of another origin made this request, and that it did not follow a link. Such
 * requests may lack an Origin header.
 */
function isFromOtherOrigin({ method, headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== 'cross-site' && site !== 'same-site') return false;
  return headers['sec-fetch-mode'] !== 'navigate' || method !== 'GET';
}

/**
 * Refuses requests from pages of other sites, by DNS rebinding or across origins.
 * @throws ControlError HOST_NOT_ALLOWED, ORIGIN_NOT_ALLOWED
 */
export function checkOrigin(request: IncomingMessage, options: SandboxOptions): void {
  const publicUrl = options.public_url === undefined ? null : new URL(options.public_url);
  const { host = '', origin } = request.headers;
  const { host: listensOn = DEFAULT_HOST, tls_names: tlsNames = [] } = options;
  if (!namesServer(host, listensOn, publicUrl ? [publicUrl.hostname, ...tlsNames] : tlsNames)) {
    throw new ControlError(
      'HOST_NOT_ALLOWED',
      `the Host header is ${JSON.stringify(host)}; call the server as localhost, 127.0.0.1 or the host that it was started with; behind a proxy, start it with --public-url`,
      'header.host',
    );
  }
  if (isFromOtherOrigin(request)) {
    throw new ControlError(
      'ORIGIN_NOT_ALLOWED',
      "a page of another origin made this call; only the server's own pages may call it",
      'header.sec-fetch-site',
    );
  }
  if (origin === undefined || origin === publicUrl?.origin) return;
  const isOwn = URL.canParse(origin) && new URL(origin).host === host.toLowerCase().replace(/:80$/, '');
  if (!isOwn) {
    throw new ControlError(
      'ORIGIN_NOT_ALLOWED',
      `a page of ${JSON.stringify(origin)} made this call; only the server's own pages may call it`,
      'header.origin',
    );
  }
}

/**
 * The request's API key and its account. The key must be valid for the service API now, whatever its scopes: not revoked,
 * not expired, and used from an address that it allows.
 * @throws ControlError API_KEY_REQUIRED, IP_NOT_ALLOWED
 */
export function holderOfKey(request: IncomingMessage, core: SandboxCore): KeyHolder {
  const digest = connectionOf(request.socket).digestOfKey(request.headers.authorization);
  if (digest === null) {
    throw keyRequired('the account name me needs an API key; send Authorization: Bearer <API_KEY>');
  }
  const holder = core.accounts.holderOf(digest);
  if (!holder) throw keyRequired('no account has this API key');
  const { account, key } = holder;
  if (key.revoked) throw keyRequired(`the key ${key.name} was revoked; ${ANOTHER_WAY}`);
  if (isExpired(key, core.runner.nowMs(account))) {
    const expiredAt = isoTime(key.expiresAtMs!);
    throw keyRequired(`the key ${key.name} expired at ${expiredAt} on the account's clock; ${ANOTHER_WAY}`);
  }
  const refusal = refuseIp(key, callerIp(request, account.state.settings.trusted_proxies));
  if (refusal) throw new ControlError('IP_NOT_ALLOWED', `${refusal.explain}; ${ANOTHER_WAY}`);
  return holder;
}

const ANOTHER_WAY = 'use another key of the account, or call the account by its name';

const keyRequired = (message: string): ControlError =>
  new ControlError('API_KEY_REQUIRED', message, 'header.authorization');

/** The account that a call names, and the API key that allows the call; null with the admin token, or without one. */
export interface AccountAccess {
  readonly account: Account;
  readonly key: ApiKey | null;
}

/** The owner of the connections on which calls with the admin token arrive; without a token, all calls. */
const OPERATOR = {};

type AccessParts = Pick<ServerParts, 'core' | 'options'>;

/** Allows what only the operator may do. @throws ControlError as checkAdminToken */
export function checkOperator(request: IncomingMessage, parts: AccessParts): void {
  checkAdminToken(request, parts);
  connectionOf(request.socket).belongTo(OPERATOR);
}

/** The account whose API key a request sends where the admin token could be, valid or not; null if there is none. */
export function accountOfKey({ socket, headers }: IncomingMessage, core: SandboxCore): Account | null {
  if (headers['x-admin-token'] !== undefined) return null;
  const digest = connectionOf(socket).digestOfKey(headers.authorization);
  return (digest !== null && core.accounts.holderOf(digest)?.account) || null;
}

/**
 * The account with the name that is part of a path, or `me`.
 * @throws ControlError
 */
export function accountOf(request: IncomingMessage, name: string, parts: AccessParts): AccountAccess {
  if (name === 'me') {
    const holder = holderOfKey(request, parts.core);
    connectionOf(request.socket).belongTo(holder.account);
    return holder;
  }
  checkOperator(request, parts);
  return { account: accountNamed(parts.core, name, 'params.account'), key: null };
}

/** @throws ControlError ACCOUNT_NOT_FOUND with the nearest name */
export function accountNamed(core: SandboxCore, name: string, path: string): Account {
  const account = core.accounts.get(name);
  if (account) return account;
  const names = core.accounts.list().map(one => one.state.name);
  const near = didYouMean(name, names) || '; GET /_sandbox/accounts lists all accounts';
  throw new ControlError('ACCOUNT_NOT_FOUND', `there is no account ${JSON.stringify(name)}${near}`, path);
}

/**
 * The key of the account that every sandbox starts with, as printed at startup. Null if the account no longer has it,
 * and on a server with an admin token, where only the operator knows the keys.
 */
export function printableKey(
  { accounts }: SandboxCore,
  { api_key: apiKey = DEMO_API_KEY, admin_token: adminToken }: SandboxOptions,
): string | null {
  if (adminToken !== undefined) return null;
  const holder = accounts.holderOf(digestOf(apiKey));
  return holder?.account === accounts.get(DEMO_ACCOUNT) && !holder?.key.revoked ? apiKey : null;
}

function adminTokenOf({ headers }: IncomingMessage): string | null {
  const header = headers['x-admin-token'];
  return typeof header === 'string' ? header : bearerTokenOf(headers.authorization);
}

/** @throws ControlError ADMIN_TOKEN_REQUIRED if the server has an admin token and the request does not carry it */
function checkAdminToken(request: IncomingMessage, { core, options }: AccessParts): void {
  const adminToken = options.admin_token;
  if (adminToken === undefined) return;
  const given = adminTokenOf(request);
  if (given !== null && timingSafeEqual(Buffer.from(digestOf(given)), Buffer.from(digestOf(adminToken))))
    return;
  const own = accountOfKey(request, core);
  const message = own
    ? `the API key opens only its own account, ${own.state.name}, as …/accounts/me; all else requires the admin token of this server: send it as X-Admin-Token`
    : given === null
      ? 'this server requires its admin token: send it as X-Admin-Token, or call …/accounts/me with an API key'
      : 'the admin token is not the one that the server was started with';
  throw new ControlError('ADMIN_TOKEN_REQUIRED', message, 'header.x-admin-token');
}

const FIRST_DELAY_MS = 100;
const MAX_DELAY_MS = 2_000;
/** After this time without a wrong token, the delays of an address begin again. */
const FORGET_AFTER_MS = 60_000;
const MAX_ADDRESSES = 1_000;

/** The wrong admin tokens that each address of a caller has sent. */
export class TokenGuesses {
  readonly #clock: HostClock;
  /** In the order of the latest guess. */
  readonly #guesses = new Map<string, { readonly count: number; readonly lastMs: number }>();

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** Delays the response to a wrong token, by 100 ms at first and up to 2 s. No token, or an API key, is no guess. */
  async delay(request: IncomingMessage, core: SandboxCore): Promise<void> {
    if (adminTokenOf(request) !== null && !accountOfKey(request, core))
      await pause(this.#clock, this.#nextDelayMs(connectionOf(request.socket).ip));
  }

  #nextDelayMs(address: string): number {
    const nowMs = this.#clock.monotonicMs();
    const before = this.#guesses.get(address);
    const count = before && nowMs - before.lastMs < FORGET_AFTER_MS ? before.count + 1 : 1;
    this.#guesses.delete(address);
    this.#guesses.set(address, { count, lastMs: nowMs });
    if (this.#guesses.size > MAX_ADDRESSES) this.#guesses.delete(this.#guesses.keys().next().value!);
    return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(count - 1, 10));
  }
}
