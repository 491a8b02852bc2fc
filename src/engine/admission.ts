import { type Refusal, refuse } from '../domain/errors.ts';
import { ipMatches } from '../domain/ip.ts';
import type { Scope } from '../domain/operations.ts';
import { isoTime } from '../domain/time.ts';
import type { Account } from './account.ts';
import type { ApiKey } from './account-state.ts';

const WINDOW_MS = 60_000;

/** Whether a request may come in, and where its key's per-minute limit stands (specification: Authentication). */
export interface Admission {
  readonly refusal: Refusal | null;
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window ends; at a 429 only. */
  readonly retryAfterS: number | null;
}

export interface Caller {
  readonly ip: string;
  /** Null where the request fits no operation, so that no scope is asked for. */
  readonly scope: Scope | null;
  /** How much the request counts against the limit. */
  readonly cost: number;
  /** The account's clock, and what the rate window runs on. */
  readonly nowMs: number;
  readonly windowNowMs: number;
}

/** Moves the key's window on, where it has ended. */
function openWindow({ window }: ApiKey, nowMs: number): void {
  if (nowMs < window.startMs + WINDOW_MS && nowMs >= window.startMs) return;
  window.startMs = nowMs - (nowMs % WINDOW_MS);
  window.used = 0;
}

/** Counts a request against the key's limit; false where it goes beyond. */
function charge(key: ApiKey, limit: number, cost: number, nowMs: number): boolean {
  openWindow(key, nowMs);
  const { window } = key;
  const allowed = window.used + cost <= limit;
  window.used = allowed ? window.used + cost : limit;
  return allowed;
}

const limitOf = (account: Account, key: ApiKey): number =>
  key.ratePerMinute ?? account.state.settings.rate_limit_per_minute;

const overLimit = (key: ApiKey, limit: number): Refusal =>
  refuse('RATE_LIMITED', `key ${key.name} may make ${limit} requests a minute`);

function refusalOf(key: ApiKey, caller: Caller, allowed: boolean, limit: number): Refusal | null {
  if (key.ipAllow.length > 0 && !ipMatches(caller.ip, key.ipAllow)) {
    return refuse('IP_NOT_ALLOWED', `${caller.ip} is not in the key's list: ${key.ipAllow.join(', ')}`);
  }
  if (!allowed) return overLimit(key, limit);
  if (caller.scope && !key.scopes.includes(caller.scope)) {
    return refuse(
      'SCOPE_FORBIDDEN',
      `key ${key.name} has no scope ${caller.scope}, only: ${key.scopes.join(', ') || 'none'}`,
    );
  }
  return null;
}

/**
 * Asks whether a key may be used now, in the order of the specification's checks: expiry 401, IP 403, limit 429,
 * scope 403. Whatever gets past the key counts against its limit.
 */
export function admit(account: Account, key: ApiKey, caller: Caller): Admission {
  const limit = limitOf(account, key);
  if (key.expiresAtMs !== null && caller.nowMs >= key.expiresAtMs) {
    openWindow(key, caller.windowNowMs);
    const expired = refuse('TOKEN_EXPIRED', `key ${key.name} expired at ${isoTime(key.expiresAtMs)}`);
    return admissionOf(key, limit, expired, caller.windowNowMs);
  }
  const allowed = charge(key, limit, caller.cost, caller.windowNowMs);
  return admissionOf(key, limit, refusalOf(key, caller, allowed, limit), caller.windowNowMs);
}

function admissionOf(key: ApiKey, limit: number, refusal: Refusal | null, windowNowMs: number): Admission {
  const isLimited = refusal?.error === 'RATE_LIMITED';
  const endsInMs = key.window.startMs + WINDOW_MS - windowNowMs;
  return {
    refusal,
    limit,
    remaining: isLimited ? 0 : Math.max(0, limit - key.window.used),
    retryAfterS: isLimited ? Math.max(1, Math.ceil(endsInMs / 1_000)) : null,
  };
}

/** Counts a request that was let in for more than it was, as a bulk is where each of its items counts. */
export function chargeMore(account: Account, key: ApiKey, cost: number, windowNowMs: number): Admission {
  const limit = limitOf(account, key);
  const refusal = charge(key, limit, cost, windowNowMs) ? null : overLimit(key, limit);
  return admissionOf(key, limit, refusal, windowNowMs);
}
