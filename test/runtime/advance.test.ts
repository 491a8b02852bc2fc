import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseClockMode } from '../../src/domain/clock.ts';
import type { Happening } from '../../src/engine/command-context.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox, type TestAccount, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

const ORDER = { package_id: 1, address: RECIPIENT };
const HOUR_MS = 3_600_000;

const advancer = () => sandbox.core.advancer;
const isStatus = (status: string) => (one: Happening) => one.kind === 'order' && one.status === status;
const statusesIn = (fired: readonly Happening[]): string[] =>
  fired.flatMap(one => (one.kind === 'order' ? [one.status] : []));

async function withOrder(): Promise<TestAccount> {
  const account = sandbox.openAccount();
  await account.api.order(ORDER);
  return account;
}

describe('an advance', () => {
  test('tells what it fired, each at its own instant', async () => {
    const account = await withOrder();
    const startMs = account.nowMs;
    const { fired, nowMs, reached } = await account.advance(2 * HOUR_MS);
    expect(
      fired.filter(one => one.kind === 'order').map(one => [statusesIn([one])[0], one.atMs - startMs]),
    ).toEqual([
      ['delegating', 3_000],
      ['delegated', 12_000],
      ['undelegating', 12_000 + HOUR_MS],
      ['completed', 21_000 + HOUR_MS],
    ]);
    expect([nowMs - startMs, account.nowMs - startMs, reached]).toEqual([2 * HOUR_MS, 2 * HOUR_MS, true]);
  });

  test('does what is due in small pieces, whatever webhooks are answered meanwhile', async () => {
    const account = sandbox.openAccount({ balanceSun: 1e12 });
    await sandbox.receive(account.account);
    const orders = Array.from({ length: 50 }, () => ORDER);
    for (let bulk = 0; bulk < 20; bulk++) {
      await account.api.bulk(orders.map((order, index) => ({ ...order, external_id: `${bulk}-${index}` })));
    }
    const pieces: number[] = [];
    const unwatch = sandbox.core.watch({ happened: (_, happenings) => pieces.push(happenings.length) });
    const { firedTotal } = await account.advance(4_000);
    unwatch();
    expect(firedTotal).toBeGreaterThan(3_000);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(250);
  });

  test('to something that happens stops at its instant', async () => {
    const account = await withOrder();
    const startMs = account.nowMs;
    const goal = { kind: 'happening', matches: isStatus('delegated') } as const;
    const { nowMs, reached } = await advancer().advance(account.account, () => goal);
    expect([nowMs - startMs, reached]).toEqual([12_000, true]);
  });

  test('to something that cannot happen any more ends when nothing is due, and says so', async () => {
    const account = await withOrder();
    const goal = { kind: 'happening', matches: isStatus('failed') } as const;
    const { fired, reached } = await advancer().advance(account.account, () => goal);
    expect(reached).toBe(false);
    expect(statusesIn(fired).at(-1)).toBe('completed');
  });

  test('until nothing is due goes no further than the year 9999, and says where something is', async () => {
    const account = sandbox.openAccount();
    const far = { afterMs: 9e15, to: 'delegating' } as const;
    const orders = [
      { id: 'far/orders[0]', source: 'inline', per: 'account', match: {}, lifecycle: [far] } as const,
    ];
    const scenario = { name: 'far', summary: 'For ever in processing.', requests: [], orders, webhooks: [] };
    sandbox.core.runner.execute(account.account, 'setScenarios', { scenarios: [scenario] });
    await account.api.order(ORDER);
    const { reached } = await account.settle();
    expect(reached).toBe(false);
    expect((await account.api.status({ id: 1 })).data).toMatchObject({ status: 'processing' });
  });

  test('into the past leaves the clock where it is', async () => {
    const account = await withOrder();
    const beforeMs = account.nowMs;
    await advancer().advance(account.account, nowMs => ({ kind: 'instant', atMs: nowMs - HOUR_MS }));
    expect(account.nowMs).toBe(beforeMs);
  });

  test('resolves once every webhook on its way was answered', async () => {
    const account = await withOrder();
    const receiver = await sandbox.receive(account.account);
    receiver.always(async () => {
      await new Promise(resolve => setImmediate(resolve));
      return 204;
    });
    await account.advance(2 * HOUR_MS);
    expect(receiver.names.slice(-4)).toEqual([
      'order.delegating',
      'order.delegated',
      'order.undelegating',
      'order.completed',
    ]);
    expect(account.state.inFlight).toEqual({});
  });

  test('that is asked for during another follows it', async () => {
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

  test('of one account moves no other', async () => {
    const [one, other] = [await withOrder(), await withOrder()];
    const beforeMs = other.nowMs;
    await one.advance(HOUR_MS);
    expect(other.nowMs).toBe(beforeMs);
    expect((await other.api.status({ id: 1 })).data.status).toBe('processing');
  });

  test('lets requests in, which see the instant that it stands at', async () => {
    const account = await withOrder();
    const receiver = await sandbox.receive(account.account);
    const seen: string[] = [];
    receiver.next(async () => {
      await account.api.order({ ...ORDER, external_id: 'from-within' });
      const { data } = await account.api.status({ external_id: 'from-within' });
      seen.push(data.created_at.slice(11));
      return 204;
    });
    await account.advance(12_000);
    expect(seen).toEqual(['00:00:03']);
    expect((await account.api.status({ external_id: 'from-within' })).data.status).toBe('delegating');
  });
});

describe('a clock', () => {
  const modes = ['real', '0.001x', '100x', 'manual'];
  test.each(modes.flatMap(from => modes.map(to => [from, to] as const)))(
    'that is changed from %s to %s shows no earlier instant than before, and no jump',
    async (from, to) => {
      const account = sandbox.openAccount({ clock: parseClockMode(from)! });
      const beforeMs = account.nowMs;
      sandbox.core.runner.setClock(account.account, parseClockMode(to)!);
      const afterMs = account.nowMs;
      expect(afterMs).toBeGreaterThanOrEqual(beforeMs);
      expect(afterMs - beforeMs).toBeLessThan(30_000);
    },
  );

  test('that runs can be advanced, and runs on from there', async () => {
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

  test('that stands shows the same instant for ever', async () => {
    const account = sandbox.openAccount();
    const beforeMs = account.nowMs;
    for (let turn = 0; turn < 20; turn++) await account.api.balance();
    expect(account.nowMs).toBe(beforeMs);
  });
});
