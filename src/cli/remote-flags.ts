import type { Command } from 'commander';
import { DEMO_ACCOUNT } from '../options.ts';
import { readHttpUrl, parseWith } from './parse-values.ts';
import type { ProcessIo } from './process-io.ts';
import { Remote } from './remote-server.ts';

/** Flags of every command that talks to a server. */
export interface RemoteFlags {
  readonly url?: string;
  readonly account?: string;
  readonly adminToken?: string;
  readonly json?: boolean;
}

const DEFAULT_URL = 'http://127.0.0.1:4010';

/** Gives a command the flags that say which server, and about which account. */
export function withServer(command: Command, ofAccount = true): Command {
  command.option('--json', 'as JSON').optionsGroup('Which server:');
  command.option(
    '--url <url>',
    `where it is (default ${DEFAULT_URL}) [ENERGY_SANDBOX_URL]`,
    parseWith(readHttpUrl),
  );
  if (ofAccount) {
    command.option('--account <name>', `whose (default ${DEMO_ACCOUNT}) [ENERGY_SANDBOX_ACCOUNT]`);
  }
  return command.option('--admin-token <token>', 'where it asks for one [ENERGY_SANDBOX_ADMIN_TOKEN]');
}

/** The server that flags and environment mean. */
export function remoteOf(flags: RemoteFlags, { environment }: ProcessIo): Remote {
  const url = flags.url ?? (environment.ENERGY_SANDBOX_URL || DEFAULT_URL);
  return new Remote({
    url: readHttpUrl(url),
    account: flags.account ?? (environment.ENERGY_SANDBOX_ACCOUNT || DEMO_ACCOUNT),
    adminToken: flags.adminToken ?? (environment.ENERGY_SANDBOX_ADMIN_TOKEN || undefined),
  });
}
