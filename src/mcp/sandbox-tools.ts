import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { Account, Sandbox } from '../client/sandbox-interface.ts';
import type { SandboxSession } from './session.ts';
import { toolArguments } from './tool-arguments.ts';
import { toolResult } from './tool-result.ts';

/** How many accounts are listed. */
const MAX_ACCOUNTS = 100;
/** Of how many created accounts the credentials are repeated. */
const MAX_CREATED = 20;

/** What the code under test has to be configured with. */
const credentialsOf = (account: Account) => ({
  account: account.name,
  base_url: account.baseUrl,
  api_key: account.apiKey,
  webhook_secret: account.webhookSecret,
});

/** The credentials of the account that exists from the start. On a server with an admin token, its key is not known. */
async function defaultCredentials(sandbox: Sandbox): Promise<object | string> {
  const { defaultAccount, defaultApiKey } = await sandbox.info();
  if (defaultAccount === null || defaultApiKey === null) return 'not known; call create_account';
  return credentialsOf(await sandbox.account({ apiKey: defaultApiKey }));
}

function addSandboxTool(server: McpServer, session: SandboxSession): void {
  server.registerTool(
    'sandbox',
    {
      title: 'Start or join the sandbox',
      description:
        'The sandbox of the Energy Rental Service API: starts it if none is running yet. Returns its address, the dashboard, the description of the API, the credentials of the account demo and of those created here, and the names of all accounts.',
      inputSchema: toolArguments({
        url: z
          .string()
          .optional()
          .describe(
            'The address of a running sandbox to join instead, such as http://127.0.0.1:4010. Only before any other call',
          ),
      }),
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    ({ url }) =>
      toolResult(async () => {
        const sandbox = await (url === undefined ? session.sandbox() : session.join(url));
        const { version, accounts } = await sandbox.info();
        return {
          url: sandbox.url,
          version,
          runs_in: session.isOwn ? 'this process' : 'another process',
          dashboard: `${sandbox.url}/_sandbox/`,
          api_description: `${sandbox.url}/_sandbox/openapi/energy-rental-v1.yaml`,
          credentials: await defaultCredentials(sandbox),
          created_here: session.created.slice(-MAX_CREATED).map(credentialsOf),
          accounts: accounts.slice(0, MAX_ACCOUNTS),
          accounts_total: accounts.length,
        };
      }),
  );
}

function addAccountTool(server: McpServer, session: SandboxSession): void {
  server.registerTool(
    'create_account',
    {
      title: 'Create an account',
      description:
        'Creates an account with its own balance, clock, keys and scenarios, so that experiments do not disturb each other. Returns its credentials. Its clock stands still until advance is called, unless clock says otherwise.',
      inputSchema: toolArguments({
        name: z
          .string()
          .optional()
          .describe('Letters, digits, period, underscore, hyphen. Default: generated'),
        balance_trx: z.number().optional().describe('In TRX. Default: 1000'),
        clock: z.string().optional().describe('manual (default), real, or a speed such as 60x'),
        webhook_url: z
          .string()
          .optional()
          .describe(
            'Where webhooks are sent; sandbox:receiver is a built-in receiver that acknowledges them. Default: nowhere',
          ),
        webhook_secret: z
          .string()
          .optional()
          .describe('The secret of signatures that the receiver expects. Default: generated'),
        scenarios: z.array(z.string()).optional().describe('Names of scenarios, as for use_scenarios'),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ name, balance_trx, clock = 'manual', webhook_url, webhook_secret, scenarios }) =>
      toolResult(async () => {
        const sandbox = await session.sandbox();
        const account = await sandbox.createAccount({
          clock: clock as 'manual',
          ...(name === undefined ? {} : { name }),
          ...(balance_trx === undefined ? {} : { balanceTrx: balance_trx }),
          ...(webhook_url === undefined ? {} : { webhookUrl: webhook_url }),
          ...(webhook_secret === undefined ? {} : { webhookSecret: webhook_secret }),
          ...(scenarios === undefined ? {} : { scenarios: scenarios as [] }),
        });
        session.keep(account);
        return credentialsOf(account);
      }),
  );
}

/** The tools with which an agent begins. */
export function addSandboxTools(server: McpServer, session: SandboxSession): void {
  addSandboxTool(server, session);
  addAccountTool(server, session);
}
