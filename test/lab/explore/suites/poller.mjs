// The test suite of a correct client without a receiver. It asks for the status, and draws its external_ids at random.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createSandbox } from 'energy-rental-sandbox';

const ATTEMPTS = 3;
const sandbox = await createSandbox();
const account = await sandbox.createAccount({ name: 'poller', clock: 'manual', balance_trx: 100 });

async function call(method, path, body) {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(`${account.base_url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
        signal: AbortSignal.timeout(5000),
        ...(body && { body: JSON.stringify(body) }),
      });
      if (response.ok) return (await response.json()).data;
      const waitS = Number(response.headers.get('retry-after') ?? 0);
      await new Promise(resolve => setTimeout(resolve, 1000 * waitS));
      throw new Error(`${path} was answered ${response.status}`);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

try {
  for (let order = 1; order <= 3; order++) {
    const external_id = randomUUID();
    const body = { external_id, package_id: order, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' };
    await call('POST', '/api/v1/order/', body);
    await call('GET', `/api/v1/status/?external_id=${external_id}`);
    await account.advance({ until: 'idle' });
    assert.equal((await call('GET', `/api/v1/status/?external_id=${external_id}`)).status, 'completed');
  }
  assert.equal((await account.orders()).length, 3);
  console.log('1 test passed');
} finally {
  await sandbox.close();
}
