import { createSandbox } from 'energy-rental-sandbox';

let sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

test('an order is delivered', async () => {
  const account = await sandbox.createAccount({ clock: 'manual' });
  const response = await fetch(`${account.base_url}/api/v1/order/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      external_id: 'one',
      package_id: 1,
      address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1',
    }),
  });
  expect(response.status).toBe(202);
  await account.advance({ until: 'idle' });
  expect((await account.order('one')).status).toBe('completed');
});
