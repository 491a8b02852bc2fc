import { faker } from '@faker-js/faker/locale/en';
import { describe, expect, test } from 'vitest';
import { isTronAddress } from '../../src/core/domain/address.ts';
import { CHAPTERS } from '../../src/server/demo/demo-story.ts';
import { DemoTraffic } from '../../src/server/demo/demo-traffic.ts';
import { freshFolder } from '../host/storage/folders.ts';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';

/** The purchases of a number of customers. */
function purchasesOf(count: number, seed: number, ordersBefore = 0) {
  faker.seed(seed);
  const traffic = new DemoTraffic(faker, ordersBefore);
  return Array.from({ length: count }, () => traffic.next());
}

describe('the customers of the demo', () => {
  test('buy the same for the same seed, and something else for another seed', () => {
    expect(purchasesOf(50, 1)).toEqual(purchasesOf(50, 1));
    expect(purchasesOf(50, 1)).not.toEqual(purchasesOf(50, 2));
  });

  test('have genuine addresses, and some lose a response', () => {
    const purchases = purchasesOf(100, 1);
    expect(purchases.every(({ address }) => isTronAddress(address))).toBe(true);
    expect(purchases.some(({ scenario }) => scenario === 'response-lost')).toBe(true);
  });

  test('continue after existing orders, so that a later run repeats no external id of an earlier one', () => {
    const before = new Set(purchasesOf(100, 1).map(({ id }) => id));
    const after = purchasesOf(100, 1, before.size).map(({ id }) => id);
    expect(after.filter(id => before.has(id))).toEqual([]);
  });
});

async function controlOf<Data>({ baseUrl }: TestSandbox, path: string, body?: unknown): Promise<Data> {
  const init = body === undefined ? {} : { method: 'PUT', body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${baseUrl}/_sandbox${path}`, { ...init, headers });
  return ((await response.json()) as { data: Data }).data;
}

interface Found {
  readonly items: readonly { readonly rule: string; readonly severity: string; readonly orders: number[] }[];
}

/** What the transfers of each wallet of the chapters burned, in TRX, the latest first. */
const BURNED = [
  ['naive', 6.4285],
  ['sound', 0],
  ['naive', 3.1125, 0],
  ['sound', 0, 0],
];

async function burnedInChapters(sandbox: TestSandbox): Promise<[account: string, ...burnedTrx: number[]][]> {
  interface Told {
    readonly chapters: { readonly wallets: { readonly account: string; readonly address: string }[] }[];
  }
  const burned: [account: string, ...burnedTrx: number[]][] = [];
  for (const { wallets } of (await controlOf<Told>(sandbox, '/demo')).chapters) {
    for (const { account, address } of wallets) {
      const path = `/accounts/${account}/chain/wallets/${address}`;
      const { transactions } = await controlOf<{ transactions: { burned_trx: number }[] }>(sandbox, path);
      burned.push([account, ...transactions.map(({ burned_trx }) => burned_trx)]);
    }
  }
  return burned;
}

describe('a server that was started with the demo', () => {
  test('has told its story: the naive shop has paid twice, and nobody accuses the sound shop of anything', async () => {
    await using sandbox = await startTestSandbox({ demo: true, webhooksAsDescribed: false });
    const findingsOf = async (shop: string) =>
      (await controlOf<Found>(sandbox, `/accounts/${shop}/findings?final=true`)).items;
    const naive = sandbox.core.accounts.get('naive')!;
    const paid = ['lost-response', 'lost-response-retry'].map(id => naive.orderByExternalId(id)!.id);
    expect(await findingsOf('naive')).toContainEqual(
      expect.objectContaining({ severity: 'error', cost_trx: 3.9, orders: paid }),
    );
    expect(await findingsOf('naive')).toContainEqual(expect.objectContaining({ rule: 'forged-accepted' }));
    expect(await findingsOf('naive')).toContainEqual(
      expect.objectContaining({ rule: 'transfer-burned', cost_trx: 3.1125 }),
    );
    expect(await findingsOf('sound')).toEqual([]);
    expect(sandbox.state.orders).toEqual([]);
  });

  test('has every order of each chapter in the shop that made it', async () => {
    await using sandbox = await startTestSandbox({ demo: true, webhooksAsDescribed: false });
    interface Told {
      readonly accounts: string[];
      readonly chapters: { readonly orders: { readonly account: string; readonly order_id: number }[] }[];
    }
    const { accounts, chapters } = await controlOf<Told>(sandbox, '/demo');
    expect(accounts).toEqual(['naive', 'sound']);
    expect(chapters).toHaveLength(CHAPTERS.length);
    for (const { orders } of chapters.slice(1)) {
      expect(new Set(orders.map(({ account }) => account))).toEqual(new Set(accounts));
      for (const { account, order_id } of orders)
        expect(sandbox.core.accounts.get(account)!.orderById(order_id)).not.toBeNull();
    }
  });

  test('has the wallets of the chapters that transfer, with what each transfer burned', async () => {
    await using sandbox = await startTestSandbox({ demo: true, webhooksAsDescribed: false });
    expect(await burnedInChapters(sandbox)).toEqual(BURNED);
  });

  test('has its chapters and their wallets again after a restart with its data', async () => {
    const options = { demo: true, webhooksAsDescribed: false, data: await freshFolder() } as const;
    await (await startTestSandbox(options)).close();
    await using sandbox = await startTestSandbox(options);
    expect(await burnedInChapters(sandbox)).toEqual(BURNED);
  });

  test('has no chapters once a shop was reset, and tells them again when the demo is started anew', async () => {
    await using sandbox = await startTestSandbox({ demo: true, webhooksAsDescribed: false });
    sandbox.core.resetAccount(sandbox.core.accounts.get('naive')!);
    expect(await controlOf(sandbox, '/demo')).toMatchObject({ chapters: [] });
    await controlOf(sandbox, '/demo', { running: false });
    await controlOf(sandbox, '/demo', { running: true });
    expect(await burnedInChapters(sandbox)).toEqual(BURNED);
  });

  test('keeps the traffic out of other accounts, and stops it when it closes', async () => {
    const sandbox = await startTestSandbox({ demo: true, webhooksAsDescribed: false });
    expect(sandbox.state.orders).toEqual([]);
    expect(sandbox.core.journalOf(sandbox.core.accounts.get('sound')!).list()[0]!.key).toBe('shop');
    await sandbox.close();
  });
});

test('the control API starts the demo, stops it, and reports its accounts', async () => {
  await using sandbox = await startTestSandbox();
  const none = { running: false, account: null, accounts: [], chapters: [], api_key: null };
  expect(await controlOf(sandbox, '/demo')).toEqual(none);
  const started = await controlOf<{ api_key: string }>(sandbox, '/demo', { running: true });
  expect(started).toMatchObject({ running: true, account: 'naive' });
  expect((await sandbox.api.as(started.api_key).balance()).status).toBe(200);
  expect(await controlOf(sandbox, '/demo', { running: true })).toEqual(started);
  expect(await controlOf(sandbox, '/demo', { running: false })).toEqual({ ...started, running: false });
  expect(sandbox.core.accounts.list().map(({ state }) => state.name)).toEqual(['demo', 'naive', 'sound']);
});
