import { describe, expect, test } from 'vitest';
import { Account, openingState } from '../../src/engine/account.ts';
import type { ApiKey } from '../../src/engine/account-state.ts';
import { type Admission, admit, type Caller, chargeMore } from '../../src/engine/admission.ts';
import { epochOf } from '../../src/engine/event-epoch.ts';

const MINUTE_MS = 60_000;
const NOON_MS = Date.UTC(2026, 0, 1, 12);

const keyWith = (fields: Partial<ApiKey> = {}): ApiKey => ({
  id: 'key-1',
  name: 'shop',
  digest: '0'.repeat(64),
  hint: 'cdef',
  scopes: ['quote', 'balance'],
  ipAllow: [],
  ratePerMinute: 3,
  expiresAtMs: null,
  revoked: false,
  window: { startMs: 0, used: 0 },
  ...fields,
});

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

/** Has a key used at an instant, which both clocks show. */
const use = (key: ApiKey, nowMs = NOON_MS, caller: Partial<Caller> = {}): Admission =>
  admit(account, key, { ip: '127.0.0.1', scope: 'quote', cost: 1, nowMs, windowNowMs: nowMs, ...caller });

const useTimes = (key: ApiKey, times: number, nowMs = NOON_MS): Admission[] =>
  Array.from({ length: times }, () => use(key, nowMs));

describe('the limit of a minute', () => {
  test('lets in as many as it says, counts them down, and refuses the next', () => {
    const uses = useTimes(keyWith(), 5);
    expect(uses.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0]);
    expect(uses.map(({ refusal }) => refusal?.error ?? null)).toEqual([
      null,
      null,
      null,
      'RATE_LIMITED',
      'RATE_LIMITED',
    ]);
    expect(uses[3]!.refusal!.explain).toBe('key shop may make 3 requests a minute');
  });

  test.each([
    ['at its beginning a whole minute', 0, 60],
    ['in its midst what is left, rounded up', 30_001, 30],
    ['at its last instant a second', MINUTE_MS - 1, 1],
  ])('tells how long to wait: %s', (_when, sinceMs, seconds) => {
    const key = keyWith();
    useTimes(key, 3);
    expect(use(key, NOON_MS + sinceMs).retryAfterS).toBe(seconds);
  });

  test('tells nothing of waiting while it is kept', () => {
    expect(useTimes(keyWith(), 3).map(({ retryAfterS }) => retryAfterS)).toEqual([null, null, null]);
  });

  test('starts anew with every whole minute of the clock, whenever the first request came', () => {
    const key = keyWith();
    useTimes(key, 3, NOON_MS + 59_999);
    expect(use(key, NOON_MS + 59_999).refusal?.error).toBe('RATE_LIMITED');
    expect(use(key, NOON_MS + MINUTE_MS)).toMatchObject({ refusal: null, remaining: 2 });
    expect(key.window).toEqual({ startMs: NOON_MS + MINUTE_MS, used: 1 });
  });

  test('starts anew where its clock went back behind the window, as a clock of another kind may', () => {
    const key = keyWith();
    useTimes(key, 3);
    expect(use(key, NOON_MS - 1)).toMatchObject({ refusal: null, remaining: 2 });
    expect(key.window.startMs).toBe(NOON_MS - MINUTE_MS);
  });

  test('runs on the clock that it is given, not on that of expiry', () => {
    const key = keyWith();
    useTimes(key, 3);
    expect(use(key, NOON_MS + MINUTE_MS, { windowNowMs: NOON_MS }).refusal?.error).toBe('RATE_LIMITED');
  });

  test("is the account's where the key has none", () => {
    expect(use(keyWith({ ratePerMinute: null }))).toMatchObject({ limit: 100, remaining: 99 });
    expect(use(keyWith({ ratePerMinute: 7 }))).toMatchObject({ limit: 7, remaining: 6 });
  });

  test('is used up by a request that costs more than is left', () => {
    const key = keyWith();
    expect(use(key, NOON_MS, { cost: 4 })).toMatchObject({ remaining: 0 });
    expect(key.window.used).toBe(3);
  });

  test('leaves nothing, not less, where it was lowered below what was used', () => {
    const key = keyWith();
    useTimes(key, 3);
    key.ratePerMinute = 1;
    key.expiresAtMs = NOON_MS;
    expect(use(key).remaining).toBe(0);
  });

  test('counts what a bulk costs beyond its request', () => {
    const key = keyWith();
    use(key);
    expect(chargeMore(account, key, 2, NOON_MS)).toEqual({
      refusal: null,
      limit: 3,
      remaining: 0,
      retryAfterS: null,
    });
    expect(chargeMore(account, key, 1, NOON_MS)).toMatchObject({
      refusal: { error: 'RATE_LIMITED' },
      retryAfterS: 60,
    });
  });
});

