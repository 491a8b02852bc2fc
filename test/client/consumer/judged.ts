import { test } from 'energy-rental-sandbox/vitest';
import { expect } from 'vitest';

const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

/** A client with a bug: each attempt has an external_id of its own. */
async function buyTwice(baseUrl: string, apiKey: string): Promise<void> {
  for (const externalId of ['first', 'second']) {
    await fetch(`${baseUrl}/api/v1/order/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify({ external_id: externalId, package_id: 1, address: RECIPIENT }),
    }).catch(() => undefined);
  }
}

const lossy = test.extend({
  account_options: { scenarios: ['response-lost'], assumptions: { first_order_id: 1 } },
});

lossy('buys twice, and does not notice', async ({ account }) => {
  await buyTwice(account.base_url, account.api_key);
});

lossy('fails by itself', async ({ account }) => {
  await buyTwice(account.base_url, account.api_key);
  expect((await account.orders()).length).toBe(1);
});

lossy.extend({ story: false })('fails without a story', async ({ account }) => {
  await buyTwice(account.base_url, account.api_key);
  expect((await account.orders()).length).toBe(3);
});

lossy.extend({ findings: 'off' })('is not judged', async ({ account }) => {
  await buyTwice(account.base_url, account.api_key);
});

test('does nothing wrong', async ({ account }) => {
  await fetch(`${account.base_url}/api/v1/balance/`, {
    headers: { Authorization: `Bearer ${account.api_key}`, Connection: 'close' },
  });
});

lossy.fails('is expected to fail', async ({ account }) => {
  await buyTwice(account.base_url, account.api_key);
  expect((await account.orders()).length).toBe(4);
});
