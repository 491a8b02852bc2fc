import { beforeEach, describe, expect, test } from 'vitest';
import type { AccountEvent } from '../../../src/core/engine/command-context.ts';
import { activate, begin, order, world } from './stage.ts';

let happened: AccountEvent[];
beforeEach(() => {
  happened = [];
  begin(one => happened.push(...one.executed.accountEvents));
  happened.length = 0;
});

describe('happenings are reported', () => {
  test('for an order: its debit and its state', () => {
    order();
    const { nowMs } = world.account.state;
    expect(happened).toEqual([
      { kind: 'ledger', atMs: nowMs, entry: 1 },
      { kind: 'order', atMs: nowMs, order: 1, status: 'processing', event: 0, cause: 'by hand' },
    ]);
  });

  test('for a refund: the ledger entry and the amount', () => {
    order();
    world.execute('move', { order: 1, to: 'failed' });
    happened.length = 0;
    world.execute('refund', { order: 1 });
    const { nowMs } = world.account.state;
    expect(happened).toEqual([
      { kind: 'ledger', atMs: nowMs, entry: 2 },
      { kind: 'refund', atMs: nowMs, order: 1, amountSun: 3_900_000 },
    ]);
  });

  test('for changes of the account: what was changed', () => {
    world.execute('change', { discount_percent: 1 });
    world.execute('setScenarios', { scenarios: [] });
    world.apply({ do: 'webhook', url: null });
    world.apply({ do: 'clock', speed: 1 });
    world.addKey();
    world.apply({ do: 'revoke-key', key: 0 });
    const changes = happened.map(one => 'change' in one && one.change);
    expect(changes.join(' ')).toBe('changed scenarios webhook clock keys keys');
    expect(new Set(happened.map(one => one.kind))).toEqual(new Set(['account']));
  });
});

test('due work stops at the maximum number of tasks, and time stops at the last of them', () => {
  for (let times = 0; times < 3; times++) order();
  const before = world.account.state.nowMs;
  world.execute('elapse', { maxTasks: 2 }, 10_000);
  const steps = () => world.account.state.orders.map(one => one.steps.length);
  expect([steps(), world.account.state.nowMs]).toEqual([[2, 2, 1], before + 3_000]);
  world.execute('elapse', {}, 7_000);
  expect([steps(), world.account.state.nowMs]).toEqual([[2, 2, 2], before + 10_000]);
});

test('a revoked key stays revoked after a reset, and other keys are not affected', () => {
  world.addKey();
  world.execute('revokeKey', { id: 'key-1' });
  const { keys, origin } = world.account.state;
  expect(keys.map(key => key.revoked)).toEqual([false, true]);
  expect(origin.keys.map(key => key.revoked)).toEqual([false, true]);
});

test('a probability is drawn from the seed: it applies to some orders and not to others', () => {
  const orders = [{ match: { probability: 0.5 }, lifecycle: [] }];
  activate({ orders });
  for (let times = 0; times < 20; times++) {
    world.execute('deposit', { amountSun: 10_000_000 });
    order();
  }
  const { orders: made, lifecycles } = world.account.state;
  const ended = made.filter(one => lifecycles[one.lifecycle]!.steps.length === 0).length;
  expect(ended).toBeGreaterThan(3);
  expect(ended).toBeLessThan(17);
});
