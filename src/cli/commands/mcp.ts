import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { listen } from '../../host/node/listen.ts';
import { mcpServers } from '../../mcp/mcp-server.ts';
import { SandboxSession } from '../../mcp/session.ts';
import { readHttpUrl, readPort } from '../argument-parsers.ts';
import { CliError } from '../cli-error.ts';
import { local, one } from '../define-command.ts';
import type { ProcessIo } from '../process-io.ts';
import { adminTokenIn, namedServer } from '../remote.ts';

const HOST = '127.0.0.1';
const PATH = '/mcp';

/** The message of an error of the protocol, without the long list with which the SDK explains an invalid message. */
const oneLine = ({ message }: Error): string =>
  message.startsWith('[') ? 'a line on stdin is not a message of JSON-RPC 2.0' : message;

/** Serves one client over stdin and stdout until it closes stdin. Nothing else may be written to stdout. */
async function serveStdio(session: SandboxSession, io: ProcessIo): Promise<void> {
  const server = (await mcpServers(session))();
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

/** Handles each request with a server of its own. The servers share the session, so none stores anything for a client. */
async function handle(
  create: () => McpServer,
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isKnown = request.url?.split('?')[0] === PATH;
  if (!isKnown || request.method !== 'POST') {
    response
      .writeHead(isKnown ? 405 : 404, { 'Content-Type': 'text/plain', ...(isKnown && { Allow: 'POST' }) })
      .end(`POST to http://${HOST}:${port}${PATH}\n`);
    return;
  }
  const server = create();
  const hosts = [`${HOST}:${port}`, `localhost:${port}`];
  const transport = new StreamableHTTPServerTransport({
    // Refuses pages of other origins, even if a name of theirs resolves to this address.
    enableDnsRebindingProtection: true,
    allowedHosts: hosts,
    allowedOrigins: hosts.map(host => `http://${host}`),
  });
  // Ends what the request has started, such as an audit.
  response.once('close', () => void server.close());
  await server.connect(transport as Parameters<typeof server.connect>[0]);
  await transport.handleRequest(request, response);
}

/** Serves any number of clients over HTTP until a signal. @throws ListenError if the port cannot be used */
async function serveHttp(session: SandboxSession, wanted: number, io: ProcessIo): Promise<void> {
  let port = 0;
  const create = await mcpServers(session);
  const server = createServer((request, response) => {
    handle(create, port, request, response).catch(error => {
      io.err.line(`energy-sandbox: ${(error as Error).message}`);
      if (!response.headersSent) response.writeHead(500).end();
    });
  });
  port = await listen(server, { port: wanted, host: HOST, portName: '--http' });
  io.err.line(`Model Context Protocol at http://${HOST}:${port}${PATH}. Stop with Ctrl-C.`);
  await new Promise<void>(resolve => io.onInterrupt(resolve));
  server.close();
  server.closeAllConnections();
}

export const { define } = local({
  input: {
    url: one('--url <url>', 'address of a running sandbox [ENERGY_SANDBOX_URL]', readHttpUrl),
    adminToken: one(
      '--admin-token <token>',
      'its admin token, if it requires one [ENERGY_SANDBOX_ADMIN_TOKEN, ENERGY_SANDBOX_ADMIN_TOKEN_FILE]',
    ),
    port: one('--port <port>', 'port of the sandbox that it starts; default a free one', readPort),
    http: one('--http <port>', 'serve over HTTP on this port instead of stdin and stdout', readPort),
  },
  notes: `
An agent starts it as a program, and talks to it over stdin and stdout. Without
--url, it starts a sandbox of its own at the agent's first call.

Examples:
  claude mcp add energy-sandbox -- npx --no energy-rental-sandbox mcp
  energy-sandbox mcp --url http://127.0.0.1:4010`,
  async run({ url, adminToken, port, http }, io) {
    const { environment } = io;
    const joined = namedServer(url, environment);
    if (joined !== undefined && port !== undefined) {
      throw new CliError(
        `--port: the agent joins the sandbox at ${joined}, so none is started; omit --port, or --url and ENERGY_SANDBOX_URL`,
      );
    }
    const session = new SandboxSession({
      url: joined,
      adminToken: adminToken ?? adminTokenIn(io),
      port,
    });
    try {
      await (http === undefined ? serveStdio(session, io) : serveHttp(session, http, io));
    } finally {
      await session.close();
    }
  },
});
