import { CliError } from '../cli-error.ts';
import { commands, local, one } from '../inputs.ts';
import { readHttpUrl, readPort } from '../parse-values.ts';

const mcp = local({
  input: {
    url: one('--url <url>', 'address of a running sandbox [ENERGY_SANDBOX_URL]', readHttpUrl),
    adminToken: one(
      '--admin-token <token>',
      'its admin token, if it requires one [ENERGY_SANDBOX_ADMIN_TOKEN]',
    ),
    port: one('--port <port>', 'port of the sandbox that it starts; default a free one', readPort),
    http: one('--http <port>', 'serve over HTTP on this port instead of stdin and stdout', readPort),
  },
  notes: `
An agent starts it as a program, and talks to it over stdin and stdout. Without
--url, it starts a sandbox of its own at the agent's first call.

Examples:
  claude mcp add energy-sandbox -- npx --yes energy-rental-sandbox mcp
  energy-sandbox mcp --url http://127.0.0.1:4010`,
  async run({ url, adminToken, port, http }, io) {
    const { environment } = io;
    const joined = url ?? (environment.ENERGY_SANDBOX_URL || undefined);
    if (joined !== undefined && port !== undefined) {
      throw new CliError(
        `--port: the agent joins the sandbox at ${joined}, so none is started; omit --port, or --url and ENERGY_SANDBOX_URL`,
      );
    }
    const { SandboxSession } = await import('../../mcp/session.ts');
    const { serveHttp, serveStdio } = await import('../serve-mcp.ts');
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
    return 0;
  },
});

export const { define } = commands({ mcp });
