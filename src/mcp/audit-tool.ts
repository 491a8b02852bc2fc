import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { audit } from '../audit/audit.ts';
import { toolResult } from './tool-result.ts';

/** The tool that judges a webhook receiver. */
export function addAuditTool(server: McpServer): void {
  server.registerTool(
    'audit_receiver',
    {
      title: 'Audit a webhook receiver',
      description:
        'Sends genuine, repeated, reordered and forged webhooks to a receiver and judges each response. Takes seconds. The receiver has to verify signatures with the given secret.',
      inputSchema: {
        url: z.string().describe('The webhook URL of the receiver'),
        secret: z.string().optional().describe('The webhook secret. Default: whsec_demo_0123456789abcdef'),
        probe: z
          .string()
          .optional()
          .describe(
            'A URL that returns what the receiver stores of an order; {external_id} and {order_id} are replaced',
          ),
        only: z.array(z.string()).optional().describe('The ids of the cases to judge. Default: all'),
      },
    },
    ({ url, secret, probe, only }) =>
      toolResult(() =>
        audit(url, {
          ...(secret === undefined ? {} : { secret }),
          ...(probe === undefined ? {} : { probe }),
          ...(only === undefined ? {} : { only }),
        }),
      ),
  );
}
