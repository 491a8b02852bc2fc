import type { RunningSandbox } from '../../sandbox.ts';

/**
 * Variables that describe a sandbox. Those of an outer `exec`, or of another server, are removed, so that the command
 * never mixes two sandboxes.
 */
const DESCRIBING = [
  'ENERGY_SANDBOX_URL',
  'ENERGY_SANDBOX_ACCOUNT',
  'ENERGY_SANDBOX_API_KEY',
  'ENERGY_SANDBOX_WEBHOOK_SECRET',
  'ENERGY_SANDBOX_ADMIN_TOKEN',
];

/** The environment of a command that uses a sandbox. */
export function commandEnvironment(
  environment: NodeJS.ProcessEnv,
  sandbox: Pick<RunningSandbox, 'baseUrl' | 'apiKey' | 'webhookSecret'>,
  adminToken: string | undefined,
): NodeJS.ProcessEnv {
  const others = Object.entries(environment).filter(([name]) => !DESCRIBING.includes(name));
  return {
    ...Object.fromEntries(others),
    ENERGY_SANDBOX_URL: sandbox.baseUrl,
    ENERGY_SANDBOX_API_KEY: sandbox.apiKey,
    ENERGY_SANDBOX_WEBHOOK_SECRET: sandbox.webhookSecret,
    ...(adminToken === undefined ? {} : { ENERGY_SANDBOX_ADMIN_TOKEN: adminToken }),
  };
}
