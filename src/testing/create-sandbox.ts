import { remoteSandbox } from '../client/remote-sandbox.ts';
import type { Sandbox } from '../client/sandbox-interface.ts';
import { checkOptions, DEMO_ACCOUNT, type SandboxOptions } from '../server/sandbox-options.ts';
import { startSandbox } from '../server/start-sandbox.ts';

/** The options that a surrounding test run sets for all its sandboxes, so a test suite need not be changed. */
function fromEnvironment(): SandboxOptions {
  const { ENERGY_SANDBOX_DISTURBANCE: disturbances, ENERGY_SANDBOX_RUN: run } = process.env;
  return {
    ...(disturbances === undefined ? {} : { disturbances: disturbances.split(',') }),
    ...(run === undefined ? {} : { run }),
  };
}

/** The default limit protects other users of a server. A sandbox in its user's own process has no others. */
export const MAX_OWN_ORDERS = 1_000_000;

/**
 * Starts a sandbox in this process, by default on a free port. Any number can run at the same time; they share nothing.
 * @throws OptionError for invalid options, and for a port that is in use
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkOptions(options);
  const all = { ...fromEnvironment(), ...options };
  checkOptions(all);
  const assumptions = { order_limit: MAX_OWN_ORDERS, ...all.assumptions };
  const running = await startSandbox({ ...all, assumptions });
  const { baseUrl, apiKey } = running;
  const admin = options.admin_token === undefined ? {} : { admin_token: options.admin_token };
  // It is controlled over HTTP like a remote one, so that both behave the same. The certificate need not be checked: the
  // server is in this process. It may be issued for names other than `baseUrl`.
  const sandbox = remoteSandbox(
    baseUrl,
    { ...admin, rejectUnauthorized: false },
    { account: DEMO_ACCOUNT, api_key: apiKey },
  );
  const disconnect = sandbox.close;
  sandbox.close = async () => {
    await disconnect();
    await running.close();
  };
  return sandbox;
}
