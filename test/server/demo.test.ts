import { faker } from '@faker-js/faker/locale/en';
import { describe, expect, test } from 'vitest';
import { isTronAddress } from '../../src/core/domain/address.ts';
import { DEMO_SCENARIOS, type DemoCall, DemoTraffic } from '../../src/server/demo/demo-traffic.ts';
import { startTestSandbox } from '../support/sandbox.ts';

const MAGIC = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';

/** The requests of `count` groups. */
function requestsOf(count: number, seed: number, ordersBefore = 0): DemoCall[] {
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

describe('the traffic of the demo', () => {
  test('is the same for the same seed, and differs for another seed', () => {
    expect(requestsOf(50, 1)).toEqual(requestsOf(50, 1));
    expect(requestsOf(50, 1)).not.toEqual(requestsOf(50, 2));
  });

  test('covers all operations, bulk orders, magic addresses, repeated orders and invalid orders', () => {
    const calls = requestsOf(400, 1);
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

  test('continues after existing orders, so that a later run repeats no external id of an earlier one', () => {
    const before = new Set(
      requestsOf(100, 1)
        .flatMap(itemsOf)
        .map(one => one.external_id),
    );
    const after = requestsOf(100, 1, before.size).flatMap(itemsOf);
    expect(after.filter(one => before.has(one.external_id))).toEqual([]);
  });
});

test('every scenario of the demo has a magic address', async () => {
  await using sandbox = await startTestSandbox();
  for (const name of DEMO_SCENARIOS)
    expect(sandbox.core.library.get(name)?.magic_address, name).toBeDefined();
});

test('the webhooks of the demo arrive at its built-in receiver', async () => {
  await using sandbox = await startTestSandbox({ demo: true, webhooksAsDescribed: false });
  const arrivals = async () => {
    const response = await fetch(`${sandbox.baseUrl}/_sandbox/accounts/showroom/receiver/arrivals`);
    return ((await response.json()) as { data: { items: { event: string }[] } }).data.items;
  };
  await expect
    .poll(arrivals, { timeout: 20_000 })
    .toContainEqual(
      expect.objectContaining({ event: 'order.processing', signature: { valid: true, problem: null } }),
    );
});

test('a server started with the demo runs it in a separate account, and stops it when it closes', async () => {
  const sandbox = await startTestSandbox({ demo: true, webhooksAsDescribed: false });
  const showroom = sandbox.core.accounts.get('showroom')!;
  const visited = new Promise<void>(resolve => {
    sandbox.core.facts.join({ answered: account => account === showroom && resolve() });
  });
  await visited;
  expect(sandbox.state.orders).toEqual([]);
  expect(sandbox.core.journalOf(showroom).list()[0]!.key).toBe('shop');
  await sandbox.close();
});

test('the control API starts the demo, stops it, and reports its account', async () => {
  await using sandbox = await startTestSandbox();
  const demo = async (method: string, body?: unknown) => {
    const init = {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    };
    return ((await (await fetch(`${sandbox.baseUrl}/_sandbox/demo`, init)).json()) as { data: unknown }).data;
  };
  expect(await demo('GET')).toEqual({ running: false, account: null, api_key: null });
  const started = (await demo('PUT', { running: true })) as { api_key: string };
  expect(started).toMatchObject({ running: true, account: 'showroom' });
  expect((await sandbox.api.as(started.api_key).balance()).status).toBe(200);
  expect(await demo('PUT', { running: true })).toEqual(started);
  expect(await demo('PUT', { running: false })).toEqual({ ...started, running: false });
  expect(sandbox.core.accounts.list().map(({ state }) => state.name)).toEqual(['demo', 'showroom']);
});
