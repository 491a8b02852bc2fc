// A test suite for Vitest, with a sandbox in the process of the tests. Its client takes an order that it got no response to
// for refused, and orders again under another external_id.
import { test } from 'energy-rental-sandbox/vitest';
import { expect } from 'vitest';

async function buy({ base_url, api_key }, id, attempt = 1) {
  const external_id = attempt === 1 ? id : `${id}-${attempt}`;
  try {
    const response = await fetch(`${base_url}/api/v1/order/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ external_id, package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' }),
    });
    return (await response.json()).data.order_id;
  } catch (error) {
    if (attempt === 3) throw error;
    return buy({ base_url, api_key }, id, attempt + 1);
  }
}

test('an order is made once', async ({ account }) => {
  await buy(account, 'v-1');
  expect(await account.orders()).toHaveLength(1);
});
