import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { VERSION } from '../host/node/version.ts';
import { loadBuiltInScenarios } from '../host/scenarios/scenario-files.ts';
import { addResources } from './resources.ts';
import type { SandboxSession } from './session.ts';
import { toolResult } from './tool-result.ts';
import { type Tool, type ToolContext, toolsWith } from './tools.ts';

const INSTRUCTIONS = `A sandbox of the Energy Rental Service API, to build and debug an integration without real TRX.
1. Call sandbox for the address and the API's description.
2. For each experiment, create_account, and configure the code under test with its base_url, api_key and webhook_secret. Its clock stands still until you call advance. Name the account in every call.
3. Provoke failures with use_scenarios, run the code under test, advance the clock, and read story.
4. Before you are done, read findings (what the code did wrong, with the fix) and coverage (what it never met), and run audit_receiver against the webhook receiver.`;

/**
 * The arguments of a tool. Others are refused, and the message names those that the tool has: an argument that was
 * ignored would look as if it had worked.
 */
function argumentsOf({ input }: Tool) {
  const names = Object.keys(input);
  const known = names.length === 0 ? 'this tool has none' : `this tool has ${names.join(', ')}`;
  return z.strictObject(input, {
    error: issue =>
      issue.code === 'unrecognized_keys'
        ? `unknown argument ${issue.keys.map(key => JSON.stringify(key)).join(', ')}; ${known}`
        : undefined,
  });
}

function addTool(server: McpServer, session: SandboxSession, name: string, tool: Tool): void {
  const { title, description, annotations } = tool;
  const config = { title, description, annotations, inputSchema: argumentsOf(tool) };
  server.registerTool(name, config, (args, { signal, sendNotification, _meta }) => {
    const progressToken = _meta?.progressToken;
    const report: ToolContext['progress'] = (progress, total, message) => {
      if (progressToken === undefined) return;
      const params = { progressToken, progress, total, message };
      // A client that is gone needs no progress.
      sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
    };
    return toolResult(() => tool.run(args, { session, signal, progress: report }));
  });
}

/** Returns what creates servers of the Model Context Protocol for one sandbox. They share the session. */
export async function mcpServers(session: SandboxSession): Promise<() => McpServer> {
  const scenarioNames = (await loadBuiltInScenarios()).map(({ name }) => name).join(', ');
  const tools = Object.entries(toolsWith(scenarioNames));
  return () => {
    const server = new McpServer(
      { name: 'energy-rental-sandbox', version: VERSION },
      { instructions: INSTRUCTIONS },
    );
    for (const [name, tool] of tools) addTool(server, session, name, tool);
    addResources(server, session);
    return server;
  };
}
