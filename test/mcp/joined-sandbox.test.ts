import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterEach, describe, expect, test } from 'vitest';
import { mcpServer } from '../../src/mcp/mcp-server.ts';
import { SandboxSession, type SessionOptions } from '../../src/mcp/session.ts';
import { createSandbox } from '../../src/testing/create-sandbox.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { freePorts } from '../support/free-ports.ts';
import { httpServer } from '../support/http-server.ts';
import { startTestSandbox } from '../support/sandbox.ts';
import { Agent, type Credentials, order } from './agent.ts';

const sessions: SandboxSession[] = [];

afterEach(() => Promise.all(sessions.splice(0).map(one => one.close())));

/** An agent of a server in this process. */
async function agentWith(options: SessionOptions): Promise<Agent> {
  const session = new SandboxSession(options);
  sessions.push(session);
  const [ofAgent, ofServer] = InMemoryTransport.createLinkedPair();
  await (await mcpServer(session)).connect(ofServer);
  const agent = new Agent();
  await agent.client.connect(ofAgent);
  return agent;
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

describe('an agent that joins a running sandbox', () => {
  test('sees what others do there', async () => {
    await using sandbox = await startTestSandbox();
    await sandbox.api.order({ external_id: 'inv-1', package_id: 1, address: RECIPIENT });
    const agent = await agentWith({ url: sandbox.baseUrl });
    expect(await agent.json('orders')).toMatchObject([{ external_id: 'inv-1' }]);
    expect(await agent.json('sandbox')).toMatchObject({
      url: sandbox.baseUrl,
      runs_in: 'another process',
      credentials: { account: 'demo', api_key: sandbox.apiKey },
    });
    await agent.client.close();
  });

  test('learns which flag to set if the sandbox requires a token', async () => {
    await using sandbox = await createSandbox({ adminToken: 'a-token-of-operators' });
    const without = await agentWith({ url: sandbox.url });
    expect(await without.error('sandbox')).toContain('started with --admin-token');
    await without.client.close();
    const agent = await agentWith({ url: sandbox.url, adminToken: 'a-token-of-operators' });
    const known = { url: sandbox.url, credentials: 'not known; call create_account' };
    expect(await agent.json('sandbox', { url: `${sandbox.url}/` })).toMatchObject(known);
    expect(await agent.json('sandbox')).toMatchObject(known);
    await agent.client.close();
  });

  test('can join it with the first call', async () => {
    await using sandbox = await startTestSandbox();
    const agent = await agentWith({});
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
    const agent = await agentWith({ url: 'http://127.0.0.1:1' });
    expect(await agent.error('sandbox')).toContain('127.0.0.1:1');
    expect(await agent.error('orders')).toContain('127.0.0.1:1');
    await agent.client.close();
  });

  test('goes on when a sandbox that has stopped is started again', async () => {
    const port = await freePorts(1);
    const sandbox = await createSandbox({ port });
    const agent = await agentWith({ url: sandbox.url });
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

test('reports the progress of an audit, and stops one whose agent has gone', async () => {
  await using receiver = await silentReceiver();
  const agent = await agentWith({});
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
