import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openWallet, WANTED } from './test-wallet.mjs';

/* What holds however an order ends: the wallet's books agree with what the service has charged. */

const closing = [];
after(() => {
  for (const close of closing) close();
});

/** Lets every order end and every refund come, and compares what the wallet booked with what it was charged. */
async function agree(wallet, account) {
  await account.sleep(10_800_000);
  await wallet.refresh();
  await wallet.idle();
  await account.sleep(10_800_000);
  await wallet.refresh();
  assert.equal(wallet.paidSun(), await account.chargedSun());
}

test('the books say what a transfer cost', async () => {
  const { wallet, account, close } = await openWallet('books');
  closing.push(close);
  await wallet.buy(WANTED);
  await agree(wallet, account);
});

test('the books say what a list cost', async () => {
  const { wallet, account, close } = await openWallet('books-of-lists');
  closing.push(close);
  await wallet.buyList([WANTED, { ...WANTED, package_id: 2 }]);
  await agree(wallet, account);
});
