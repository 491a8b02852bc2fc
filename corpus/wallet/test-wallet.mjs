import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
