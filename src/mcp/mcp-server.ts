import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { grouped } from '../core/text/wording.ts';
import { VERSION } from '../host/node/version.ts';
import { loadBuiltInScenarios } from '../host/scenarios/read-scenarios.ts';
import { addResources } from './resources.ts';
import type { SandboxSession } from './session.ts';
import { type Tool, type ToolContext, toolsWith } from './tools.ts';

/** The maximum length of a result in characters. It has to fit into the context of a language model. */
export const MAX_RESULT = 30_000;

/**
 * The limits of a shown result: the items of each list, and the characters of each text. The first size that fits
 * applies.
 */
const SIZES = [
  { items: 200, characters: 2_000 },
  { items: 200, characters: 500 },
  { items: 100, characters: 500 },
  { items: 70, characters: 500 },
  { items: 50, characters: 500 },
  { items: 35, characters: 500 },
  { items: 20, characters: 250 },
  { items: 10, characters: 100 },
] as const;
type Size = (typeof SIZES)[number];

const cutOff = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}… ${grouped(text.length - length)} characters more`;

/** A value with long lists and texts cut off. */
function shortened(value: unknown, size: Size): unknown {
  if (typeof value === 'string') return cutOff(value, size.characters);
  if (Array.isArray(value)) {
    const shown = value.slice(0, size.items).map(item => shortened(item, size));
    const rest = value.length - shown.length;
    return rest === 0 ? shown : [...shown, `… ${grouped(rest)} more`];
  }
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shortened(field, size)]));
}

/** JSON with each field of the value, and each item of a list in it, on a line of its own. */
function laidOut(value: unknown, depth = 2): string {
  if (depth === 0 || value === null || typeof value !== 'object') return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map(item => laidOut(item, 0))
    : Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${laidOut(field, depth - 1)}`);
  const [open, close] = isList ? '[]' : '{}';
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${close}`;
}

/** A value as JSON of at most `MAX_RESULT` characters. */
function jsonText(value: object): string {
  for (const size of SIZES) {
    const text = laidOut(shortened(value, size));
    if (text.length <= MAX_RESULT) return text;
  }
  return cutOff(JSON.stringify(shortened(value, SIZES.at(-1)!)), MAX_RESULT);
}

const resultOf = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** Names in messages of the client library, and the corresponding names of tools and arguments. */
const NAMES: readonly (readonly [string, string])[] = [
  ['GET /_sandbox/accounts lists all accounts', 'the tool sandbox lists all accounts'],
  ['the command `scenario list` lists them all', 'the resource scenarios://list has all'],
  [
    'send it as X-Admin-Token, or call …/accounts/me with an API key',
    'have the command "mcp" started with --admin-token',
  ],
  ['given with --secret', 'given as secret'],
  ['pass --place COMMAND', 'run the command "npx energy-rental-sandbox audit" with --place COMMAND'],
];

/** The message of a failed call, with the names that the agent knows. */
const inToolNames = (message: string): string =>
  NAMES.reduce((text, [name, ofTool]) => text.replaceAll(name, ofTool), message);

/** The result of a call: text as it is, anything else as JSON. A failure is a result too, so that the agent can react. */
export async function toolResult(work: () => Promise<string | object>): Promise<CallToolResult> {
  try {
    const value = await work();
    return resultOf(typeof value === 'string' ? cutOff(value, MAX_RESULT) : jsonText(value));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...resultOf(cutOff(inToolNames(message), MAX_RESULT)), isError: true };
  }
}

const INSTRUCTIONS = `A sandbox of the Energy Rental Service API, to build and debug an integration without real TRX.
1. Call sandbox for the address and the API's description.
2. For each experiment, create_account, and configure the code under test with its base_url, api_key and webhook_secret. Its clock stands still until you call advance. Name the account in every call.
3. Provoke failures with use_scenarios, run the code under test, advance the clock, and read story.
4. Before you are done, read findings (what the code did wrong, with the fix) and coverage (what it never covered), and run audit_receiver against the webhook receiver.`;

/**
 * The arguments of a tool. Unknown arguments are refused with a list of the known ones: an ignored argument would seem
 * to have worked.
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
      // A client that has disconnected needs no progress.
      sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
    };
    return toolResult(() => tool.run(args, { session, signal, progress: report }));
  });
}

/** Returns a function that creates servers of the Model Context Protocol for one sandbox. They share the session. */
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
