import { faker } from '@faker-js/faker/locale/en';
import { describe, expect, test } from 'vitest';
import { DemoReceiver } from '../../src/demo/demo-receiver.ts';
import { type DemoCall, DemoTraffic, FATES } from '../../src/demo/demo-traffic.ts';
import { isTronAddress } from '../../src/domain/address.ts';
import { startTestSandbox } from '../support/sandbox.ts';

const MAGIC = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';

/** What customers do on so many visits. */
function visits(count: number, seed: number, ordersBefore = 0): DemoCall[] {
  faker.seed(seed);
  const traffic = new DemoTraffic(faker, [MAGIC], ordersBefore);
  return Array.from({ length: count }, () => traffic.next()).flat();
}

interface Item {
  readonly external_id: string;
  readonly address: string;
}

const itemsOf = ({ path, body }: DemoCall): readonly Item[] => {
  if (path === '/api/v1/order/') return [body as Item];
  return path === '/api/v1/orders/bulk/' ? (body as { orders: Item[] }).orders : [];
};

describe('the traffic of the demonstration', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(visits(50, 1)).toEqual(visits(50, 1));
    expect(visits(50, 1)).not.toEqual(visits(50, 2));
  });

  test('holds everything that there is to show: all operations, runs of several, bad luck, repeats, mistakes', () => {
    const calls = visits(400, 1);
    const paths = new Set(calls.map(({ path }) => path.split('?')[0]));
    expect([...paths].sort()).toEqual([
      '/api/v1/balance/',
      '/api/v1/order/',
      '/api/v1/orders/bulk/',
      '/api/v1/quote/',
      '/api/v1/status/',
    ]);
    const items = calls.flatMap(itemsOf);
    expect(items.some(({ address }) => address === MAGIC)).toBe(true);
    expect(items.some(({ address }) => !isTronAddress(address))).toBe(true);
    expect(new Set(items.map(one => one.external_id)).size).toBeLessThan(items.length);
  });

  test('goes on behind the orders that there are, so that a later run repeats none of an earlier one', () => {
    const before = new Set(
      visits(100, 1)
        .flatMap(itemsOf)
        .map(one => one.external_id),
    );
    const after = visits(100, 1, before.size).flatMap(itemsOf);
    expect(after.filter(one => before.has(one.external_id))).toEqual([]);
  });
});

test('every fate of the demonstration is a scenario with a magic address', async () => {
  await using sandbox = await startTestSandbox();
  for (const name of FATES) expect(sandbox.core.library.get(name)?.magicAddress, name).toBeDefined();
});

test('a receiver has as many bad moments as its moods say', async () => {
  const drawn = [0.01, 0.06, 0.5];
  const receiver = await DemoReceiver.start({ draw: () => drawn.shift()!, broken: 0.02, overloaded: 0.05 });
  const post = () => fetch(receiver.url, { method: 'POST', body: '{}' }).then(({ status }) => status);
  await expect(post()).rejects.toThrow();
  expect([await post(), await post()]).toEqual([503, 200]);
  receiver.close();
});

test('a server that is started with it plays it in an account of its own, and ends it with itself', async () => {
  const sandbox = await startTestSandbox({ demo: true, webhooksAsDescribed: false });
  const showroom = sandbox.core.accounts.get('showroom')!;
  const visited = new Promise<void>(resolve => {
    sandbox.core.watch({ exchanged: account => account === showroom && resolve() });
  });
  await visited;
  expect(sandbox.state.orders).toEqual([]);
  expect(sandbox.core.journalOf(showroom).list()[0]!.key).toBe('shop');
  await sandbox.close();
});

test('the control API starts it, stops it, and says where it plays', async () => {
  await using sandbox = await startTestSandbox();
  const demo = async (method: string, body?: unknown) => {
    const init = {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    };
    return ((await (await fetch(`${sandbox.baseUrl}/_sandbox/demo`, init)).json()) as { data: unknown }).data;
  };
  expect(await demo('GET')).toEqual({ running: false, account: null });
  expect(await demo('PUT', { running: true })).toEqual({ running: true, account: 'showroom' });
  expect(await demo('PUT', { running: true })).toEqual({ running: true, account: 'showroom' });
  expect(await demo('PUT', { running: false })).toEqual({ running: false, account: 'showroom' });
  expect(sandbox.core.accounts.list().map(({ state }) => state.name)).toEqual(['demo', 'showroom']);
});
