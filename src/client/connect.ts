import type { ConnectOptions } from './options.ts';
import { RemoteSandbox } from './remote-sandbox.ts';
import type { Sandbox } from './sandbox-interface.ts';

/**
 * Drives a sandbox that runs elsewhere, with the interface of one in this process.
 * @param url its address, such as http://127.0.0.1:4010
 * @throws SandboxError where no sandbox answers there
 */
export async function connectSandbox(url: string | URL, options: ConnectOptions = {}): Promise<Sandbox> {
  const sandbox = new RemoteSandbox(url, options);
  try {
    await sandbox.ping();
  } catch (error) {
    await sandbox.close();
    throw error;
  }
  return sandbox;
}
