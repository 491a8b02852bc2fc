// A suite with a sandbox in its own process, which passes. Its client takes an order that it got no response to for refused,
// and orders again under another external_id. Only the sandbox notices it.
import { createSandbox } from 'energy-rental-sandbox';

const sandbox = await createSandbox();
const { base_url, api_key } = await sandbox.createAccount({ name: 'shop' });

const buy = async external_id => {
  const response = await fetch(`${base_url}/api/v1/order/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ external_id, package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' }),
  });
  return response.ok;
};

const isBought = await buy('o-1').catch(() => buy('o-2'));
await sandbox.close();
if (!isBought) process.exit(1);
