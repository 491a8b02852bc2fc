import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { connectSandbox } from '../../src/client/connect.ts';
import type { Account, Sandbox } from '../../src/client/sandbox-interface.ts';
import { createSandbox } from '../../src/create-sandbox.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const CONFIG = fileURLToPath(new URL('./first-id-is-1.yaml', import.meta.url));
const ADMIN_TOKEN = 'admin-token-of-the-tests';

/** The address that the program prints when it is ready. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('\n')) resolve((JSON.parse(output) as { base_url: string }).base_url);
    });
    child.once('exit', code => reject(new Error(`the program ended with ${code} before it was ready`)));
  });
}

/** A sandbox in a separate process, which ends when the sandbox is closed. */
async function remoteSandbox(): Promise<Sandbox> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: run "npm run build"`);
  const flags = ['start', '--port', '0', '--json', '--admin-token', ADMIN_TOKEN, '--config', CONFIG];
  const child = spawn(process.execPath, [PROGRAM, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const sandbox = await connectSandbox(await addressOf(child), { adminToken: ADMIN_TOKEN });
  const disconnect = sandbox.close.bind(sandbox);
  sandbox.close = async () => {
    await disconnect();
    child.kill();
  };
  return sandbox;
}

/** A sandbox in this process, and one in a separate process. In both, the ids of orders begin with 1. */
export const SANDBOXES = [
  { where: 'local', start: () => createSandbox({ assumptions: { first_order_id: 1 } }) },
  { where: 'remote', start: remoteSandbox },
] as const;

/** Longer than a test may take: a wait that fails by then has not waited for its timeout. */
export const PATIENT = { timeoutMs: 600_000 };

/** A recipient without a special effect. */
export const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

/** A response of the service. */
export interface ServiceResponse {
  readonly status: number;
  readonly body: { readonly success: boolean; readonly error?: string; readonly data?: { order_id: number } };
}

/** Sends an order as the code under test would. */
export async function order(account: Account, fields: object = {}): Promise<ServiceResponse> {
  const response = await fetch(`${account.baseUrl}/api/v1/order/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${account.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ package_id: 1, address: RECIPIENT, ...fields }),
  });
  return { status: response.status, body: (await response.json()) as ServiceResponse['body'] };
}
