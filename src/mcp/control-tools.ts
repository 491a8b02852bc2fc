import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { AdvanceGoal } from '../client/options.ts';
import type { Account } from '../client/sandbox-interface.ts';
import type { SandboxSession } from './session.ts';
import { toolResult } from './tool-result.ts';

/** The account that a tool is about. */
export const accountField = z.string().optional().describe('The name of the account. Default: demo');

/** What the code under test has to be configured with. */
const credentialsOf = (account: Account) => ({
  account: account.name,
  base_url: account.baseUrl,
  api_key: account.apiKey,
  webhook_secret: account.webhookSecret,
});

/** The key of an account is known only to those who created it. */
async function knownCredentials(session: SandboxSession): Promise<unknown> {
  try {
    return credentialsOf(await session.account());
  } catch {
    return 'not known; call create_account';
  }
}

const goalOf = ({ by, to, until, order }: Readonly<Record<string, string | undefined>>): AdvanceGoal => {
  const given = Object.entries({ by, to, until }).filter(([, value]) => value !== undefined);
  if (given.length !== 1) throw new Error('give exactly one of by, to and until');
  if (order !== undefined && until === undefined)
    throw new Error('order needs until, such as order.completed');
  // The server checks the values.
  return Object.fromEntries([
    ...given,
    ...(order === undefined ? [] : [['order', order]]),
  ]) as unknown as AdvanceGoal;
};

function addSandboxTools(server: McpServer, session: SandboxSession): void {
  server.registerTool(
    'sandbox',
    {
      title: 'Start or join the sandbox',
      description:
        'The sandbox of the Energy Rental Service API: starts it if none is running yet. Returns its address, the credentials of an account for the code under test, the dashboard, and the existing accounts.',
      annotations: { readOnlyHint: true },
    },
    () =>
      toolResult(async () => {
        const sandbox = await session.sandbox();
        const { version, accounts } = await sandbox.info();
        return {
          url: sandbox.url,
          version,
          runs_in: session.isOwn ? 'this process' : 'another process',
          credentials: await knownCredentials(session),
          accounts: accounts.slice(0, 100),
          dashboard: `${sandbox.url}/_sandbox/`,
        };
      }),
  );
  server.registerTool(
    'create_account',
    {
      title: 'Create an account',
      description:
        'Creates an account with its own balance, clock, keys and scenarios, so that experiments do not disturb each other. Returns its credentials. Its clock stands still until advance is called, unless clock says otherwise.',
      inputSchema: {
        name: z.string().optional(),
        balance_trx: z.number().optional(),
        clock: z.string().optional().describe('manual (default), real, or a speed such as 60x'),
        webhook_url: z.string().optional().describe('Where webhooks are sent'),
        scenarios: z
          .array(z.string())
          .optional()
          .describe('Names of scenarios; see the resource scenarios://list'),
      },
    },
    ({ name, balance_trx, clock = 'manual', webhook_url, scenarios }) =>
      toolResult(async () => {
        const sandbox = await session.sandbox();
        const account = await sandbox.createAccount({
          clock: clock as 'manual',
          ...(name === undefined ? {} : { name }),
          ...(balance_trx === undefined ? {} : { balanceTrx: balance_trx }),
          ...(webhook_url === undefined ? {} : { webhookUrl: webhook_url }),
          ...(scenarios === undefined ? {} : { scenarios: scenarios as [] }),
        });
        session.keep(account);
        return credentialsOf(account);
      }),
  );
}

function addAccountTools(server: McpServer, session: SandboxSession): void {
  server.registerTool(
    'use_scenarios',
    {
      title: 'Choose what goes wrong',
      description:
        'Activates exactly these scenarios for an account, such as response-lost or failed-with-refund; with none, everything succeeds. The resource scenarios://list has all of them.',
      inputSchema: {
        account: accountField,
        scenarios: z.array(z.string()).describe('Names of scenarios, in order of precedence; [] for none'),
        inline: z
          .record(z.string(), z.unknown())
          .optional()
          .describe('A scenario of your own, with the keys of a scenario file; it takes precedence'),
      },
    },
    ({ account: name, scenarios, inline }) =>
      toolResult(async () => {
        const account = await session.account(name);
        const all = [...(inline === undefined ? [] : [inline]), ...scenarios];
        return account.scenarios.use(...(all as string[] as []));
      }),
  );
  server.registerTool(
    'advance',
    {
      title: 'Let time pass',
      description:
        'Advances the clock of an account and returns what happened: state transitions, refunds, webhooks with the responses of the receiver. Give exactly one of by, to and until.',
      inputSchema: {
        account: accountField,
        by: z.string().optional().describe('A duration such as 30s, 61m, 1h'),
        to: z.string().optional().describe('An instant such as 2026-01-01T00:10:00Z'),
        until: z
          .string()
          .optional()
          .describe('An event such as order.completed, or idle: until nothing is due'),
        order: z.string().optional().describe('With until: the id or external_id of the order'),
      },
    },
    ({ account: name, ...goal }) =>
      toolResult(async () => (await session.account(name)).advance(goalOf(goal))),
  );
}

/** The tools that change something. */
export function addControlTools(server: McpServer, session: SandboxSession): void {
  addSandboxTools(server, session);
  addAccountTools(server, session);
}
