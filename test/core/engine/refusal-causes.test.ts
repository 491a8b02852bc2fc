import { beforeEach, describe, expect, test } from 'vitest';
import { type ErrorCode, refuse } from '../../../src/core/domain/errors.ts';
import type { ApiKey } from '../../../src/core/engine/account-state.ts';
import { noteChange, withCause } from '../../../src/core/engine/refusal-causes.ts';
import type { AccountChange } from '../../../src/core/scenario/scenario-schema.ts';
import { begin, world } from './stage.ts';

let keys: readonly ApiKey[];
beforeEach(() => {
  begin();
  world.addKey();
  keys = world.account.state.keys;
});

const note = (change: AccountChange, by: string | null = 'scripted by a rule', of = keys) =>
  noteChange(world.account.state, change, of, by);
const explain = (error: ErrorCode, keyId?: string): string =>
  withCause(world.account.state, refuse(error, 'because'), keyId).explain;

describe('a refusal names the rule that caused it', () => {
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
    const others = (['INSUFFICIENT_BALANCE', 'RATE_LIMITED', 'CUSTOM_ENERGY_DISABLED', 'NOT_FOUND'] as const)
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
