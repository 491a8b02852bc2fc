import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { mcpServer } from '../../mcp/mcp-server.ts';
import { SandboxSession } from '../../mcp/session.ts';
import { readHttpUrl, readPort } from '../argument-parsers.ts';
import { CliError } from '../cli-error.ts';
import { commands, local, one } from '../define-command.ts';
import type { ProcessIo } from '../process-io.ts';
import { adminTokenIn } from '../remote.ts';

/** The message of an error of the protocol, without the long list with which the SDK explains an invalid message. */
const oneLine = ({ message }: Error): string =>
  message.startsWith('[') ? 'a line on stdin is not a message of JSON-RPC 2.0' : message;

/** Serves one client over stdin and stdout until it closes stdin. Nothing else may be written to stdout. */
async function serve(session: SandboxSession, io: ProcessIo): Promise<void> {
  const server = await mcpServer(session);
  server.server.onerror = error => io.err.line(`energy-sandbox: ${oneLine(error)}`);
  if (io.input.isTTY) {
    io.err.line(
      'Waiting for messages of the Model Context Protocol on stdin, which agents send. Stop with Ctrl-C; for a person, --help.',
    );
  }
  const ended = new Promise<void>(resolve => {
    server.server.onclose = resolve;
    process.stdin.once('end', resolve);
    io.onInterrupt(resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

const mcp = local({
  input: {
    url: one('--url <url>', 'address of a running sandbox [ENERGY_SANDBOX_URL]', readHttpUrl),
    adminToken: one(
      '--admin-token <token>',
      'its admin token, if it requires one [ENERGY_SANDBOX_ADMIN_TOKEN, ENERGY_SANDBOX_ADMIN_TOKEN_FILE]',
    ),
    port: one('--port <port>', 'port of the sandbox that it starts; default a free one', readPort),
  },
  notes: `
An agent starts it as a program, and talks to it over stdin and stdout. Without
--url, it starts a sandbox of its own at the agent's first call.

Examples:
  claude mcp add energy-sandbox -- npx --yes energy-rental-sandbox mcp
  energy-sandbox mcp --url http://127.0.0.1:4010`,
  async run({ url, adminToken, port }, io) {
    const { environment } = io;
    const joined = url ?? (environment.ENERGY_SANDBOX_URL || undefined);
    if (joined !== undefined && port !== undefined) {
      throw new CliError(
        `--port: the agent joins the sandbox at ${joined}, so none is started; omit --port, or --url and ENERGY_SANDBOX_URL`,
      );
    }
    const session = new SandboxSession({
      url: joined,
      adminToken: adminToken ?? adminTokenIn(environment),
      port,
    });
    try {
      await serve(session, io);
    } finally {
      await session.close();
    }
    return 0;
  },
});

export const { define } = commands({ mcp });
