// The test suite of a shop whose receiver acknowledges every webhook, but whose code that orders does not look at what the
// receiver has stored: after a failure it orders again under another external_id. Its test looks at the status only.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connectSandbox } from 'energy-rental-sandbox/client';

const sandbox = await connectSandbox(process.env.ENERGY_SANDBOX_URL);
const account = await sandbox.createAccount({ name: 'shop', clock: 'manual' });
const receiver = createServer((request, response) =>
  request.resume().on('end', () => response.writeHead(204).end()),
);
await new Promise(resolve => receiver.listen(0, '127.0.0.1', resolve));
await account.webhook.set({ url: `http://127.0.0.1:${receiver.address().port}/` });

async function buy(id, attempt = 1) {
  const external_id = `${id}-${attempt}`;
  try {
    const response = await fetch(`${account.base_url}/api/v1/order/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ external_id, package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' }),
    });
    assert.equal(response.status, 202);
    return external_id;
  } catch (error) {
    if (attempt === 3) throw error;
    await account.waitForWebhook('order.processing');
    return buy(id, attempt + 1);
  }
}

const bought = await buy('invoice-7');
await account.advance({ by: '2h' });
assert.equal((await account.order(bought)).status, 'completed');
await sandbox.close();
receiver.close();
receiver.closeAllConnections();
