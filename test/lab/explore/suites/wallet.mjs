// The test suite of a wallet. After a failure it waits for the webhook that announces the order, and orders again under
// the same external_id if none comes. It buys the same twice on purpose, which looks like a retry.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { connectSandbox, verifySignature } from 'energy-rental-sandbox/client';

/** Longer than a webhook takes, also on a slow machine. */
const WEBHOOK_MS = 1_000;

const sandbox = await connectSandbox(process.env.ENERGY_SANDBOX_URL);
const account = await sandbox.createAccount({ name: 'wallet', clock: 'manual', balance_trx: 100 });
const announced = new Set();

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const header = request.headers['x-webhook-signature'] ?? '';
  const isGenuine = verifySignature({ body, header, secret: account.webhook_secret });
  if (isGenuine) announced.add(JSON.parse(body.toString()).data?.external_id);
  response.writeHead(isGenuine ? 200 : 401).end();
});
server.listen(0, '127.0.0.1');
await new Promise(resolve => server.once('listening', resolve));

const request = (method, path, body) =>
  fetch(`${account.base_url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

/** @returns the external_id under which the order was made */
async function buy(external_id) {
  for (let attempt = 1; attempt <= 4; attempt++) {
    const body = { external_id, package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' };
    try {
      const response = await request('POST', '/api/v1/order/', body);
      if (response.ok && (await response.json()).success) return external_id;
      await pause(1000 * Number(response.headers.get('retry-after') ?? 0));
    } catch {
      // The connection failed. The webhook tells whether the order was made.
    }
    for (let waited = 0; waited < WEBHOOK_MS && !announced.has(external_id); waited += 10) await pause(10);
    if (announced.has(external_id)) return external_id;
  }
  throw new Error(`${external_id} was not ordered`);
}

async function status(externalId) {
  for (let attempt = 1; attempt <= 4; attempt++) {
    try {
      const response = await request('GET', `/api/v1/status/?external_id=${externalId}`);
      if (response.ok) return (await response.json()).data.status;
      await pause(1000 * Number(response.headers.get('retry-after') ?? 0));
    } catch {
      // Asks again.
    }
  }
  throw new Error(`no status of ${externalId}`);
}

try {
  await account.webhook.set({ url: `http://127.0.0.1:${server.address().port}/` });
  const ordered = [await buy('w-1'), await buy('w-2')];
  for (const externalId of ordered) assert.ok(await status(externalId));
  await account.advance({ until: 'idle' });
  for (const externalId of ordered) assert.equal(await status(externalId), 'completed');
  assert.equal((await account.orders()).length, 2, 'the wallet has paid more than twice');
  console.log('1 test passed');
} finally {
  server.close();
  await sandbox.close();
}
