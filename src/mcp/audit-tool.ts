import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { AuditProgress } from '../audit/audit-options.ts';
import { AUDIT_CASE_IDS } from '../audit/case-table.ts';
import { toolArguments } from './tool-arguments.ts';
import { toolResult } from './tool-result.ts';

const INPUT = toolArguments({
  url: z.string().describe('The webhook URL of the receiver'),
  secret: z.string().optional().describe('The webhook secret. Default: whsec_demo_0123456789abcdef'),
  probe: z
    .string()
    .optional()
    .describe(
      'A URL that returns what the receiver stores of an order; {external_id} and {order_id} are replaced',
    ),
  only: z
    .array(z.string())
    .optional()
    .describe(`The ids of the cases to judge. Default: all of ${AUDIT_CASE_IDS.join(', ')}`),
});

const WITHOUT_PROBE =
  'what the receiver stores: it may apply a repeated webhook twice, or let a late one undo a newer state. Pass probe to judge that';

/** The tool that judges a webhook receiver. */
export function addAuditTool(server: McpServer): void {
  server.registerTool(
    'audit_receiver',
    {
      title: 'Audit a webhook receiver',
      description:
        'Sends genuine, repeated, reordered and forged webhooks to a receiver that is running, and judges each response; with probe, also what it stores. Takes seconds; longer if the receiver is slow. The receiver has to verify signatures with the given secret. Needs no account. Passed cases are only counted.',
      inputSchema: INPUT,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    ({ url, secret, probe, only }, { signal, sendNotification, _meta }) =>
      toolResult(async () => {
        const progressToken = _meta?.progressToken;
        const onProgress = ({ step, done, total }: AuditProgress): void => {
          if (progressToken === undefined) return;
          const params = { progressToken, progress: done, total, message: step };
          // A client that is gone needs no progress.
          sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
        };
        const options = {
          ...(secret === undefined ? {} : { secret }),
          ...(probe === undefined ? {} : { probe }),
          ...(only === undefined ? {} : { only }),
          onProgress,
        };
        const { runAudit } = await import('../audit/run-audit.ts');
        const { cases } = await runAudit(url, options, signal);
        return {
          passed: cases.filter(({ verdict }) => verdict === 'passed').length,
          cases: cases.filter(({ verdict }) => verdict !== 'passed'),
          ...(probe === undefined ? { not_judged: WITHOUT_PROBE } : {}),
        };
      }),
  );
}
