// A test suite for node:test. Its client takes an order that it got no response to for refused, and orders again under
// another external_id. Only the second test notices.
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { ENERGY_SANDBOX_URL: url, ENERGY_SANDBOX_API_KEY: key } = process.env;

async function call(method, path, body) {
  const response = await fetch(url + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()).data;
}

const order = external_id => ({ external_id, package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' });

const buy = id =>
  call('POST', '/api/v1/order/', order(id)).catch(() => call('POST', '/api/v1/order/', order(`${id}-again`)));

test('an order is accepted', async () => {
  assert.equal((await buy('n-1')).status, 'processing');
});

test('an order is paid once', async () => {
  const { balance_trx: before } = await call('GET', '/api/v1/balance/');
  await buy('n-2');
  const { balance_trx: after } = await call('GET', '/api/v1/balance/');
  assert.ok(before - after < 5);
});
