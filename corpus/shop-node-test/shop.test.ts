import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, test } from 'node:test';
import type { Account } from 'energy-rental-sandbox/client';
import { EnergyApi } from '../shop/energy-api.ts';
import { receiver } from '../shop/receiver.ts';
import { Shop } from '../shop/shop.ts';
import { Store } from '../shop/store.ts';
import { createAccount } from './sandbox.ts';

const ADDRESS = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const servers: Server[] = [];
/** The hourly job of each shop, an hour later. */
const jobs: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const job of jobs.splice(0)) await job();
});
after(() => {
  for (const server of servers) server.close();
});

/** The shop with its receiver, on an account of its own. */
async function open(name: string): Promise<{ shop: Shop; account: Account; url: string }> {
  const account = await createAccount(name);
  const { base_url: baseUrl, api_key: apiKey, webhook_secret: secret } = account;
  const api = new EnergyApi({ baseUrl, apiKey, pauseMs: 20 });
  const shop = new Shop({ api, store: new Store(), pollMs: 20 });
  const server = createServer(receiver({ shop, secret })).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise(resolve => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  await account.webhook.set({ url });
  shop.deposit('ann', 20);
  shop.deposit('bob', 20);
  jobs.push(() => account.advance({ by: '1h' }).then(() => shop.resume().catch(() => undefined)));
  return { shop, account, url };
}

const order = (id: string, customer = 'ann') => ({ id, customer, packageId: 1, address: ADDRESS });

test('the price is that of the service and a margin', async () => {
  const { shop } = await open('prices');
  assert.equal(await shop.price(1), 4_200_000);
});

test('webhooks follow an order from its creation to its end', async () => {
  const { shop, account } = await open('delivery');
  await shop.buy(order('invoice-1'));
  await account.advance({ until: 'idle' });
  const purchase = shop.store.get('invoice-1')!;
  assert.equal(purchase.status, 'completed');
  assert.equal(purchase.released, true);
  assert.equal(shop.store.balance('ann'), 15_800_000);
});

test('two customers have one order each', async () => {
  const { shop, account } = await open('two-customers');
  await shop.buy(order('invoice-2'));
  await shop.buy(order('invoice-3', 'bob'));
  await account.advance({ until: 'idle' });
  assert.deepEqual(
    shop.store.purchases().map(({ status }) => status),
    ['completed', 'completed'],
  );
});

test('without a webhook, the shop asks for the state of an order', async () => {
  const { shop, account } = await open('polling');
  await shop.buy(order('invoice-4'));
  const followed = shop.follow('invoice-4');
  await new Promise(resolve => setTimeout(resolve, 100));
  await account.advance({ until: 'idle' });
  assert.equal((await followed).status, 'completed');
});

test('a failed order is paid back', async () => {
  const { shop, account } = await open('refund');
  await account.scenarios.use('failed-with-refund');
  await shop.buy(order('invoice-5'));
  await account.advance({ until: 'idle' });
  await shop.resume();
  assert.equal(shop.store.get('invoice-5')!.refunded, true);
  assert.equal(shop.store.balance('ann'), 20_000_000);
});

test('a busy service is asked again', async () => {
  const { shop, account } = await open('busy');
  await account.scenarios.use('service-unavailable');
  await shop.buy(order('invoice-6'));
  await account.advance({ until: 'idle' });
  assert.equal(shop.store.get('invoice-6')!.status, 'completed');
});

test('orders of a batch are delivered', async () => {
  const { shop, account } = await open('batch');
  await shop.buyMany([order('invoice-7'), order('invoice-8', 'bob')]);
  await shop.resume();
  await account.advance({ until: 'idle' });
  assert.ok(shop.store.purchases().every(({ released }) => released));
});

test('a webhook with a wrong signature is refused', async () => {
  const { shop, url } = await open('forgery');
  const headers = { 'X-Webhook-Signature': `sha256=${'0'.repeat(64)}` };
  const { status } = await fetch(url, { method: 'POST', headers, body: '{"event":"order.completed"}' });
  assert.equal(status, 401);
  assert.deepEqual(shop.store.purchases(), []);
});
