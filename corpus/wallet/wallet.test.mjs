import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openWallet, WANTED } from './test-wallet.mjs';

/* What the team tests: the deliveries. Nothing is asserted about money. */

const closing = [];
after(() => {
  for (const close of closing) close();
});

async function open(name) {
  const opened = await openWallet(name);
  closing.push(opened.close);
  return opened;
}

/** Presses the button until the screen shows that the Energy is there. */
async function press(wallet, account) {
  for (let tap = 0; tap < 6 && wallet.purchases.at(-1)?.state !== 'delivered'; tap++) {
    await wallet.buy(WANTED);
    await account.sleep(60_000);
    await wallet.idle();
  }
}

test('a transfer gets its Energy', async () => {
  const { wallet, account } = await open('transfer');
  await press(wallet, account);
  assert.equal(wallet.purchases.at(-1).state, 'delivered');
});

test('an order goes on when the app is opened again', async () => {
  const { wallet, account, restart } = await open('restart');
  await wallet.buy(WANTED);
  const again = restart();
  if (wallet.purchases[0]?.state !== 'delivered') await press(again, account);
  assert.equal(again.purchases.at(-1)?.state ?? 'delivered', 'delivered');
});

test('two rentals follow each other', async () => {
  const { wallet, account } = await open('parts');
  await wallet.buy(WANTED, 2);
  await wallet.idle();
  await account.sleep(7_200_000);
  await wallet.idle();
  await wallet.refresh();
  await account.sleep(7_200_000);
  await wallet.refresh();
  assert.deepEqual(
    wallet.purchases.slice(0, 2).map(({ state }) => state),
    ['delivered', 'delivered'],
  );
});

test('a list is ordered with one request', async () => {
  const { wallet, account } = await open('list');
  await wallet.buyList([WANTED, { ...WANTED, package_id: 2 }]);
  await account.sleep(7_200_000);
  await wallet.refresh();
  assert.ok(wallet.purchases.every(({ state }) => state === 'delivered'));
});

test('a rental that has ended is shown as ended', async () => {
  const { wallet, account } = await open('ended');
  await press(wallet, account);
  await account.sleep(7_200_000);
  await wallet.idle();
  await wallet.refresh();
  assert.equal(wallet.purchases.at(-1).status, 'completed');
});
