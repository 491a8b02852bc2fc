import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import type { FindingsReader } from '../client/sandbox-interface.ts';
import { coverageReport } from '../coverage/coverage-report.ts';
import { renderText } from '../report/text.ts';
import type { SandboxSession } from './session.ts';
import { anyAccountArgument, toolArguments } from './tool-arguments.ts';
import { toolResult } from './tool-result.ts';

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };
const MAX_FINDINGS = 200;
const DEFAULT_FINDINGS = 20;
/** How many missing behaviors a coverage lists. */
const MAX_MISSING = 20;
const COLUMNS = 140;

/** The findings, and of how many rules there was anything to judge: an empty list alone could mean either. */
async function findingsResult(reader: FindingsReader, limit: number): Promise<object> {
  const [findings, rules] = await Promise.all([
    reader.findings({ final: true, limit: limit + 1 }),
    reader.findingRules(),
  ]);
  const judged = rules.filter(({ status }) => status === 'judged').length;
  return {
    findings: findings.slice(0, limit),
    ...(findings.length > limit ? { more: 'yes; fix these first, or ask with a higher limit' } : {}),
    rules: `${judged} of ${rules.length} rules were judged; for the others, nothing has happened in which the mistake could be made (see coverage)`,
  };
}

/** The tools that tell how the integration did. */
export function addJudgementTools(server: McpServer, session: SandboxSession): void {
  const readerOf = (name: string | undefined) =>
    name === undefined ? session.sandbox() : session.account(name);
  server.registerTool(
    'findings',
    {
      title: 'Judge the integration',
      description:
        'What the code under test did wrong, with the cost and the fix of each: an order paid twice, a refund never noticed, a forged webhook accepted. An empty list means that nothing wrong was seen, not that everything was tried: see coverage. The resources finding://{rule} explain more.',
      inputSchema: toolArguments({
        account: anyAccountArgument,
        limit: z.number().int().min(1).max(MAX_FINDINGS).default(DEFAULT_FINDINGS),
      }),
      annotations: READ_ONLY,
    },
    ({ account, limit }) => toolResult(async () => findingsResult(await readerOf(account), limit)),
  );
  server.registerTool(
    'coverage',
    {
      title: 'Show what was never met',
      description:
        'Which behaviors of the service the code under test has met, and what it never met with the line that provokes it, the most valuable first.',
      inputSchema: toolArguments({ account: anyAccountArgument }),
      annotations: READ_ONLY,
    },
    ({ account }) =>
      toolResult(async () => {
        const coverage = await (await readerOf(account)).coverage();
        return renderText(coverageReport(coverage, { limit: MAX_MISSING }), {
          columns: COLUMNS,
          color: false,
        });
      }),
  );
}
