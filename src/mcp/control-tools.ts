import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { AdvanceGoal } from '../client/options.ts';
import type { SandboxSession } from './session.ts';
import { accountArgument, toolArguments } from './tool-arguments.ts';
import { toolResult } from './tool-result.ts';

const CHANGES_SANDBOX = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

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

function addScenarioTool(server: McpServer, session: SandboxSession, scenarioNames: string): void {
  server.registerTool(
    'use_scenarios',
    {
      title: 'Choose what goes wrong',
      description:
        'Activates exactly these scenarios for an account, until the next call; with none, everything succeeds. Call it before the requests that it is to affect. Returns the active scenarios.',
      inputSchema: toolArguments({
        account: accountArgument,
        scenarios: z
          .array(z.string())
          .describe(`Names of scenarios, in order of precedence; [] for none. Built in: ${scenarioNames}`),
        inline: z
          .record(z.string(), z.unknown())
          .optional()
          .describe(
            'A scenario of your own, which takes precedence: an object with the keys of a scenario file. Example: {"name": "down-once", "summary": "Down for one request.", "requests": [{"match": {"operation": "createOrder"}, "times": 1, "reply": {"error": "SERVICE_UNAVAILABLE"}}]}. More examples: the resources scenario://{name}',
          ),
      }),
      annotations: { ...CHANGES_SANDBOX, idempotentHint: true },
    },
    ({ account: name, scenarios, inline }) =>
      toolResult(async () => {
        const account = await session.account(name);
        const all = [...(inline === undefined ? [] : [inline]), ...scenarios];
        return account.scenarios.use(...(all as string[] as []));
      }),
  );
}

function addAdvanceTool(server: McpServer, session: SandboxSession): void {
  server.registerTool(
    'advance',
    {
      title: 'Let time pass',
      description:
        'Advances the clock of an account and returns what happened: state transitions, refunds, webhooks with the responses of the receiver. Returns when the receiver has responded. Give exactly one of by, to and until.',
      inputSchema: toolArguments({
        account: accountArgument,
        by: z.string().optional().describe('A duration such as 30s, 61m, 1h'),
        to: z.string().optional().describe('An instant such as 2026-01-01T00:10:00Z'),
        until: z
          .string()
          .optional()
          .describe('An event such as order.completed, or idle: until nothing is due'),
        order: z.string().optional().describe('With until: the id or external_id of the order'),
      }),
      annotations: CHANGES_SANDBOX,
    },
    ({ account: name, ...goal }) =>
      toolResult(async () => (await session.account(name)).advance(goalOf(goal))),
  );
}

/** The tools that change what happens in an account. */
export function addControlTools(server: McpServer, session: SandboxSession, scenarioNames: string): void {
  addScenarioTool(server, session, scenarioNames);
  addAdvanceTool(server, session);
}
