import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPayer } from './test-wallet.mjs';

/* What holds whatever becomes of the chain: the screen says what has reached the recipient. */

const closing = [];
after(() => {
  for (const close of closing) close();
});

test('a payout is shown as paid if it has reached its recipient, and only then', async () => {
  const { account, payer, payout, received, close } = await openPayer('open-payout');
  closing.push(close);
  for (let tap = 0; tap < 3 && payout.state !== 'paid'; tap++) await payer.pay(payout);
  await account.sleep(120_000);
  assert.equal(await received(), payout.state === 'paid' ? 5 : 0);
});
