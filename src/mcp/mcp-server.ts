import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { loadBuiltInScenarios } from '../scenario/scenario-files.ts';
import { VERSION } from '../version.ts';
import { addAuditTool } from './audit-tool.ts';
import { addControlTools } from './control-tools.ts';
import { addInspectionTools } from './inspection-tools.ts';
import { addJudgementTools } from './judgement-tools.ts';
import { addResources } from './resources.ts';
import { addSandboxTools } from './sandbox-tools.ts';
import type { SandboxSession } from './session.ts';

const INSTRUCTIONS = `A sandbox of the Energy Rental Service API, to build and debug an integration without real TRX.
1. Call sandbox for the address and the API's description.
2. For each experiment, create_account, and configure the code under test with its base_url, api_key and webhook_secret. Its clock stands still until you call advance. Name the account in every call.
3. Provoke failures with use_scenarios, run the code under test, advance the clock, and read story.
4. Before you are done, read findings (what the code did wrong, with the fix) and coverage (what it never met), and run audit_receiver against the webhook receiver.`;

/** Returns what creates servers of the Model Context Protocol for one sandbox. They share the session. */
export async function mcpServers(session: SandboxSession): Promise<() => McpServer> {
  const scenarioNames = (await loadBuiltInScenarios()).map(({ name }) => name).join(', ');
  return () => {
    const server = new McpServer(
      { name: 'energy-rental-sandbox', version: VERSION },
      { instructions: INSTRUCTIONS },
    );
    addSandboxTools(server, session);
    addControlTools(server, session, scenarioNames);
    addInspectionTools(server, session);
    addJudgementTools(server, session);
    addAuditTool(server);
    addResources(server, session);
    return server;
  };
}
