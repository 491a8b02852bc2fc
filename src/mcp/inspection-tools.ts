import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { OPERATION_IDS } from '../domain/operations.ts';
import { ORDER_STATUSES } from '../domain/order.ts';
import { orderResult } from './order-result.ts';
import type { SandboxSession } from './session.ts';
import { accountArgument, toolArguments } from './tool-arguments.ts';
import { toolResult } from './tool-result.ts';

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };
const MAX_ITEMS = 200;
const DEFAULT_ITEMS = 20;
const limitArgument = z
  .number()
  .int()
  .min(1)
  .max(MAX_ITEMS)
  .default(DEFAULT_ITEMS)
  .describe('The newest ones up to this number');

function addOrderTools(server: McpServer, session: SandboxSession): void {
  server.registerTool(
    'orders',
    {
      title: 'List orders',
      description: 'The orders of an account with their states, prices and refunds, the newest first.',
      inputSchema: toolArguments({
        account: accountArgument,
        status: z.enum(ORDER_STATUSES).optional(),
        external_id: z.string().optional().describe('* and ? are wildcards'),
        limit: limitArgument,
      }),
      annotations: READ_ONLY,
    },
    ({ account: name, status, external_id: externalId, limit }) =>
      toolResult(async () => {
        const account = await session.account(name);
        return account.orders({
          ...(status === undefined ? {} : { status }),
          ...(externalId === undefined ? {} : { externalId }),
          limit,
          sort: 'newest',
        });
      }),
  );
  server.registerTool(
    'order',
    {
      title: 'Explain an order',
      description:
        'An order and its story: a sequence diagram, its timeline with causes, its debits and refunds, the requests that concern it, and the deliveries of its webhooks with the responses of the receiver.',
      inputSchema: toolArguments({
        account: accountArgument,
        id: z.string().describe('The id of the order, or its external_id'),
      }),
      annotations: READ_ONLY,
    },
    ({ account: name, id }) => toolResult(async () => orderResult(await session.account(name), id)),
  );
  server.registerTool(
    'story',
    {
      title: 'Tell what happened',
      description:
        'What happened to an account in at most 40 lines in the order of time: requests, order states, webhook deliveries and findings. Call this first when a test fails.',
      inputSchema: toolArguments({ account: accountArgument }),
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
      description:
        'The API requests of an account, the newest first, each with its response and the reason for it.',
      inputSchema: toolArguments({
        account: accountArgument,
        operation: z.enum(OPERATION_IDS).optional(),
        status: z.number().int().optional().describe('The status of the response'),
        external_id: z.string().optional().describe('In the request, or of an order that it concerns'),
        limit: limitArgument,
      }),
      annotations: READ_ONLY,
    },
    ({ account: name, operation, status, external_id: externalId, limit }) =>
      toolResult(async () => {
        const account = await session.account(name);
        return account.requests({
          ...(operation === undefined ? {} : { operation }),
          ...(status === undefined ? {} : { status }),
          ...(externalId === undefined ? {} : { externalId }),
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
      inputSchema: toolArguments({
        account: accountArgument,
        id: z.string().describe('Such as req-7; X-Sandbox-Request-Id of the response'),
      }),
      annotations: READ_ONLY,
    },
    ({ account: name, id }) => toolResult(async () => (await session.account(name)).request(id)),
  );
}

/** The tools that read what happened. */
export function addInspectionTools(server: McpServer, session: SandboxSession): void {
  addOrderTools(server, session);
  addRequestTools(server, session);
}
