import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../../domain/ip.ts';
import type { Account } from '../../engine/account.ts';
import type { Core } from '../../runtime/core.ts';
import { ControlError } from './control-errors.ts';

const DEFAULT_HOST = '127.0.0.1';

/** The name in a Host header, without its port. */
const hostName = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();

/**
 * True where a Host header can name this machine and nobody else's. A name from the public DNS can be made to point
 * here by the page that uses it; a loopback name, an address or a name without a period cannot.
 */
function isOwnHost(host: string, configured: string): boolean {
  const name = hostName(host);
  if (isLoopback(name) || name.endsWith('.localhost') || name === configured.toLowerCase()) return true;
  if (isLoopback(configured)) return false;
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || !name.includes('.');
}

/**
 * True where a browser says that a page of another origin wants this as a part of itself: a script, an image, a form.
 * Links lead here all the same. Such requests of a page may come without Origin.
 */
function isPartOfOtherPage({ method, headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== 'cross-site' && site !== 'same-site') return false;
  return headers['sec-fetch-mode'] !== 'navigate' || method !== 'GET';
}

/**
 * Keeps the pages of other sites out: they can neither use a name of theirs for this server, nor call it from afar.
 * @throws ControlError HOST_NOT_ALLOWED, ORIGIN_NOT_ALLOWED
 */
export function checkSender(request: IncomingMessage, configuredHost = DEFAULT_HOST): void {
  const { host = '', origin } = request.headers;
  if (!isOwnHost(host, configuredHost)) {
    throw new ControlError(
      'HOST_NOT_ALLOWED',
      `the Host header is ${JSON.stringify(host)}; call the server as localhost, 127.0.0.1 or the host that it was started with`,
      'header.host',
    );
  }
  if (isPartOfOtherPage(request)) {
    throw new ControlError(
      'ORIGIN_NOT_ALLOWED',
      "a page of another origin made this call; only the server's own pages may call it",
      'header.sec-fetch-site',
    );
  }
  if (origin === undefined) return;
  const isOwn = URL.canParse(origin) && new URL(origin).host === host.toLowerCase().replace(/:80$/, '');
  if (!isOwn) {
    throw new ControlError(
      'ORIGIN_NOT_ALLOWED',
      `a page of ${JSON.stringify(origin)} made this call; only the server's own pages may call it`,
      'header.origin',
    );
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const bearerOf = (request: IncomingMessage): string | null =>
  /^bearer +([^\s]+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

/** @throws ControlError ADMIN_TOKEN_REQUIRED where the server has an admin token and the request has another or none */
export function checkAdmin(request: IncomingMessage, adminToken: string | undefined): void {
  if (adminToken === undefined) return;
  const header = request.headers['x-admin-token'];
  const given = typeof header === 'string' ? header : bearerOf(request);
  if (given !== null && timingSafeEqual(digest(given), digest(adminToken))) return;
  throw new ControlError(
    'ADMIN_TOKEN_REQUIRED',
    given === null
      ? 'this server requires its admin token: send it as X-Admin-Token, or call …/accounts/me with an API key'
      : 'the admin token is not the one that the server was started with',
    'header.x-admin-token',
  );
}

/** The account of the request's API key. @throws ControlError API_KEY_REQUIRED */
export function accountOfKey(request: IncomingMessage, core: Core): Account {
  const text = bearerOf(request);
  const holder = text === null ? null : core.accounts.holderOf(text);
  if (holder && !holder.key.revoked) return holder.account;
  throw new ControlError(
    'API_KEY_REQUIRED',
    text === null
      ? 'the account name me needs an API key; send Authorization: Bearer <API_KEY>'
      : `no account has this API key${holder ? '; it was revoked' : ''}`,
    'header.authorization',
  );
}
