import { type Refusal, refuse } from '../domain/errors.ts';
import { ipMatches } from '../domain/ip.ts';
import type { Scope } from '../domain/operations.ts';
import type { Account } from './account.ts';
import type { ApiKey } from './account-state.ts';

const WINDOW_MS = 60_000;

/** Where a key's per-minute limit stands (specification: Authentication, rule 5). */
export interface Rate {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends; null while the limit is not exceeded. */
  readonly retryAfterS: number | null;
  /** True where the request that was counted went beyond the limit. */
  readonly isExceeded: boolean;
}

/** Begins the key's next window where the last one has ended. */
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

/** Where a key's limit stands, without counting anything. `nowMs`: the clock that the rate windows run on. */
export function rateOf(account: Account, key: ApiKey, nowMs: number): Rate {
  openWindow(key, nowMs);
  return rateNow(key, limitOf(account, key), false, nowMs);
}

/** Counts a request against its key's limit. `nowMs`: the clock that the rate windows run on. */
export function chargeKey(account: Account, key: ApiKey, cost: number, nowMs: number): Rate {
  openWindow(key, nowMs);
  const limit = limitOf(account, key);
  const { window } = key;
  const isExceeded = window.used + cost > limit;
  window.used = isExceeded ? limit : window.used + cost;
  return rateNow(key, limit, isExceeded, nowMs);
}

/** IP_NOT_ALLOWED where the caller's address is not in the key's list. */
export function refuseIp(key: ApiKey, ip: string): Refusal | null {
  if (key.ipAllow.length === 0 || ipMatches(ip, key.ipAllow)) return null;
  return refuse('IP_NOT_ALLOWED', `${ip} is not in the key's list: ${key.ipAllow.join(', ')}`);
}

/** RATE_LIMITED where the request went beyond its key's limit. */
export const refuseRate = (key: ApiKey, { isExceeded, limit }: Rate): Refusal | null =>
  isExceeded ? refuse('RATE_LIMITED', `key ${key.name} may make ${limit} requests a minute`) : null;

/** SCOPE_FORBIDDEN where the key lacks the scope of an operation. */
export function refuseScope(key: ApiKey, scope: Scope): Refusal | null {
  if (key.scopes.includes(scope)) return null;
  const granted = key.scopes.join(', ') || 'none';
  return refuse('SCOPE_FORBIDDEN', `key ${key.name} has no scope ${scope}, only: ${granted}`);
}
