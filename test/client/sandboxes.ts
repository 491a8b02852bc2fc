import { connectSandbox } from '../../src/client/remote-sandbox.ts';
import type { Account, Sandbox } from '../../src/client/sandbox-interface.ts';
import { createSandbox } from '../../src/testing/create-sandbox.ts';
import { sendRaw } from '../support/raw-http.ts';
import { FIRST_ID_IS_1 } from '../support/sandbox.ts';

const ADMIN_TOKEN = 'admin-token-of-the-tests';

/** A sandbox in which the ids of orders begin with 1. */
export const localSandbox = (): Promise<Sandbox> => createSandbox({ assumptions: FIRST_ID_IS_1 });

/** A connection to such a sandbox, which requires an admin token and is stopped when the connection is closed. */
export async function remoteSandbox(): Promise<Sandbox> {
  const server = await createSandbox({ assumptions: FIRST_ID_IS_1, admin_token: ADMIN_TOKEN });
  const sandbox = await connectSandbox(server.url, { admin_token: ADMIN_TOKEN });
  const disconnect = sandbox.close.bind(sandbox);
  sandbox.close = async () => {
    await disconnect();
    await server.close();
  };
  return sandbox;
}

/** Longer than a test may take: a wait that fails by then has not waited for its timeout. */
export const PATIENT = { timeout_ms: 600_000 };

/** A recipient without a special effect. */
export const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';

/** A response of the service. */
export interface ServiceResponse {
  readonly status: number;
  readonly body: { readonly success: boolean; readonly error?: string; readonly data?: { order_id: number } };
}

/** Sends an order as the code under test would. */
export async function order(account: Account, fields: object = {}): Promise<ServiceResponse> {
  const response = await fetch(`${account.base_url}/api/v1/order/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${account.api_key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ package_id: 1, address: RECIPIENT, ...fields }),
  });
  return { status: response.status, body: (await response.json()) as ServiceResponse['body'] };
}

/** Sends an order over a connection of its own, without the timers that a test may have faked. */
export async function orderOverNewConnection(account: Account, fields: object): Promise<number> {
  const body = JSON.stringify({ package_id: 1, address: RECIPIENT, ...fields });
  const head = [
    'POST /api/v1/order/ HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${account.api_key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  const answer = await sendRaw(Number(new URL(account.base_url).port), `${head.join('\r\n')}\r\n\r\n${body}`);
  return answer.status;
}
