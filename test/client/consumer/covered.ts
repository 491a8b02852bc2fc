import { test } from 'energy-rental-sandbox/vitest';
import { expect } from 'vitest';

test('reads the balance', async ({ account }) => {
  const response = await fetch(`${account.base_url}/api/v1/balance/`, {
    headers: { Authorization: `Bearer ${account.api_key}`, Connection: 'close' },
  });
  expect(response.status).toBe(200);
});
