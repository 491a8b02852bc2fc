import type { IncomingMessage } from 'node:http';
import { DEFAULT_SETTINGS } from '../domain/assumptions.ts';
import { type Refusal, refuse } from '../domain/errors.ts';
import { ipMatches, plainIp } from '../domain/ip.ts';
import type { Account } from '../engine/account.ts';
import type { ApiKey } from '../engine/account-state.ts';
import { type Admission, admit, chargeMore } from '../engine/admission.ts';
import { withCause } from '../engine/provenance.ts';
import type { Accounts, KeyHolder } from '../runtime/accounts.ts';
import { type Answer, failed, type RateHeaders, refused } from './answer.ts';
import { splitUrl } from './query.ts';
import type { Found } from './routes.ts';

/** Who is at the door, and whether the request may come in. */
export interface Gate {
  readonly account: Account | null;
  readonly key: ApiKey | null;
  readonly rate: RateHeaders;
  readonly ip: string;
  /** Why it may not come in; null where it may. */
  readonly refusal: Answer | null;
}

/** The two readings of time that admission needs. */
export interface GateTimes {
  nowMs(account: Account): number;
  hostMs(): number;
}

const BEARER = /^bearer +([^\s]+) *$/i;

/** The caller's address: the socket's, or what a trusted proxy says of it. */
export function callerIp(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const socketIp = plainIp(request.socket.remoteAddress ?? '');
  if (trustedProxies.length === 0 || !ipMatches(socketIp, trustedProxies)) return socketIp;
  const hops = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(hop => hop.trim())
    .filter(Boolean);
  return hops.findLast(hop => !ipMatches(hop, trustedProxies)) ?? socketIp;
}

/** The answer to a request that leads to no operation, or null. */
function misdirected(request: IncomingMessage, found: Found, redirects: boolean): Answer | null {
  const url = request.url ?? '';
  const [path, query] = splitUrl(url);
  switch (found.kind) {
    case 'operation':
      return null;
    case 'other-method':
      return failed('METHOD_NOT_ALLOWED', `${request.method} is not allowed here, only ${found.allow}`, {
        headers: { Allow: found.allow },
      });
    case 'missing-slash': {
      const explain = `the path lacks its trailing slash: ${path}/`;
      const location = `${path}/${url.includes('?') ? `?${query}` : ''}`;
      return redirects
        ? { status: 308, body: '', headers: { Location: location }, explain }
        : failed('NOT_FOUND', explain);
    }
    case 'nowhere':
      return failed('NOT_FOUND', `there is no path ${path}; every path begins with /api/v1/`);
  }
}

/** The refusal of a key that was revoked. */
const revoked = ({ account, key }: KeyHolder): Refusal =>
  withCause(account.state, refuse('UNAUTHORIZED', 'the key was revoked'), key.id);

/** Why a request without a usable key has none. */
function explainNoKey(header: string | undefined): string {
  if (header === undefined)
    return 'the Authorization header is missing; send: Authorization: Bearer <API_KEY>';
  if (!/^bearer\b/i.test(header)) return 'the Authorization header has another scheme than Bearer';
  return BEARER.test(header)
    ? 'no account has this API key'
    : 'the Authorization header has no key after Bearer';
}

const windowNowMs = (account: Account, times: GateTimes): number =>
  account.state.settings.rate_limit_clock === 'real' ? times.hostMs() : times.nowMs(account);

/** Charges a bulk for its items beyond the first, where the account counts items; null where it does not. */
export function chargeItems(
  account: Account,
  key: ApiKey,
  body: unknown,
  times: GateTimes,
): Admission | null {
  const orders = (body as { orders?: unknown } | null | undefined)?.orders;
  if (account.state.settings.bulk_rate_cost !== 'item' || !Array.isArray(orders)) return null;
  return chargeMore(account, key, Math.max(0, orders.length - 1), windowNowMs(account, times));
}

/**
 * Asks for path, method, key, IP, limit and scope, in this order (specification: Authentication, Errors). A valid key
 * is charged for whatever it is used for, and its limit is told on every answer; without one, that of a fresh bucket.
 */
export function checkGate(
  request: IncomingMessage,
  found: Found,
  accounts: Accounts,
  times: GateTimes,
): Gate {
  const header = request.headers.authorization;
  const token = header === undefined ? null : BEARER.exec(header);
  const holder = token ? accounts.holderOf(token[1]!) : null;
  if (!holder || holder.key.revoked) {
    const limit = DEFAULT_SETTINGS.rate_limit_per_minute;
    const refusal =
      misdirected(request, found, false) ??
      (holder ? refused(revoked(holder)) : failed('UNAUTHORIZED', explainNoKey(header)));
    const rate = { limit, remaining: limit, retryAfterS: null };
    return { account: null, key: null, rate, ip: callerIp(request, []), refusal };
  }
  const { account, key } = holder;
  const { settings } = account.state;
  const ip = callerIp(request, settings.trusted_proxies);
  const nowMs = times.nowMs(account);
  const admission = admit(account, key, {
    ip,
    scope: found.kind === 'operation' ? found.route.scope : null,
    cost: 1,
    nowMs,
    windowNowMs: windowNowMs(account, times),
  });
  const lost = misdirected(request, found, settings.trailing_slash === 'redirect');
  return {
    account,
    key,
    rate: admission,
    ip,
    refusal: lost ?? (admission.refusal && refused(withCause(account.state, admission.refusal, key.id))),
  };
}
