import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeTemporaryFolder } from '../host/node/files.ts';
import type { RunningSandbox } from '../server/sandbox.ts';
import { isScenarioFile } from '../server/scenario-options.ts';
import { CliError, EXIT_USAGE } from './cli-error.ts';

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
interface Described extends Pick<RunningSandbox, 'baseUrl' | 'apiKey' | 'webhookSecret' | 'caFile'> {
  readonly adminToken: string | undefined;
  /** The file for Node programs: the authority of the sandbox, with those that they trusted before; null without TLS. */
  readonly nodeCaFile: string | null;
  /** The run folder; undefined if there is none. */
  readonly run: string | undefined;
  /** Names and files of scenarios. */
  readonly disturbances: readonly string[];
}

/** @throws CliError if a list that is separated by commas cannot contain the path */
function absolute(path: string): string {
  const resolved = resolve(path);
  if (!resolved.includes(',')) return resolved;
  throw new CliError(
    `disturbance: ${resolved} contains a comma, so it cannot be passed on to the command; rename the file or its folder`,
    EXIT_USAGE,
  );
}

/**
 * What the sandboxes that the command creates have in common with this one. Paths are absolute, because the command may
 * change its working directory.
 */
const shared = ({ run, disturbances }: Described): NodeJS.ProcessEnv => ({
  ...(run === undefined ? {} : { ENERGY_SANDBOX_RUN: resolve(run) }),
  ...(disturbances.length === 0
    ? {}
    : {
        ENERGY_SANDBOX_DISTURBANCE: disturbances
          .map(text => (isScenarioFile(text) ? absolute(text) : text))
          .join(','),
      }),
});

/** The environment of a command that uses a sandbox. */
export function commandEnvironment(environment: NodeJS.ProcessEnv, described: Described): NodeJS.ProcessEnv {
  const { baseUrl, apiKey, webhookSecret, adminToken, caFile, nodeCaFile } = described;
  const others = Object.entries(environment).filter(([name]) => !DESCRIBING.includes(name));
  return {
    ...Object.fromEntries(others),
    ENERGY_SANDBOX_URL: baseUrl,
    ENERGY_SANDBOX_API_KEY: apiKey,
    ENERGY_SANDBOX_WEBHOOK_SECRET: webhookSecret,
    ...(adminToken === undefined ? {} : { ENERGY_SANDBOX_ADMIN_TOKEN: adminToken }),
    ...(caFile === null ? {} : { ENERGY_SANDBOX_CA_FILE: caFile }),
    ...(nodeCaFile === null ? {} : { NODE_EXTRA_CA_CERTS: nodeCaFile }),
    ...shared(described),
  };
}

/** A file for NODE_EXTRA_CA_CERTS. */
interface NodeAuthorities {
  /** Null without an authority. */
  readonly file: string | null;
  remove(): Promise<void>;
}

/**
 * The file of authorities that Node programs have to trust in addition. Node reads a single file, so if the environment
 * already names one, a temporary file with the contents of both is written.
 * @param caFile the authority of a sandbox; null if it has none
 */
export async function nodeAuthorities(
  caFile: string | null,
  { NODE_EXTRA_CA_CERTS: trusted }: NodeJS.ProcessEnv,
): Promise<NodeAuthorities> {
  const asGiven = { file: caFile, remove: async () => undefined };
  if (caFile === null || !trusted) return asGiven;
  // Node ignores a file that it cannot read, too.
  const others = await readFile(trusted, 'utf8').catch(() => null);
  if (others === null) return asGiven;
  const folder = makeTemporaryFolder('tls');
  const file = join(folder, 'ca-with-others.pem');
  await writeFile(file, `${others.trimEnd()}\n${await readFile(caFile, 'utf8')}`);
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}
