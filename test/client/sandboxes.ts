import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { connectSandbox } from '../../src/client/connect.ts';
import type { Account, Sandbox } from '../../src/client/sandbox-interface.ts';
import { createSandbox } from '../../src/create-sandbox.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const ADMIN_TOKEN = 'admin-token-of-the-tests';

/** The address that the program tells once it serves. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let told = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      told += text;
      if (told.includes('\n')) resolve((JSON.parse(told) as { base_url: string }).base_url);
    });
    child.once('exit', code => reject(new Error(`the program ended with ${code} before it served`)));
  });
}

/** A sandbox in a process of its own, which is ended with it. */
async function farSandbox(): Promise<Sandbox> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: run "npm run build"`);
  const flags = ['start', '--port', '0', '--json', '--admin-token', ADMIN_TOKEN];
  const child = spawn(process.execPath, [PROGRAM, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const sandbox = await connectSandbox(await addressOf(child), { adminToken: ADMIN_TOKEN });
  const disconnect = sandbox.close.bind(sandbox);
  sandbox.close = async () => {
    await disconnect();
    child.kill();
  };
  return sandbox;
}

/** A sandbox in this process, and one in a process of its own. */
export const SANDBOXES = [
  { where: 'near', start: () => createSandbox() },
  { where: 'far', start: farSandbox },
] as const;

/** A recipient to which nothing special happens. */
export const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

/** An answer of the service. */
export interface ServiceAnswer {
  readonly status: number;
  readonly body: { readonly success: boolean; readonly error?: string; readonly data?: { order_id: number } };
}

/** What the code under test would send. */
export async function order(account: Account, fields: object = {}): Promise<ServiceAnswer> {
  const response = await fetch(`${account.baseUrl}/api/v1/order/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${account.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ package_id: 1, address: RECIPIENT, ...fields }),
  });
  return { status: response.status, body: (await response.json()) as ServiceAnswer['body'] };
}
