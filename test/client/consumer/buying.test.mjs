import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSandbox } from 'energy-rental-sandbox';

test('a failed order is refunded', async () => {
  const sandbox = await createSandbox({ clock: 'manual' });
  try {
    const account = await sandbox.createAccount({ balance_trx: 10, scenarios: ['failed-with-refund'] });
    await fetch(`${account.base_url}/api/v1/order/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' }),
    });
    await account.advance({ until: 'idle' });
    assert.equal((await account.order(48_211)).refunded, true);
    assert.equal((await account.read()).balance_trx, 10);
  } finally {
    await sandbox.close();
  }
});
