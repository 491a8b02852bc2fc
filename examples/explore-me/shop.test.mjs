import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createSandbox } from 'energy-rental-sandbox';
import { buyEnergy } from './shop.mjs';

const ADDRESS = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const sandbox = await createSandbox();
after(() => sandbox.close());

test('an invoice buys Energy, which is delivered', async () => {
  const account = await sandbox.createAccount({ name: 'delivery', clock: 'manual' });
  const id = await buyEnergy(account, 'invoice-7', ADDRESS);
  await account.advance({ until: 'idle' });
  assert.equal((await account.order(id)).status, 'completed');
});

test('each invoice is paid once', async () => {
  const account = await sandbox.createAccount({ name: 'payment', clock: 'manual' });
  await buyEnergy(account, 'invoice-8', ADDRESS);
  await buyEnergy(account, 'invoice-9', ADDRESS);
  assert.equal((await account.ledger({ kind: 'debit' })).length, 2);
});
