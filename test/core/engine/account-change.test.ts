import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/core/domain/assumptions.ts';
import { type ErrorCode, refuse } from '../../../src/core/domain/error-codes.ts';
import { noteChange, withCause } from '../../../src/core/engine/account-change.ts';
import type { ApiKey } from '../../../src/core/engine/account-state.ts';
import type { AccountChange, Scenario } from '../../../src/core/scenario/scenario-schema.ts';
import { addressNumber, RECIPIENT } from '../../support/addresses.ts';
import { scenario } from './inline.ts';
import { serviceRequest } from './requests.ts';
import { begin, world } from './stage.ts';

beforeEach(() => begin());

const change = (fields: AccountChange) => world.execute('change', fields);

describe('a change', () => {
  test('does not affect anything that it does not name', () => {
    const before = world.json();
    change({});
    expect(world.json()).toBe(before);
    expect(world.account.state.settings.packages).toBe(DEFAULT_SETTINGS.packages);
  });

  test('of the balance adds a ledger entry for the difference, if there is one', () => {
    change({ balance_trx: 0.000001 });
    change({ balance_trx: 0.000001 });
    const { ledger, balanceSun } = world.account.state;
    expect(balanceSun).toBe(1);
    expect(ledger.slice(1).map(row => [row.kind, row.amountSun])).toEqual([['adjustment', -39_999_999]]);
  });

  test('of the discount, rate limit and assumptions changes the settings', () => {
    change({
      discount_percent: 12.5,
      rate_limit_per_minute: 7,
      assumptions: { custom_energy_enabled: false },
    });
    expect(world.account.state.settings).toEqual({
      ...DEFAULT_SETTINGS,
      first_order_id: 1,
      discount_percent: 12.5,
      rate_limit_per_minute: 7,
      custom_energy_enabled: false,
    });
  });

  test('that deactivates packages leaves them in the catalogue', () => {
    change({ inactive_packages: [2, 3] });
    expect(world.account.state.settings.packages.map(one => one.active)).toEqual([
      true,
      false,
      false,
      true,
      true,
    ]);
  });

  test('of inactive addresses replaces the earlier ones', () => {
    change({ inactive_addresses: [RECIPIENT] });
    expect(world.account.isActive(RECIPIENT)).toBe(false);
    change({ inactive_addresses: [addressNumber(9)] });
    expect([RECIPIENT, addressNumber(9)].map(one => world.account.isActive(one))).toEqual([true, false]);
  });

  test('of the key applies to all keys if it does not come from a request', () => {
    world.addKey();
    change({ key: { expired: true, scopes: ['balance'], ip_allow: ['10.0.0.1'] } });
    const { keys, nowMs } = world.account.state;
    expect(keys.map(key => [key.expiresAtMs, key.scopes, key.ipAllow, key.revoked])).toEqual([
      [nowMs, ['balance'], ['10.0.0.1'], false],
      [nowMs, ['balance'], ['10.0.0.1'], false],
    ]);
    change({ key: { revoked: true } });
    expect(keys.map(key => key.revoked)).toEqual([true, true]);
  });

  test('without a key change does not affect the keys', () => {
    const before = JSON.stringify(world.account.state.keys);
    change({ balance_trx: 0.000003, key: {} });
    expect(JSON.stringify(world.account.state.keys)).toBe(before);
  });
});

describe('scenarios that are activated on an account', () => {
  const put = (...scenarios: Scenario[]) => world.execute('setScenarios', { scenarios });
  const counting = (name: string) =>
    scenario(
      { given: { balance_trx: 9 }, requests: [{ match: { nth: 1 }, reply: { error: 'NOT_FOUND' } }] },
      name,
    );
  const ask = () => world.execute('handle', serviceRequest({ operation: 'getBalance' })).rule?.id ?? null;

  test('have their given applied once, and keep their counts while they stay active', () => {
    const one = counting('one');
    put(one);
    expect(world.account.state.balanceSun).toBe(9_000_000);
    expect([ask(), ask()]).toEqual(['one/requests[0]', null]);
    change({ balance_trx: 0.000001 });
    put(one, counting('two'));
    expect(world.account.state.counters['one/requests[0]']?.matched).toBe(2);
  });

  test('do not have their given applied again while they stay active', () => {
    const one = counting('one');
    put(one);
    change({ balance_trx: 0.000001 });
    put(one);
    expect(world.account.state.balanceSun).toBe(1);
  });

  test('start with counts of 0 after a deactivation, and if their content changed', () => {
    put(counting('one'));
    ask();
    put();
    put(counting('one'));
    expect(world.account.state.counters).toEqual({});
    expect(ask()).toBe('one/requests[0]');
    const changed = scenario({ requests: [{ match: { nth: 1 }, reply: { error: 'ID_REQUIRED' } }] }, 'one');
    put(changed);
    expect(world.account.state.counters).toEqual({});
  });

  test('reset only their own counts', () => {
    put(counting('one'));
    ask();
    put(counting('one'), counting('one-more'));
    expect(Object.keys(world.account.state.counters)).toEqual(['one/requests[0]']);
  });
});

