import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Payer } from './payer.mjs';
import { Receiver, serve } from './receiver.mjs';
import { Account } from './sandbox.mjs';
import { Service } from './service.mjs';
import { Store } from './store.mjs';
import { Wallet } from './wallet.mjs';

export const WANTED = {
  package_id: 1,
  duration_minutes: 60,
  address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1',
};

/**
 * A wallet with a receiver, on an account of its own. `restart` opens the app again; `close` ends the receiver.
 * The user looks at the screen for five minutes.
 */
export async function openWallet(name) {
  const account = await Account.create(name);
  const folder = mkdtempSync(join(tmpdir(), 'wallet-'));
  // A webhook may still be worked on when a test has ended.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const start = () =>
    new Wallet({
      service: new Service(account.service),
      clock: account,
      file: join(folder, 'purchases.json'),
      patienceMs: 300_000,
    });
  let wallet = start();
  const store = new Store(undefined, { orders: {}, events: [] });
  const isKnown = ({ order_id: id }) => wallet.purchases.some(({ orderId }) => orderId === id);
  const server = await serve(
    new Receiver({ secret: account.secret, store, isKnown, now: () => account.time() }),
    {
      onEvent: event => wallet.take(event),
    },
  );
  await account.sendWebhooksTo(`http://127.0.0.1:${server.address().port}/webhooks`);
  const restart = () => {
    wallet = start();
    return wallet;
  };
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { account, wallet, restart, close };
}

/** A payer with a wallet and USDT on an account of its own, a payout of 5 USDT, and what its recipient has received. */
export async function openPayer(name) {
  const opened = await openWallet(name);
  const { account, wallet } = opened;
  const payer = new Payer({ wallet, clock: account, nodeUrl: account.nodeUrl, privateKey: '11'.repeat(32) });
  await account.setWallet(payer.address, { balance_trx: 20, balance_usdt: 100 });
  await account.setWallet(WANTED.address, { balance_usdt: 1 });
  const payout = { to: WANTED.address, amount: 5_000_000 };
  const received = async () => (await account.usdtOf(WANTED.address)) - 1;
  return { ...opened, payer, payout, received };
}
