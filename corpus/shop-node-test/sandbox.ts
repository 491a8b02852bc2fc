import { type Account, connectSandbox } from 'energy-rental-sandbox/client';

/* All that the suite needs of the sandbox besides the service itself. For another sandbox, change this file. */

const { ENERGY_SANDBOX_URL: url } = process.env;
if (url === undefined)
  throw new Error('ENERGY_SANDBOX_URL is not set: run the suite with energy-sandbox exec');

/** An account with a clock that stands still until the test advances it. */
export async function createAccount(name: string): Promise<Account> {
  const sandbox = await connectSandbox(url!);
  return sandbox.createAccount({ name, clock: 'manual', balance_trx: 100 });
}
