const { connectSandbox, createReceiver, verifySignature } = require('energy-rental-sandbox/client');

let sandbox;
let receiver;

beforeAll(async () => {
  sandbox = await connectSandbox(process.env.SANDBOX_URL);
  receiver = await createReceiver();
});

afterAll(async () => {
  await receiver.close();
  await sandbox.close();
});

const order = (account, fields) =>
  fetch(`${account.base_url}/api/v1/order/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1', ...fields }),
  });

test('an order is delivered, and its webhook is signed', async () => {
  const account = await sandbox.createAccount({ clock: 'manual', webhook: receiver });
  expect((await order(account, { external_id: 'one' })).status).toBe(202);
  await account.advance({ until: 'order.delegated' });
  const { body, headers } = await receiver.waitFor('order.delegated', { order: 'one' });
  const header = headers['x-webhook-signature'];
  expect(verifySignature({ body, header, secret: account.webhook_secret })).toBe(true);
  await account.expectRequest({ operation: 'createOrder' }, { exactly: 1 });
});

test('a failed assertion lists the nearest misses', async () => {
  const account = await sandbox.createAccount({ clock: 'manual' });
  await order(account, { external_id: 'two' });
  await expect(account.expectRequest({ external_id: 'three' })).rejects.toThrow(
    'external_id: expected "three", got "two"',
  );
});
