// Runs a command with a genuine webhook: its body on standard input, and its signature in WEBHOOK_SIGNATURE.
//
//     npx energy-rental-sandbox exec -- node with-webhook.mjs COMMAND [ARGUMENT...]
import { spawnSync } from 'node:child_process';

const { ENERGY_SANDBOX_URL, ENERGY_SANDBOX_API_KEY } = process.env;
const [command, ...words] = process.argv.slice(2);
if (ENERGY_SANDBOX_URL === undefined || command === undefined) {
  console.error(
    'run this with: npx energy-rental-sandbox exec -- node with-webhook.mjs COMMAND [ARGUMENT...]',
  );
  process.exit(2);
}

/** Calls the control API about the account of the key. @returns the data of the response */
async function call(method, path, body) {
  const response = await fetch(`${ENERGY_SANDBOX_URL}/_sandbox/accounts/me${path}`, {
    method,
    headers: { Authorization: `Bearer ${ENERGY_SANDBOX_API_KEY}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text).data;
}

await call('PUT', '/webhook', { url: 'sandbox:receiver' });
await call('POST', '/trigger', { event: 'order.delegated' });
const arrivals = await call('GET', '/receiver/arrivals');
const { headers, body } = arrivals.items.find(({ event }) => event === 'order.delegated');
const env = { ...process.env, WEBHOOK_SIGNATURE: new Headers(headers).get('X-Webhook-Signature') };
const { status, error } = spawnSync(command, words, {
  input: body,
  env,
  stdio: ['pipe', 'inherit', 'inherit'],
});
if (error) console.error(`cannot run ${command}: ${error.message}`);
process.exitCode = status ?? 1;
