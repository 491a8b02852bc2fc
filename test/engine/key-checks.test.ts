import { describe, expect, test } from 'vitest';
import { Account, openingState } from '../../src/engine/account.ts';
import type { ApiKey } from '../../src/engine/account-state.ts';
import { epochOf } from '../../src/engine/event-id-epoch.ts';
import {
  chargeKey,
  type Rate,
  rateOf,
  refuseIp,
  refuseRate,
  refuseScope,
} from '../../src/engine/key-checks.ts';
import { keyWith } from './keys.ts';

const MINUTE_MS = 60_000;
const NOON_MS = Date.UTC(2026, 0, 1, 12);

function accountWith(ratePerMinute: number): Account {
  return new Account({
    data: openingState({
      name: 'a',
      seed: 's',
      epoch: epochOf('s'),
      balanceSun: 0,
      settings: { rate_limit_per_minute: ratePerMinute },
      clock: { mode: 'manual', speed: 0, hostMs: 0, virtualMs: NOON_MS },
      webhook: { url: null, secret: 'whsec' },
    }),
  });
}

const account = accountWith(100);

const charge = (key: ApiKey, nowMs = NOON_MS, cost = 1): Rate => chargeKey(account, key, cost, nowMs);

const chargeTimes = (key: ApiKey, times: number, nowMs = NOON_MS): Rate[] =>
  Array.from({ length: times }, () => charge(key, nowMs));

describe('the rate limit', () => {
  test('accepts as many requests as it allows, counts them down, and refuses the next', () => {
    const key = keyWith();
    const rates = chargeTimes(key, 5);
    expect(rates.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
    expect(rates.map(rate => refuseRate(key, rate)?.error ?? null)).toEqual([
      null,
      null,
      null,
      'RATE_LIMITED',
      'RATE_LIMITED',
    ]);
    expect(refuseRate(key, rates[3]!)!.explain).toBe('key shop is limited to 3 requests per minute');
  });

  test.each([
    ['at the beginning of a window, a whole minute', 0, 60],
    ['inside a window, the rest of it, rounded up', 30_001, 30],
    ['in the last millisecond of a window, one second', MINUTE_MS - 1, 1],
  ])('says how long to wait: %s', (_when, sinceMs, seconds) => {
    const key = keyWith();
    chargeTimes(key, 3);
    expect(charge(key, NOON_MS + sinceMs).retryAfterS).toBe(seconds);
  });

  test('has no waiting time while it is not exceeded', () => {
    expect(chargeTimes(keyWith(), 3).map(({ retryAfterS }) => retryAfterS)).toEqual([null, null, null]);
  });

  test('starts again with every whole minute of the clock, whenever the first request was', () => {
    const key = keyWith();
    chargeTimes(key, 3, NOON_MS + 59_999);
    expect(charge(key, NOON_MS + 59_999).isExceeded).toBe(true);
    expect(charge(key, NOON_MS + MINUTE_MS)).toMatchObject({ isExceeded: false, remaining: 2 });
    expect(key.window).toEqual({ startMs: NOON_MS + MINUTE_MS, used: 1 });
  });

  test('starts again if its clock went back before the window, as when the clock is changed', () => {
    const key = keyWith();
    chargeTimes(key, 3);
    expect(charge(key, NOON_MS - 1)).toMatchObject({ isExceeded: false, remaining: 2 });
    expect(key.window.startMs).toBe(NOON_MS - MINUTE_MS);
  });

  test("is the account's if the key has none of its own", () => {
    expect(charge(keyWith({ ratePerMinute: null }))).toMatchObject({ limit: 100, remaining: 99 });
    expect(charge(keyWith({ ratePerMinute: 7 }))).toMatchObject({ limit: 7, remaining: 6 });
  });

  test('is used up by a request that costs more than is left', () => {
    const key = keyWith();
    expect(charge(key, NOON_MS, 4)).toMatchObject({ remaining: 0, isExceeded: true });
    expect(key.window.used).toBe(3);
  });

  test('has 0 requests remaining, not fewer, if it was lowered below what was used', () => {
    const key = keyWith();
    chargeTimes(key, 3);
    key.ratePerMinute = 1;
    expect(rateOf(account, key, NOON_MS).remaining).toBe(0);
    expect(charge(key).remaining).toBe(0);
  });

  test('counts the full cost of a bulk request', () => {
    const key = keyWith();
    charge(key);
    expect(charge(key, NOON_MS, 2)).toEqual({ limit: 3, remaining: 0, retryAfterS: null, isExceeded: false });
    expect(charge(key)).toEqual({ limit: 3, remaining: 0, retryAfterS: 60, isExceeded: true });
  });

  test('can be read without a charge, and shows the current window', () => {
    const key = keyWith();
    chargeTimes(key, 3, NOON_MS - 1);
    const untouched = { limit: 3, remaining: 3, retryAfterS: null, isExceeded: false };
    expect(rateOf(account, key, NOON_MS - 1)).toEqual({ ...untouched, remaining: 0 });
    expect([rateOf(account, key, NOON_MS), rateOf(account, key, NOON_MS)]).toEqual([untouched, untouched]);
  });
});

describe('the permissions of a key', () => {
  test('a listed address is accepted, another is refused, and without a list every address is accepted', () => {
    const ipAllow = ['10.0.0.0/8', '::1'];
    expect(refuseIp(keyWith({ ipAllow }), '10.1.2.3')).toBeNull();
    expect(refuseIp(keyWith({ ipAllow }), '11.1.2.3')).toEqual({
      error: 'IP_NOT_ALLOWED',
      explain: '11.1.2.3 is not in the allow list of key shop: 10.0.0.0/8, ::1',
    });
    expect(refuseIp(keyWith(), '11.1.2.3')).toBeNull();
  });

  test('an operation needs its scope', () => {
    expect(refuseScope(keyWith(), 'quote')).toBeNull();
    expect(refuseScope(keyWith(), 'orders:create')).toEqual({
      error: 'SCOPE_FORBIDDEN',
      explain: 'key shop does not have the scope orders:create; its scopes: quote, balance',
    });
    expect(refuseScope(keyWith({ scopes: [] }), 'quote')!.explain).toBe(
      'key shop does not have the scope quote; its scopes: none',
    );
  });
});
