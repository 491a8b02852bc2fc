import { type Refusal, refuse } from '../domain/error-codes.ts';
import { ipMatches } from '../domain/ip.ts';
import { MAX_BULK_ITEMS, type Scope } from '../domain/operations.ts';
import type { Account } from './account.ts';
import type { ApiKey } from './account-state.ts';

const WINDOW_MS = 60_000;

/** The state of a key's rate limit (specification: Authentication, rule 5). */
export interface Rate {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends; null while the limit is not exceeded. */
  readonly retryAfterS: number | null;
  readonly isExceeded: boolean;
}

export const unusedRate = (limit: number): Rate => ({
  limit,
  remaining: limit,
  retryAfterS: null,
  isExceeded: false,
});

function openWindow({ window }: ApiKey, nowMs: number): void {
  if (nowMs < window.startMs + WINDOW_MS && nowMs >= window.startMs) return;
  window.startMs = nowMs - (nowMs % WINDOW_MS);
  window.used = 0;
}

const limitOf = (account: Account, key: ApiKey): number =>
  key.ratePerMinute ?? account.state.settings.rate_limit_per_minute;

function rateNow(key: ApiKey, limit: number, isExceeded: boolean, nowMs: number): Rate {
  const endsInMs = key.window.startMs + WINDOW_MS - nowMs;
  return {
    limit,
    remaining: isExceeded ? 0 : Math.max(0, limit - key.window.used),
    retryAfterS: isExceeded ? Math.max(1, Math.ceil(endsInMs / 1_000)) : null,
    isExceeded,
  };
}

/** The state of a key's rate limit, without counting a request. `nowMs` is on the clock of the rate windows. */
export function rateOf(account: Account, key: ApiKey, nowMs: number): Rate {
  openWindow(key, nowMs);
  return rateNow(key, limitOf(account, key), false, nowMs);
}

/** Counts a request against the rate limit of its key. `nowMs` is on the clock of the rate windows. */
export function chargeKey(account: Account, key: ApiKey, cost: number, nowMs: number): Rate {
  openWindow(key, nowMs);
  const limit = limitOf(account, key);
  const { window } = key;
  const isExceeded = window.used + cost > limit;
  window.used = isExceeded ? limit : window.used + cost;
  return rateNow(key, limit, isExceeded, nowMs);
}

/** True if a key has expired. `nowMs` is on the account's clock. */
export const isExpired = ({ expiresAtMs }: ApiKey, nowMs: number): boolean =>
  expiresAtMs !== null && nowMs >= expiresAtMs;

export function refuseIp(key: ApiKey, ip: string): Refusal | null {
  if (key.ipAllow.length === 0 || ipMatches(ip, key.ipAllow)) return null;
  return refuse(
    'IP_NOT_ALLOWED',
    `${ip} is not in the allow list of key ${key.name}: ${key.ipAllow.join(', ')}`,
  );
}

/**
 * RATE_LIMITED if the request exceeded the rate limit of its key.
 * @param items the number of items of a bulk request if each of them counts, otherwise null
 */
export function refuseRate(
  key: ApiKey,
  { isExceeded, limit }: Rate,
  items: number | null = null,
): Refusal | null {
  if (!isExceeded) return null;
  const explain = `key ${key.name} is limited to ${limit} requests per minute`;
  return refuse('RATE_LIMITED', items === null ? explain : `${explain}; ${explainItems(items, limit)}`);
}

function explainItems(items: number, limit: number): string {
  const counted = `bulk_rate_cost is item, so this bulk request counts as ${items}`;
  if (items <= limit) return counted;
  return `${counted}, and waiting alone does not help; after Retry-After, send at most ${Math.min(limit, MAX_BULK_ITEMS)} of its orders per bulk request`;
}

export function refuseScope(key: ApiKey, scope: Scope): Refusal | null {
  if (key.scopes.includes(scope)) return null;
  const granted = key.scopes.join(', ') || 'none';
  return refuse(
    'SCOPE_FORBIDDEN',
    `key ${key.name} does not have the scope ${scope}; its scopes: ${granted}`,
  );
}
