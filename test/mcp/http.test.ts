import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, test } from 'vitest';
import { createSandbox } from '../../src/testing/create-sandbox.ts';
import { launch, type Running } from '../cli/support.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { freePorts } from '../support/free-ports.ts';
import { httpServer } from '../support/http-server.ts';
import { startTestSandbox } from '../support/sandbox.ts';
import { Agent, type Credentials, order } from './agent.ts';

const running: Running[] = [];

afterEach(() => Promise.all(running.splice(0).map(one => one.interrupt())));

/** Starts the server. @returns the URL of the protocol */
async function serve(...args: string[]): Promise<string> {
  const one = launch(['mcp', '--http', '0', ...args]);
  running.push(one);
  const [url] = await one.err.until(/http:\S+\/mcp/);
  return url;
}

async function agentAt(url: string): Promise<Agent> {
  const agent = new Agent();
  await agent.client.connect(new StreamableHTTPClientTransport(new URL(url)) as never);
  return agent;
}

/** Posts a message as no SDK would. */
async function post(
  url: string,
  headers: OutgoingHttpHeaders,
  message: unknown = { jsonrpc: '2.0', id: 1, method: 'tools/list' },
): Promise<{ status: number | undefined; body: string }> {
  const accepted = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const call = request(url, { method: 'POST', headers: { ...accepted, ...headers } });
  call.end(JSON.stringify(message));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

/** A receiver that never responds. */
async function silentReceiver() {
  const silent = await httpServer();
  return {
    ...silent,
    /** Resolves with the next delivery. */
    next: async () => ((await once(silent.server, 'request')) as [IncomingMessage])[0],
  };
}

describe('an agent that joins a running sandbox over HTTP', () => {
  test('sees what others do there', async () => {
    await using sandbox = await startTestSandbox();
    await sandbox.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    const agent = await agentAt(await serve('--url', sandbox.baseUrl));
    expect(await agent.json('orders')).toMatchObject([{ external_id: 'inv-1' }]);
    expect(await agent.json('sandbox')).toMatchObject({
      url: sandbox.baseUrl,
      runs_in: 'another process',
      credentials: { account: 'demo', api_key: sandbox.apiKey },
    });
    await agent.client.close();
  });

  test('learns which flag to set if the sandbox requires a token', async () => {
    await using sandbox = await createSandbox({ admin_token: 'a-token-of-operators' });
    const url = await serve('--url', sandbox.url);
    const without = await agentAt(url);
    expect(await without.error('sandbox')).toContain('started with --admin-token');
    await without.client.close();
    const agent = await agentAt(await serve('--url', sandbox.url, '--admin-token', 'a-token-of-operators'));
    const known = { url: sandbox.url, credentials: 'not known; call create_account' };
    expect(await agent.json('sandbox', { url: `${sandbox.url}/` })).toMatchObject(known);
    expect(await agent.json('sandbox')).toMatchObject(known);
    await agent.client.close();
  });

  test('can join it with the first call', async () => {
    await using sandbox = await startTestSandbox();
    const agent = await agentAt(await serve());
    expect(await agent.error('sandbox', { url: 'http://127.0.0.1:1' })).toContain('no sandbox responds');
    const joined = { url: sandbox.baseUrl, runs_in: 'another process' };
    expect(await agent.json('sandbox', { url: sandbox.baseUrl })).toMatchObject(joined);
    expect(await agent.json('sandbox', { url: `${sandbox.baseUrl}/` })).toMatchObject(joined);
    expect(await agent.error('sandbox', { url: 'http://127.0.0.1:1' })).toContain(
      `work with the sandbox at ${sandbox.baseUrl} already`,
    );
    await agent.client.close();
  });

  test('reads in every call that the sandbox cannot be reached, until it can', async () => {
    const agent = await agentAt(await serve('--url', 'http://127.0.0.1:1'));
    expect(await agent.error('sandbox')).toContain('127.0.0.1:1');
    expect(await agent.error('orders')).toContain('127.0.0.1:1');
    await agent.client.close();
  });

  test('goes on when a sandbox that has stopped is started again', async () => {
    const port = await freePorts(1);
    const sandbox = await createSandbox({ port });
    const agent = await agentAt(await serve('--url', sandbox.url));
    const shop = { name: 'shop' };
    const before = await agent.json<Credentials>('create_account', shop);
    await sandbox.close();
    expect(await agent.error('orders', { account: 'shop' })).toContain(
      `no sandbox responds at ${sandbox.url}`,
    );
    await using _again = await createSandbox({ port });
    expect(await agent.error('orders', { account: 'shop' })).toContain('shop');
    const after = await agent.json<Credentials>('create_account', shop);
    expect(after.api_key).not.toBe(before.api_key);
    expect((await order(after, 'inv-1'))?.status).toBe(202);
    expect(await agent.json('orders', { account: 'shop' })).toHaveLength(1);
    await agent.client.close();
  });
});

describe('the server over HTTP', () => {
  test('serves several agents, which share a sandbox and not their accounts', async () => {
    const url = await serve();
    const [one, two] = await Promise.all([agentAt(url), agentAt(url)]);
    const made = await Promise.all([
      one.json<Credentials>('create_account', { name: 'one' }),
      two.json<Credentials>('create_account', { name: 'two' }),
    ]);
    expect(made[0].base_url).toBe(made[1].base_url);
    await order(made[0], 'inv-1');
    expect(await one.json('orders', { account: 'one' })).toHaveLength(1);
    expect(await two.json('orders', { account: 'two' })).toEqual([]);
    await Promise.all([one.client.close(), two.client.close()]);
  });

  test('refuses pages of other origins, even under a name of their own', async () => {
    const url = await serve();
    expect(await post(url, { Host: 'rebound.example' })).toMatchObject({ status: 403 });
    expect(await post(url, { Origin: 'http://page.example' })).toMatchObject({ status: 403 });
    expect(await post(url, { Origin: new URL(url).origin })).toMatchObject({ status: 200 });
  });

  test('needs no session, and says which versions of the protocol it has', async () => {
    const url = await serve();
    expect(await post(url, { 'Mcp-Session-Id': 'of-another-server' })).toMatchObject({ status: 200 });
    const old = await post(url, { 'MCP-Protocol-Version': '1999-01-01' });
    expect([old.status, old.body]).toEqual([400, expect.stringContaining('2025-06-18')]);
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo };
    const { body } = await post(url, {}, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
    expect(body).toMatch(/"protocolVersion":"20\d\d-/);
  });

  test('says what it takes to anything else', async () => {
    const url = await serve();
    const got = await fetch(url);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await got.text()).toBe(`POST to ${url}\n`);
    expect((await fetch(new URL('/other', url), { method: 'POST' })).status).toBe(404);
    expect(await post(`${url}?from=a`, {})).toMatchObject({ status: 200 });
  });

  test('reports the progress of an audit, and stops one whose agent has gone', async () => {
    await using receiver = await silentReceiver();
    const agent = await agentAt(await serve());
    const steps: string[] = [];
    const arrived = receiver.next();
    const audit = agent.client
      .callTool({ name: 'audit_receiver', arguments: { url: receiver.url } }, undefined, {
        onprogress: ({ message = '' }) => void steps.push(message),
      })
      .catch((error: Error) => error);
    const delivery = await arrived;
    await expect.poll(() => steps).toContain('placing orders');
    const ended = once(delivery.socket, 'close');
    await agent.client.close();
    expect(await audit).toBeInstanceOf(Error);
    await ended;
  });
});
