import { execFileSync } from 'node:child_process';
import { createSandbox } from 'energy-rental-sandbox';
import { expect, test } from 'vitest';

test('meets a 404 in a sandbox of its own', async () => {
  const sandbox = await createSandbox();
  const account = await sandbox.createAccount();
  const response = await fetch(`${account.base_url}/api/v1/status/?id=1`, {
    headers: { Authorization: `Bearer ${account.api_key}`, Connection: 'close' },
  });
  expect(response.status).toBe(404);
  await sandbox.close();
});

const CHILD = `
  const { createSandbox } = await import('energy-rental-sandbox');
  const sandbox = await createSandbox();
  const account = await sandbox.createAccount({ scenarios: ['insufficient-balance'] });
  const response = await fetch(account.base_url + '/api/v1/order/', {
    method: 'POST',
    headers: { Authorization: 'Bearer ' + account.api_key, 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify({ external_id: 'one', package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' }),
  });
  console.log(response.status);
  process.exit(0);
`;

test('meets a 402 in a process of its own', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', CHILD], {
    encoding: 'utf8',
  });
  expect(printed.trim()).toBe('402');
});
