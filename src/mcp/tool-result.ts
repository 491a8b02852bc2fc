import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** The maximum length of a result in characters. It has to fit into the context of a language model. */
export const MAX_RESULT = 60_000;

const shortened = (text: string): string =>
  text.length <= MAX_RESULT
    ? text
    : `${text.slice(0, MAX_RESULT)}\n… ${(text.length - MAX_RESULT).toLocaleString('en-US')} characters more; ask for less, for example with limit`;

const resultOf = (text: string): CallToolResult => ({ content: [{ type: 'text', text: shortened(text) }] });

/** The result of a call: text as it is, anything else as JSON. A failure is a result too, so that the agent can react. */
export async function toolResult(work: () => Promise<unknown>): Promise<CallToolResult> {
  try {
    const value = await work();
    return resultOf(typeof value === 'string' ? value : JSON.stringify(value, null, 1));
  } catch (error) {
    return { ...resultOf(error instanceof Error ? error.message : String(error)), isError: true };
  }
}
