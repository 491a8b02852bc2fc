import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPayer } from './test-wallet.mjs';

/* A payout of USDT with rented Energy. It asserts that the recipient has the money, and nothing about what was burned. */

const closing = [];
after(() => {
  for (const close of closing) close();
});

test('a payout that was made has reached its recipient, once', async () => {
  const { account, payer, payout, received, close } = await openPayer('payout');
  closing.push(close);
  for (let tap = 0; tap < 3 && payout.state !== 'paid'; tap++) await payer.pay(payout);
  await account.sleep(120_000);
  assert.equal(payout.state, 'paid');
  assert.equal(await received(), 5);
});
