// A suite with a sandbox in its own process, which passes. Its client takes an order that it got no response to for refused,
// and orders again under another external_id. Only the sandbox notices it.
import { createSandbox } from 'energy-rental-sandbox';

const sandbox = await createSandbox();
const { baseUrl, apiKey } = await sandbox.createAccount({ name: 'shop' });

const buy = async external_id => {
  const response = await fetch(`${baseUrl}/api/v1/order/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ external_id, package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' }),
  });
  return response.ok;
};

const isBought = await buy('o-1').catch(() => buy('o-2'));
await sandbox.close();
if (!isBought) process.exit(1);
