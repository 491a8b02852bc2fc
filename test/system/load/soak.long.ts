import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { NamedSnapshots } from '../../../src/host/snapshots/named-snapshots.ts';
import { startSandbox } from '../../../src/server/start-sandbox.ts';
import { addressNumber } from '../../support/addresses.ts';
import { ApiClient } from '../../support/api-client.ts';
import { WebhookReceiver } from '../../support/receiver.ts';
import { orderBytes, Wire } from './wire.ts';

const ACCOUNTS = 10_000;
const ROUNDS = 10;
const REQUESTS_A_ROUND = 5_000;
const MIB = 1_048_576;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The heap size after garbage collection, in MiB. */
async function heapMib(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise(resolve => setTimeout(resolve, 50));
    collect();
  }
  return process.memoryUsage().heapUsed / MIB;
}

/** Runs a task a number of times with limited concurrency. */
async function times(count: number, atOnce: number, act: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await act(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** A server without the checks of the test sandbox, which would keep every response. */
async function stage() {
  const running = await startSandbox({ clock: 'manual', rate_limit: 1_000_000, balance_trx: 1_000_000 });
  const pool = new Pool(running.baseUrl, { connections: 64 });
  const { core } = running;
  const api = new ApiClient(pool, running.apiKey);
  return {
    core,
    port: running.port,
    api,
    demo: core.accounts.get('demo')!,
    open: (request: Parameters<typeof core.openAccount>[0] = {}) => {
      const { account, apiKey } = core.openAccount(request);
      return { account, apiKey, api: api.as(apiKey) };
    },
    [Symbol.asyncDispose]: async () => {
      await pool.destroy();
      await running.close();
    },
  };
}

/** Runs a round repeatedly. @returns the heap size after each, in MiB */
async function rounds(name: string, act: () => Promise<unknown>): Promise<number[]> {
  const heaps: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await act();
    heaps.push(await heapMib());
  }
  console.log(`${name}: heap after each round, MiB: ${heaps.map(one => one.toFixed(1)).join(' ')}`);
  return heaps;
}

/** Expects the second half of the rounds to add almost nothing. */
function expectFlat(heaps: readonly number[]): void {
  const middle = heaps[Math.floor(heaps.length / 2)]!;
  expect(heaps.at(-1)! - middle).toBeLessThan(Math.max(2, middle * 0.05));
}

test('requests that create nothing leave nothing behind: the journal stays within its bound', async () => {
  await using stageOf = await stage();
  const { api, core, demo } = stageOf;
  const stranger = api.as('no-such-key');
  const heaps = await rounds('reads, refusals, unknownCallers', () =>
    times(REQUESTS_A_ROUND, 32, index => {
      if (index % 3 === 0) return api.balance();
      if (index % 3 === 1) return api.order({ package_id: 99, address: addressNumber(index) });
      return stranger.balance();
    }),
  );
  expect(core.journalOf(demo).list().length).toBeLessThanOrEqual(1_000);
  expect(core.unknownCallers.list().length).toBeLessThanOrEqual(1_000);
  expectFlat(heaps);
});

test('deleted accounts leave nothing behind, including running clocks and due work', async () => {
  await using stageOf = await stage();
  const heaps = await rounds('accounts that come and go', () =>
    times(REQUESTS_A_ROUND / 10, 32, async () => {
      const { account, api } = stageOf.open({ clock: { mode: 'real', speed: 1 } });
      await api.order({ package_id: 1, address: addressNumber(1) });
      await stageOf.core.closeAccount(account);
    }),
  );
  expect(stageOf.core.accounts.list()).toHaveLength(1);
  expectFlat(heaps);
});

test('resets and restores across half-sent orders leave nothing behind', async () => {
  await using stageOf = await stage();
  const { core, open } = stageOf;
  const snapshots = new NamedSnapshots(core);
  const { account, apiKey } = open();
  await snapshots.take(account, 'before');
  const heaps = await rounds('resets and restores', () =>
    times(REQUESTS_A_ROUND / 25, 16, async index => {
      const wire = await Wire.open(stageOf.port);
      const bytes = orderBytes(apiKey, `half-${index}`);
      wire.write(bytes.slice(0, -20));
      if (index % 2 === 0) core.resetAccount(account);
      else await snapshots.restore(account, snapshots.of(account).get('before')!);
      wire.write(bytes.slice(-20));
      expect((await wire.answer())?.status).toBeLessThan(300);
      wire.socket.destroy();
    }),
  );
  expectFlat(heaps);
});

test(`${ACCOUNTS} accounts at once, each with an order that completes its lifecycle`, async () => {
  await using stageOf = await stage();
  const beforeMib = await heapMib();
  const startedMs = performance.now();
  const opened = Array.from({ length: ACCOUNTS }, () =>
    stageOf.open({ clock: { mode: 'scaled', speed: 2_000 } }),
  );
  await times(ACCOUNTS, 64, async index => {
    const { status } = await opened[index]!.api.order({ package_id: 1, address: addressNumber(index + 1) });
    expect(status).toBe(202);
  });
  const isDone = () =>
    opened.every(({ account }) => account.state.orders[0]!.steps.at(-1)!.status === 'completed');
  await expect.poll(isDone, { interval: 200 }).toBe(true);
  const seconds = (performance.now() - startedMs) / 1_000;
  const bytes = ((await heapMib()) - beforeMib) * MIB;
  console.log(
    `${ACCOUNTS} accounts: ${seconds.toFixed(1)} s, ${Math.round(bytes / ACCOUNTS)} bytes each with its order done`,
  );
  expect(bytes / ACCOUNTS).toBeLessThan(40_000);
});

test('a day of traffic at 10,000 times the speed: what grows is orders, ledger and events', async () => {
  await using stageOf = await stage();
  const receiver = await WebhookReceiver.start();
  const { account, api } = stageOf.open({
    clock: { mode: 'scaled', speed: 10_000 },
    balanceSun: 10_000_000_000_000,
    webhookUrl: receiver.url,
  });
  let received = 0;
  let orders = 0;
  const place = () =>
    times(200, 16, async () => {
      orders += 1;
      const { data } = await api.order({ package_id: 1, address: addressNumber(orders) });
      await api.status({ id: data.order_id });
    });
  const isDone = () => account.state.events.length === 5 * orders && account.agenda.nextDueMs() === null;
  const completed = async () => {
    await expect.poll(isDone, { interval: 200 }).toBe(true);
    await stageOf.core.runner.quiet(account);
    received += receiver.deliveries.splice(0).length;
  };
  // What is loaded for the first orders is no growth.
  await place();
  await completed();
  const startMs = stageOf.core.runner.nowMs(account);
  const beforeMib = await heapMib();
  const ordersBefore = orders;
  // A busy machine places few orders in a day of 9 s: what the server keeps once would count for each of them.
  while (stageOf.core.runner.nowMs(account) - startMs < 86_400_000 || orders < 1_200) {
    await place();
    received += receiver.deliveries.splice(0).length;
  }
  await completed();
  const bytes = (((await heapMib()) - beforeMib) * MIB) / (orders - ordersBefore);
  console.log(
    `a day: ${orders} orders, ${account.state.events.length} events, ${received} deliveries, ${Math.round(bytes)} bytes an order`,
  );
  expect(account.state.events.every(event => event.state === 'delivered')).toBe(true);
  expect(account.state.agenda).toEqual([]);
  expect(Object.keys(account.state.inFlight)).toEqual([]);
  expect(bytes).toBeLessThan(12_000);
  await receiver.close();
});
