import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectSandbox } from 'energy-rental-sandbox/client';

test('energy is delegated', async t => {
  const { ENERGY_SANDBOX_URL, ENERGY_SANDBOX_ADMIN_TOKEN } = process.env;
  const sandbox = await connectSandbox(ENERGY_SANDBOX_URL, { admin_token: ENERGY_SANDBOX_ADMIN_TOKEN });
  const account = await sandbox.createAccount({ clock: 'manual', idle_ttl: '10m' });
  t.after(async () => {
    await account.delete();
    await sandbox.close();
  });
  const headers = { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' };
  const order = { external_id: 'one', package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' };
  await fetch(`${account.base_url}/api/v1/order/`, { method: 'POST', headers, body: JSON.stringify(order) });
  await account.advance({ until: 'order.delegated' });
  const response = await fetch(`${account.base_url}/api/v1/status/?external_id=one`, { headers });
  assert.equal((await response.json()).data.status, 'delegated');
});
