import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { VERSION } from '../version.ts';
import { addAuditTool } from './audit-tool.ts';
import { addControlTools } from './control-tools.ts';
import { addInspectionTools } from './inspection-tools.ts';
import { addResources } from './resources.ts';
import type { SandboxSession } from './session.ts';

const INSTRUCTIONS = `A sandbox of the Energy Rental Service API, to build and debug an integration without real TRX.
1. Call sandbox, and configure the code under test with base_url, api_key and webhook_secret.
2. For each experiment, create_account; its clock stands still until you call advance.
3. Provoke failures with use_scenarios, run the code under test, advance the clock, and read story.
4. Before you are done, read findings (what the code did wrong, with the fix) and coverage (what it never met).`;

/** A server of the Model Context Protocol for one sandbox. Several can share a session. */
export function createMcpServer(session: SandboxSession): McpServer {
  const server = new McpServer(
    { name: 'energy-rental-sandbox', version: VERSION },
    { instructions: INSTRUCTIONS },
  );
  addControlTools(server, session);
  addInspectionTools(server, session);
  addAuditTool(server);
  addResources(server, session);
  return server;
}
