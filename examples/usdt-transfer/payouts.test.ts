import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Account } from 'energy-rental-sandbox';
import { test } from 'energy-rental-sandbox/vitest';
import { TronWeb } from 'tronweb';
import { expect } from 'vitest';
import { EnergyService } from './energy-service.ts';
import { Payouts } from './payouts.ts';
import { Deliveries, webhookReceiver } from './webhooks.ts';

const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const PAYOUT = { id: 'payout-1', to: RECIPIENT, amount: 5_000_000, maxPriceTrx: 10 };

/** A wallet with 5 TRX and 100 USDT in an account of the sandbox, whose clock advances while the payout waits. */
class Wallet implements AsyncDisposable {
  readonly payouts: Payouts;
  readonly address: string;
  readonly #account: Account;
  readonly #receiver: ReturnType<typeof webhookReceiver>;

  private constructor(account: Account) {
    const { base_url, api_key, node_url, webhook_secret } = account;
    const tronWeb = new TronWeb({ fullHost: node_url, privateKey: '11'.repeat(32) });
    const deliveries = new Deliveries();
    this.#account = account;
    this.#receiver = webhookReceiver(webhook_secret, deliveries);
    this.address = tronWeb.defaultAddress.base58 as string;
    this.payouts = new Payouts({
      service: new EnergyService(base_url, api_key, 1),
      deliveries,
      tronWeb,
      patienceMs: 120_000,
      pause: ms => account.advance({ by: `${ms}ms` }),
    });
  }

  static async open(account: Account, recipientUsdt = 1): Promise<Wallet> {
    const wallet = new Wallet(account);
    wallet.#receiver.listen(0, '127.0.0.1');
    await once(wallet.#receiver, 'listening');
    const { port } = wallet.#receiver.address() as AddressInfo;
    await account.webhook.set({ url: `http://127.0.0.1:${port}/` });
    await account.wallets.set(wallet.address, { balance_trx: 5, balance_usdt: 100 });
    await account.wallets.set(RECIPIENT, { balance_usdt: recipientUsdt });
    return wallet;
  }

  /** What the recipient has, in USDT. */
  async received(): Promise<number> {
    return (await this.#account.wallets.get(RECIPIENT)).balance_usdt;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#receiver.closeAllConnections();
    this.#receiver.close();
    await once(this.#receiver, 'close');
  }
}

test('a payout with rented Energy burns nothing', async ({ account }) => {
  await using wallet = await Wallet.open(account);
  const { receipt, fee } = await wallet.payouts.pay(PAYOUT);
  expect(receipt).toMatchObject({ energy_usage: 64_285, result: 'SUCCESS' });
  expect([receipt.energy_fee, fee]).toEqual([undefined, undefined]);
  expect(await wallet.received()).toBe(6);
  await account.expectNoFindings({ severity: 'info' });
});

test('a recipient without USDT needs more Energy, which is rented', async ({ account }) => {
  await using wallet = await Wallet.open(account, 0);
  const { receipt } = await wallet.payouts.pay(PAYOUT);
  expect([receipt.energy_usage, receipt.energy_fee]).toEqual([130_285, undefined]);
});

test.for([
  'energy-late',
  'node-lagging',
  'energy-price-doubles',
  'broadcast-lost',
  'response-lost',
  'webhook-duplicated',
])('under %s, the payout is made once and burns nothing', async (scenario, { account }) => {
  await using wallet = await Wallet.open(account);
  await account.scenarios.use(scenario);
  const { receipt } = await wallet.payouts.pay(PAYOUT);
  expect([receipt.result, receipt.energy_fee]).toEqual(['SUCCESS', undefined]);
  expect(await wallet.received()).toBe(6);
  expect(await account.orders()).toHaveLength(1);
});

test.for([
  ['energy-short', 'payout-1: the Energy was not delivered; nothing was sent'],
  ['failed-with-refund', 'payout-1: the order has failed; nothing was sent'],
] as const)('under %s, nothing is sent and nothing is burned', async ([scenario, problem], { account }) => {
  await using wallet = await Wallet.open(account);
  await account.scenarios.use(scenario);
  await expect(wallet.payouts.pay(PAYOUT)).rejects.toThrow(problem);
  expect((await account.wallets.get(wallet.address)).balance_trx).toBe(5);
});

test('Energy that is too expensive is not ordered', async ({ account }) => {
  await using wallet = await Wallet.open(account);
  await expect(wallet.payouts.pay({ ...PAYOUT, maxPriceTrx: 1 })).rejects.toThrow('nothing was sent');
  expect(await account.orders()).toEqual([]);
});
