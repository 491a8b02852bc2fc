import type { Command } from 'commander';
import { DEMO_ACCOUNT } from '../options.ts';
import { parseWith, readHttpUrl } from './parse-values.ts';
import type { ProcessIo } from './process-io.ts';
import { Remote } from './remote-server.ts';

/** Flags of every command that calls a server. */
export interface RemoteFlags {
  readonly url?: string;
  readonly account?: string;
  readonly adminToken?: string;
  readonly json?: boolean;
}

const DEFAULT_URL = 'http://127.0.0.1:4010';

/** Adds the flags that select the server and, unless `ofAccount` is false, the account. */
export function withServer(command: Command, ofAccount = true): Command {
  command.option('--json', 'print JSON').optionsGroup('Server:');
  command.option(
    '--url <url>',
    `address of the server (default ${DEFAULT_URL}) [ENERGY_SANDBOX_URL]`,
    parseWith(readHttpUrl),
  );
  if (ofAccount) {
    command.option('--account <name>', `account (default ${DEMO_ACCOUNT}) [ENERGY_SANDBOX_ACCOUNT]`);
  }
  return command.option(
    '--admin-token <token>',
    'admin token, if the server requires one [ENERGY_SANDBOX_ADMIN_TOKEN]',
  );
}

/** The server and account selected by flags and environment. */
export function remoteOf(flags: RemoteFlags, { environment, programName }: ProcessIo): Remote {
  const url = flags.url ?? (environment.ENERGY_SANDBOX_URL || DEFAULT_URL);
  return new Remote({
    url: readHttpUrl(url),
    account: flags.account ?? (environment.ENERGY_SANDBOX_ACCOUNT || DEMO_ACCOUNT),
    adminToken: flags.adminToken ?? (environment.ENERGY_SANDBOX_ADMIN_TOKEN || undefined),
    programName,
  });
}
