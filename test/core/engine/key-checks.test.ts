import { describe, expect, test } from 'vitest';
import { epochOf } from '../../../src/core/domain/seeded-values.ts';
import { Account, openingState } from '../../../src/core/engine/account.ts';
import type { ApiKey } from '../../../src/core/engine/account-state.ts';
import { chargeKey, type Rate, rateOf } from '../../../src/core/engine/key-checks.ts';
import { keyWith } from './requests.ts';

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
  test('starts again if its clock went back before the window, as when the clock is changed', () => {
    const key = keyWith();
    chargeTimes(key, 3);
    expect(charge(key, NOON_MS - 1)).toMatchObject({ isExceeded: false, remaining: 2 });
    expect(key.window.startMs).toBe(NOON_MS - MINUTE_MS);
  });

  test('has 0 requests remaining, not fewer, if it was lowered below what was used', () => {
    const key = keyWith();
    chargeTimes(key, 3);
    key.ratePerMinute = 1;
    expect(rateOf(account, key, NOON_MS).remaining).toBe(0);
    expect(charge(key).remaining).toBe(0);
  });
});
