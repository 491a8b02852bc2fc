import { afterAll, describe, expect, test } from 'vitest';
import { parseClockMode } from '../../src/core/domain/time.ts';
import type { AccountEvent } from '../../src/core/engine/command-context.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox, type TestAccount } from '../support/sandbox.ts';

const sandbox = await startTestSandbox();
afterAll(() => sandbox.close());

const ORDER = { package_id: 1, address: RECIPIENT };
const HOUR_MS = 3_600_000;

const advancer = () => sandbox.core.advancer;
const isStatus = (status: string) => (one: AccountEvent) => one.kind === 'order' && one.status === status;
const statusesIn = (fired: readonly AccountEvent[]): string[] =>
  fired.flatMap(one => (one.kind === 'order' ? [one.status] : []));

async function withOrder(): Promise<TestAccount> {
  const account = sandbox.openAccount();
  await account.api.order(ORDER);
  return account;
}

describe('an advance', () => {
  test('performs due work in small batches while webhook responses arrive', async () => {
    const account = sandbox.openAccount({ balanceSun: 1e12 });
    await sandbox.receive(account.account);
    const orders = Array.from({ length: 50 }, () => ORDER);
    for (let bulk = 0; bulk < 8; bulk++) {
      await account.api.bulk(orders.map((order, index) => ({ ...order, external_id: `${bulk}-${index}` })));
    }
    const batches: number[] = [];
    const unwatch = sandbox.core.facts.join({
      happened: (_, accountEvents) => batches.push(accountEvents.length),
    });
    const { firedTotal } = await account.advance(4_000);
    unwatch();
    expect(firedTotal).toBeGreaterThan(1_200);
    expect(Math.max(...batches)).toBeLessThanOrEqual(250);
  });

  test('until a condition that cannot be met ends when nothing is due, and reports it', async () => {
    const account = await withOrder();
    const goal = { kind: 'event', matches: isStatus('failed') } as const;
    const { fired, reached } = await advancer().advance(account.account, () => goal);
    expect(reached).toBe(false);
    expect(statusesIn(fired).at(-1)).toBe('completed');
  });

  test('until nothing is due stops before the year 10000, and reports that work is still due', async () => {
    const account = sandbox.openAccount();
    const far = { after: `${9e15}ms`, to: 'delegating' } as const;
    const orders = [{ per: 'account' as const, match: {}, lifecycle: [far] }];
    const scenario = { name: 'far', summary: 'Stays in processing.', requests: [], orders, webhooks: [] };
    sandbox.core.runner.execute(account.account, 'setScenarios', { scenarios: [scenario] });
    await account.api.order(ORDER);
    const { reached } = await account.settle();
    expect(reached).toBe(false);
    expect((await account.api.status({ id: 1 })).data).toMatchObject({ status: 'processing' });
  });

  test('into the past leaves the clock unchanged', async () => {
    const account = await withOrder();
    const beforeMs = account.nowMs;
    await advancer().advance(account.account, nowMs => ({ kind: 'instant', atMs: nowMs - HOUR_MS }));
    expect(account.nowMs).toBe(beforeMs);
  });

  test('that is requested during another runs after it', async () => {
    const account = await withOrder();
    const startMs = account.nowMs;
    const advanced = await Promise.all([
      account.advance(5_000),
      account.advance(5_000),
      account.advance(5_000),
    ]);
    expect(advanced.map(({ nowMs }) => nowMs - startMs)).toEqual([5_000, 10_000, 15_000]);
    expect(advanced.map(({ fired }) => statusesIn(fired))).toEqual([['delegating'], [], ['delegated']]);
  });
});

describe('a clock', () => {
  test('that is running can be advanced, and keeps running from there', async () => {
    const account = sandbox.openAccount({ clock: parseClockMode('real')! });
    await account.api.order(ORDER);
    const beforeMs = account.nowMs;
    await account.advance(2 * HOUR_MS);
    expect(account.nowMs - beforeMs).toBeGreaterThanOrEqual(2 * HOUR_MS);
    expect((await account.api.status({ id: 1 })).data.status).toBe('completed');
    const laterMs = account.nowMs;
    while (account.nowMs === laterMs) await new Promise(resolve => setImmediate(resolve));
    expect(account.nowMs).toBeGreaterThan(laterMs);
  });
});