describe('after a change,', () => {
  let keys: readonly ApiKey[];
  beforeEach(() => {
    world.addKey();
    keys = world.account.state.keys;
  });

  const note = (change: AccountChange, by: string | null = 'scripted by a rule', of = keys) =>
    noteChange(world.account.state, change, of, by);
  const explain = (error: ErrorCode, keyId?: string): string =>
    withCause(world.account.state, refuse(error, 'because'), keyId).explain;

  describe('a refusal names the rule that caused it:', () => {
    test.each<[ErrorCode, AccountChange]>([
      ['INSUFFICIENT_BALANCE', { balance_trx: 0 }],
      ['RATE_LIMITED', { rate_limit_per_minute: 1 }],
      ['ADDRESS_NOT_ACTIVE', { inactive_addresses: [] }],
      ['ADDRESS_NOT_ACTIVE', { assumptions: { deny_unknown: true } }],
      ['ADDRESS_NOT_ACTIVE', { assumptions: { active_addresses: [] } }],
      ['PACKAGE_NOT_FOUND', { inactive_packages: [1] }],
      ['DURATION_PRICE_UNAVAILABLE', { prices: [] }],
      ['RENTAL_DURATION_UNAVAILABLE', { assumptions: { packages: [] } }],
      ['CUSTOM_ENERGY_DISABLED', { assumptions: { custom_energy_enabled: false } }],
      ['CUSTOM_ENERGY_OUT_OF_RANGE', { assumptions: { custom_energy_min: 1 } }],
      ['CUSTOM_ENERGY_OUT_OF_RANGE', { assumptions: { custom_energy_max: 1 } }],
      ['CUSTOM_ENERGY_INVALID_STEP', { assumptions: { custom_energy_step: 1 } }],
    ])('%s after %j, and other refusals do not', (error, change) => {
      note(change);
      expect(explain(error)).toBe('because; scripted by a rule');
      const others = (
        ['INSUFFICIENT_BALANCE', 'RATE_LIMITED', 'CUSTOM_ENERGY_DISABLED', 'NOT_FOUND'] as const
      )
        .filter(other => other !== error)
        .map(other => explain(other));
      expect(new Set(others)).toEqual(new Set(['because']));
    });

    test.each(['UNAUTHORIZED', 'TOKEN_EXPIRED', 'SCOPE_FORBIDDEN', 'IP_NOT_ALLOWED'] as const)(
      '%s, for the key that was changed alone',
      error => {
        note({ key: { expired: true } }, 'scripted by a rule', [keys[1]!]);
        expect([explain(error, 'key-0'), explain(error, 'key-1'), explain(error)]).toEqual([
          'because',
          'because; scripted by a rule',
          'because',
        ]);
      },
    );
  });

  test('the latest rule is named', () => {
    note({ balance_trx: 1 }, 'scripted by one');
    note({ rate_limit_per_minute: 1 }, 'scripted by two');
    note({ balance_trx: 0 }, 'scripted by three');
    expect([explain('INSUFFICIENT_BALANCE'), explain('RATE_LIMITED')]).toEqual([
      'because; scripted by three',
      'because; scripted by two',
    ]);
  });

  test('a manual change removes the explanation, and adds none', () => {
    note({ balance_trx: 1 }, null);
    expect(world.account.state.scripted).toBeUndefined();
    note({ balance_trx: 0.000001 });
    note({ balance_trx: 2 }, null);
    expect(explain('INSUFFICIENT_BALANCE')).toBe('because');
  });
});
