import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';

export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
export const LONG_MS = 300_000;

/** What the code under test is configured with. */
export interface Credentials {
  readonly base_url: string;
  readonly api_key: string;
  readonly webhook_secret: string;
}

/** An agent: a client of the protocol's official SDK. */
export class Agent {
  readonly client = new Client({ name: 'test', version: '1' });

  /** The text of a tool's result. */
  async text(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const { content } = await this.client.callTool({ name, arguments: args });
    return (content as { text: string }[])[0]!.text;
  }

  /** The parsed result of a tool. */
  async json<T>(name: string, args: Record<string, unknown> = {}): Promise<T> {
    return JSON.parse(await this.text(name, args)) as T;
  }

  /** The error of a tool that fails. */
  async error(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const { content, isError } = await this.client.callTool({ name, arguments: args });
    expect(isError).toBe(true);
    return (content as { text: string }[])[0]!.text;
  }

  async resource(uri: string): Promise<string> {
    const { contents } = await this.client.readResource({ uri });
    return (contents[0] as { text: string }).text;
  }
}

/** Places an order; null if the response was lost. */
export const order = ({ base_url, api_key }: Credentials, external_id: string): Promise<Response | null> =>
  fetch(`${base_url}/api/v1/order/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${api_key}`, 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify({ external_id, package_id: 1, address: RECIPIENT }),
  }).catch(() => null);
