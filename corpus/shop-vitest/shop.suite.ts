import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Account } from 'energy-rental-sandbox';
import { test } from 'energy-rental-sandbox/vitest';
import { afterEach, describe, expect } from 'vitest';
import { EnergyApi } from '../shop/energy-api.ts';
import { receiver } from '../shop/receiver.ts';
import { Shop } from '../shop/shop.ts';
import { Store } from '../shop/store.ts';

const ADDRESS = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
/** The address of a customer who transfers, and how. */
const SENDER = 'TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ';
const TRANSFER = fileURLToPath(new URL('../transfer.mjs', import.meta.url));
const run = promisify(execFile);
const servers: Server[] = [];
/** The hourly job of each shop, an hour later. */
const jobs: (() => Promise<unknown>)[] = [];

/** The shop with its receiver, on an account of its own. Its pauses pass on the clock of the account. */
async function open(account: Account): Promise<Shop> {
  const { base_url: baseUrl, api_key: apiKey, webhook_secret: secret } = account;
  const sleep = (ms: number) => account.advance({ by: `${Math.ceil(ms)}ms` });
  const api = new EnergyApi({ baseUrl, apiKey, sleep });
  const shop = new Shop({ api, store: new Store(), sleep });
  const server = createServer(receiver({ shop, secret })).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise(resolve => server.once('listening', resolve));
  await account.webhook.set({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks` });
  shop.deposit('ann', 20);
  jobs.push(() => account.advance({ by: '1h' }).then(() => shop.resume().catch(() => undefined)));
  return shop;
}

const order = (id: string, packageId = 1) => ({ id, customer: 'ann', packageId, address: ADDRESS });

afterEach(async () => {
  for (const job of jobs.splice(0)) await job();
  for (const server of servers.splice(0)) server.close();
});

test('a customer buys Energy and it is delivered', async ({ account }) => {
  const shop = await open(account);
  await shop.buy(order('invoice-1'));
  expect(await shop.follow('invoice-1')).toMatchObject({ status: 'completed', released: true });
  expect(shop.store.balance('ann')).toBe(15_800_000);
  expect((await account.read()).balance_trx).toBe(1_000 - 3.9);
});

test('a transfer is released once the Energy is there, not before', async ({ account }) => {
  const shop = await open(account);
  await shop.buy(order('invoice-2'));
  expect(shop.store.get('invoice-2')!.released).toBe(false);
  await shop.follow('invoice-2');
  expect(shop.store.get('invoice-2')!.released).toBe(true);
});

test('a customer transfers when the shop says so', async ({ account }) => {
  const shop = await open(account);
  await account.wallets.set(SENDER, { balance_usdt: 10 });
  await account.wallets.set(ADDRESS, { balance_usdt: 1 });
  await shop.buy({ ...order('invoice-12'), address: SENDER });
  for (let minute = 0; minute < 20 && !shop.store.get('invoice-12')!.released; minute++) {
    await account.advance({ by: '1m' });
    await shop.resume();
  }
  expect(shop.store.get('invoice-12')!.released).toBe(true);
  await run('node', [TRANSFER, account.node_url]);
  await account.advance({ by: '6s' });
  expect((await account.wallets.get(ADDRESS)).balance_usdt).toBe(2);
});

test('a package is recommended for an address', async ({ account }) => {
  expect(await (await open(account)).recommend(ADDRESS)).toBeGreaterThan(0);
});

test('a purchase that the service refuses is paid back', async ({ account }) => {
  await account.setBalance(1);
  const shop = await open(account);
  const purchase = await shop.buy(order('invoice-3'));
  expect(purchase).toMatchObject({ status: 'refused', refusal: 'INSUFFICIENT_BALANCE' });
  expect(shop.store.balance('ann')).toBe(20_000_000);
});

test('a failed order is paid back once the service has refunded it', async ({ account }) => {
  await account.scenarios.use('failed-with-refund');
  const shop = await open(account);
  await shop.buy(order('invoice-4'));
  expect(await shop.follow('invoice-4')).toMatchObject({ status: 'failed', refunded: true });
  expect(shop.store.balance('ann')).toBe(20_000_000);
});

describe('many purchases at once', () => {
  test('are ordered together', async ({ account }) => {
    const shop = await open(account);
    await shop.buyMany([order('invoice-6'), order('invoice-7'), order('invoice-8')]);
    for (const id of ['invoice-6', 'invoice-7', 'invoice-8']) await shop.follow(id);
    expect(shop.store.purchases().every(({ status }) => status === 'completed')).toBe(true);
  });

  test('may partly be refused', async ({ account }) => {
    await account.scenarios.use('bulk-partial');
    const shop = await open(account);
    await shop.buyMany([order('invoice-9'), order('invoice-10'), order('invoice-11')]);
    expect(shop.store.purchases().some(({ status }) => status === 'refused')).toBe(true);
    await shop.resume();
  });
});
