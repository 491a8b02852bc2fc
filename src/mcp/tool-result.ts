import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { toSnake } from '../client/camel-case.ts';
import { grouped } from '../core/text/wording.ts';

/** The maximum length of a result in characters. It has to fit into the context of a language model. */
export const MAX_RESULT = 30_000;

/** How much of a result is shown: the items of each list, and the characters of each text. The first that fits applies. */
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

/** A value with the ends of long lists and texts left out. */
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

/** A value as JSON of at most `MAX_RESULT` characters, with the names of fields as in the API of the service. */
function jsonText(value: object): string {
  const named = toSnake({ result: value }).result;
  for (const size of SIZES) {
    const text = laidOut(shortened(named, size));
    if (text.length <= MAX_RESULT) return text;
  }
  return cutOff(JSON.stringify(shortened(named, SIZES.at(-1)!)), MAX_RESULT);
}

const resultOf = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** What messages of the client library recommend, with the names of the tools and of their arguments. */
const NAMES: readonly (readonly [string, string])[] = [
  ['sandbox.accounts() lists all accounts', 'the tool sandbox lists all accounts'],
  ['the command `scenario list` lists them all', 'the resource scenarios://list has all'],
  [
    'send it as X-Admin-Token, or call …/accounts/me with an API key',
    'have the command "mcp" started with --admin-token',
  ],
  ['given with --secret', 'given as secret'],
  ['pass --place COMMAND', 'run the command "energy-sandbox audit" with --place COMMAND'],
  ['balanceTrx', 'balance_trx'],
  ['webhookUrl', 'webhook_url'],
  ['webhookSecret', 'webhook_secret'],
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
