import { resolve } from 'node:path';
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
  'ENERGY_SANDBOX_CA_FILE',
];

/** What the environment says about a sandbox. */
export interface Described extends Pick<RunningSandbox, 'baseUrl' | 'apiKey' | 'webhookSecret' | 'caFile'> {
  readonly adminToken: string | undefined;
  /** The file for Node programs: the authority of the sandbox, with those that they trusted before; null without TLS. */
  readonly nodeCaFile: string | null;
  /** The scenarios that disturb all accounts. They also hold in sandboxes that the command creates. */
  readonly disturbances?: readonly string[] | undefined;
}

const isFile = (text: string): boolean => /[/\\]|\.ya?ml$/.test(text);

/** The environment of a command that uses a sandbox. */
export function commandEnvironment(environment: NodeJS.ProcessEnv, described: Described): NodeJS.ProcessEnv {
  const { baseUrl, apiKey, webhookSecret, adminToken, caFile, nodeCaFile, disturbances = [] } = described;
  const others = Object.entries(environment).filter(([name]) => !DESCRIBING.includes(name));
  return {
    ...Object.fromEntries(others),
    ENERGY_SANDBOX_URL: baseUrl,
    ENERGY_SANDBOX_API_KEY: apiKey,
    ENERGY_SANDBOX_WEBHOOK_SECRET: webhookSecret,
    ...(disturbances.length === 0
      ? {}
      : {
          ENERGY_SANDBOX_DISTURBANCE: disturbances
            .map(text => (isFile(text) ? resolve(text) : text))
            .join(','),
        }),
    ...(adminToken === undefined ? {} : { ENERGY_SANDBOX_ADMIN_TOKEN: adminToken }),
    ...(caFile === null ? {} : { ENERGY_SANDBOX_CA_FILE: caFile }),
    ...(nodeCaFile === null ? {} : { NODE_EXTRA_CA_CERTS: nodeCaFile }),
  };
}
