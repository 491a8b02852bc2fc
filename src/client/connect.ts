import { checkOptions } from './errors.ts';
import type { ConnectOptions } from './options.ts';
import { remoteSandbox } from './remote-sandbox.ts';
import type { Sandbox } from './sandbox-interface.ts';

/**
 * Connects to a sandbox in another process. It has the same interface as a sandbox in this process.
 * @param url the address of the sandbox, such as http://127.0.0.1:4010
 * @throws SandboxError if no sandbox responds at that address, or for an unknown option
 */
export async function connectSandbox(url: string | URL, options: ConnectOptions = {}): Promise<Sandbox> {
  checkOptions('connectSandbox', options, ['adminToken', 'ca']);
  const sandbox = remoteSandbox(url, options);
  try {
    await sandbox.ping();
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  return sandbox;
}
