import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { OperationId, OrderDetail, OrderStatus } from '../client/data-types.ts';
import type { Account } from '../client/sandbox-interface.ts';
import { coverageText } from '../coverage/coverage-text.ts';
import { accountField } from './control-tools.ts';
import type { SandboxSession } from './session.ts';
import { toolResult } from './tool-result.ts';

const READ_ONLY = { readOnlyHint: true };
const MAX_ITEMS = 200;
const DEFAULT_ITEMS = 20;
const limitField = z
  .number()
  .int()
  .min(1)
  .max(MAX_ITEMS)
  .default(DEFAULT_ITEMS)
  .describe('The newest ones up to this number');

/** An order by its id, or by its external_id, which can be a number too. @throws SandboxError if there is none */
async function orderOf(account: Account, id: string): Promise<OrderDetail> {
  if (!/^\d{1,15}$/.test(id)) return account.order(id);
  try {
    return await account.order(Number(id));
  } catch (error) {
    const [found] = await account.orders({ externalId: id, limit: 1 });
    if (!found) throw error;
    return account.order(found.id);
  }
}

/** How many missing behaviors a coverage lists. */
const MAX_MISSING = 20;
const COLUMNS = 140;

function addOrderTools(server: McpServer, session: SandboxSession): void {
  server.registerTool(
    'orders',
    {
      title: 'List orders',
      description: 'The orders of an account with their states, prices and refunds.',
      inputSchema: { account: accountField, status: z.string().optional(), limit: limitField },
      annotations: READ_ONLY,
    },
    ({ account: name, status, limit }) =>
      toolResult(async () => {
        const account = await session.account(name);
        const filter = status === undefined ? {} : { status: status as OrderStatus };
        return account.orders({ ...filter, limit, sort: 'newest' });
      }),
  );
  server.registerTool(
    'order',
    {
      title: 'Explain an order',
      description:
        'An order with its timeline and causes, the requests that concern it, and every delivery of its webhooks.',
      inputSchema: {
        account: accountField,
        id: z.string().describe('The id of the order, or its external_id'),
      },
      annotations: READ_ONLY,
    },
    ({ account: name, id }) =>
      toolResult(async () => {
        const account = await session.account(name);
        const order = await orderOf(account, id);
        const of = { order: order.id, limit: MAX_ITEMS } as const;
        const [requests, deliveries] = await Promise.all([account.requests(of), account.deliveries(of)]);
        return { order, requests, deliveries };
      }),
  );
  server.registerTool(
    'story',
    {
      title: 'Tell what happened',
      description:
        'What happened to an account in at most 40 lines in the order of time: requests, order states, webhook deliveries and findings. Call this first when a test fails.',
      inputSchema: { account: accountField },
      annotations: READ_ONLY,
    },
    ({ account: name }) => toolResult(async () => (await session.account(name)).story()),
  );
}

function addRequestTools(server: McpServer, session: SandboxSession): void {
  server.registerTool(
    'requests',
    {
      title: 'List requests',
      description: 'The API requests of an account, each with its response and the reason for it.',
      inputSchema: {
        account: accountField,
        operation: z.string().optional().describe('Such as createOrder'),
        status: z.number().int().optional().describe('The status of the response'),
        limit: limitField,
      },
      annotations: READ_ONLY,
    },
    ({ account: name, operation, status, limit }) =>
      toolResult(async () => {
        const account = await session.account(name);
        return account.requests({
          ...(operation === undefined ? {} : { operation: operation as OperationId }),
          ...(status === undefined ? {} : { status }),
          limit,
          sort: 'newest',
        });
      }),
  );
  server.registerTool(
    'request',
    {
      title: 'Explain a request',
      description:
        'A request with its headers and bodies, why it got this response, and which scenario rules nearly applied.',
      inputSchema: {
        account: accountField,
        id: z.string().describe('Such as req-7; X-Sandbox-Request-Id of the response'),
      },
      annotations: READ_ONLY,
    },
    ({ account: name, id }) => toolResult(async () => (await session.account(name)).request(id)),
  );
}

/** The tools that read what happened, and how the integration did. */
export function addInspectionTools(server: McpServer, session: SandboxSession): void {
  addOrderTools(server, session);
  addRequestTools(server, session);
  server.registerTool(
    'findings',
    {
      title: 'Judge the integration',
      description:
        'What the code under test did wrong on an account, with the cost and the fix of each: an order paid twice, a refund never noticed, a forged webhook accepted. An empty list means that nothing wrong was seen, not that everything was tried: see coverage.',
      inputSchema: { account: accountField },
      annotations: READ_ONLY,
    },
    ({ account: name }) =>
      toolResult(async () => (await session.account(name)).findings({ final: true, limit: MAX_ITEMS })),
  );
  server.registerTool(
    'coverage',
    {
      title: 'Show what was never met',
      description:
        'Which behaviors of the service the code under test has met on all accounts, and what it never met with the line that provokes it, the most valuable first.',
      annotations: READ_ONLY,
    },
    () =>
      toolResult(async () => {
        const coverage = await (await session.sandbox()).coverage();
        return coverageText(coverage, { columns: COLUMNS, color: false, limit: MAX_MISSING });
      }),
  );
}