describe('who may come in', () => {
  test('a key may be used until the instant of its expiry', () => {
    const key = keyWith({ expiresAtMs: NOON_MS });
    expect(use(key, NOON_MS - 1).refusal).toBeNull();
    const expired = use(key, NOON_MS);
    expect(expired.refusal?.error).toBe('TOKEN_EXPIRED');
    expect(expired.refusal!.explain).toBe('key shop expired at 2026-01-01T12:00:00.000Z');
    expect(use(key, NOON_MS + MINUTE_MS).refusal?.error).toBe('TOKEN_EXPIRED');
  });

  test('an expired key costs nothing, and tells of the window that is open now', () => {
    const key = keyWith({ expiresAtMs: NOON_MS });
    useTimes(key, 2, NOON_MS - 1);
    expect(use(key, NOON_MS)).toMatchObject({ remaining: 3, retryAfterS: null });
    expect(use(key, NOON_MS)).toMatchObject({ remaining: 3 });
  });

  test('a listed address may, another may not, and without a list all may', () => {
    const ipAllow = ['10.0.0.0/8', '::1'];
    expect(use(keyWith({ ipAllow }), NOON_MS, { ip: '10.1.2.3' }).refusal).toBeNull();
    const stranger = use(keyWith({ ipAllow }), NOON_MS, { ip: '11.1.2.3' }).refusal!;
    expect(stranger.error).toBe('IP_NOT_ALLOWED');
    expect(stranger.explain).toBe("11.1.2.3 is not in the key's list: 10.0.0.0/8, ::1");
    expect(use(keyWith(), NOON_MS, { ip: '11.1.2.3' }).refusal).toBeNull();
  });

  test('a request needs its scope, and one of no operation none', () => {
    const refusal = use(keyWith(), NOON_MS, { scope: 'orders:create' }).refusal!;
    expect(refusal.error).toBe('SCOPE_FORBIDDEN');
    expect(refusal.explain).toBe('key shop has no scope orders:create, only: quote, balance');
    expect(use(keyWith({ scopes: [] })).refusal!.explain).toBe('key shop has no scope quote, only: none');
    expect(use(keyWith({ scopes: [] }), NOON_MS, { scope: null }).refusal).toBeNull();
  });

  test('of several refusals expiry is told first, then the address, the limit, the scope', () => {
    const all = { expiresAtMs: NOON_MS, ipAllow: ['10.0.0.1'], scopes: [], ratePerMinute: 0 };
    const told = (fields: Partial<ApiKey>): string | undefined => use(keyWith(fields)).refusal?.error;
    expect(told(all)).toBe('TOKEN_EXPIRED');
    expect(told({ ...all, expiresAtMs: null })).toBe('IP_NOT_ALLOWED');
    expect(told({ ...all, expiresAtMs: null, ipAllow: [] })).toBe('RATE_LIMITED');
    expect(told({ ...all, expiresAtMs: null, ipAllow: [], ratePerMinute: 1 })).toBe('SCOPE_FORBIDDEN');
  });

  test('a refusal behind the key counts against its limit all the same', () => {
    const key = keyWith({ scopes: [], ipAllow: ['10.0.0.1'] });
    use(key);
    use(key, NOON_MS, { ip: '10.0.0.1' });
    expect(key.window.used).toBe(2);
  });
});
