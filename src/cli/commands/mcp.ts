import type { Command } from 'commander';
import { CliError } from '../cli-error.ts';
import { parseWith, readHttpUrl, readPort } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';

interface Flags {
  readonly url?: string;
  readonly adminToken?: string;
  readonly port?: number;
  readonly http?: number;
}

const EXAMPLES = `
An agent starts it as a program, and talks to it over stdin and stdout. Without
--url, it starts a sandbox of its own at the agent's first call.

Examples:
  claude mcp add energy-sandbox -- npx --yes energy-rental-sandbox mcp
  energy-sandbox mcp --url http://127.0.0.1:4010
  energy-sandbox mcp --http 4015`;

async function run({ url, adminToken, port, http }: Flags, io: ProcessIo): Promise<void> {
  const { environment } = io;
  const joined = url ?? (environment.ENERGY_SANDBOX_URL || undefined);
  if (joined !== undefined && port !== undefined) {
    throw new CliError(
      `--port: the agent joins the sandbox at ${joined}, so none is started; omit --port, or --url and ENERGY_SANDBOX_URL`,
    );
  }
  const { SandboxSession } = await import('../../mcp/session.ts');
  const { serveHttp, serveStdio } = await import('../mcp/serve.ts');
  const session = new SandboxSession({
    url: joined,
    adminToken: adminToken ?? (environment.ENERGY_SANDBOX_ADMIN_TOKEN || undefined),
    port,
  });
  try {
    await (http === undefined ? serveStdio(session, io) : serveHttp(session, http, io));
  } finally {
    await session.close();
  }
}

export function define(command: Command, io: ProcessIo): void {
  command
    .option('--url <url>', 'address of a running sandbox [ENERGY_SANDBOX_URL]', parseWith(readHttpUrl))
    .option('--admin-token <token>', 'its admin token, if it requires one [ENERGY_SANDBOX_ADMIN_TOKEN]')
    .option('--port <port>', 'port of the sandbox that it starts; default a free one', parseWith(readPort))
    .option('--http <port>', 'serve over HTTP on this port instead of stdin and stdout', parseWith(readPort))
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => run(flags, io));
}
