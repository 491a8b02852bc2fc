import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReceiver } from '../../src/client/webhook-receiver.ts';
import { RULES } from '../../src/judge/findings/rule-table.ts';
import { cli } from '../cli/support.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { endingWithFile } from '../support/children.ts';
import { Agent, CLI, type Credentials, LONG_MS, order } from './agent.ts';

describe('an agent that starts the server as a program', () => {
  const agent = new Agent();

  beforeAll(async () => {
    const env = childEnvironment() as Record<string, string>;
    await agent.client.connect(
      new StdioClientTransport({ command: process.execPath, args: [CLI, 'mcp'], env, stderr: 'pipe' }),
    );
  }, LONG_MS);

  afterAll(() => agent.client.close());

  test('learns how to proceed, and which tools there are', async () => {
    expect(agent.client.getInstructions()).toContain('create_account');
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name).join(' ')).toBe(
      'sandbox create_account use_scenarios advance orders order story requests request findings coverage audit_receiver',
    );
    for (const { description = '' } of tools) expect(description.length).toBeGreaterThan(40);
  });

  test(
    'debugs a client that loses a response and buys twice',
    async () => {
      const { url, credentials } = await agent.json<{ url: string; credentials: Credentials }>('sandbox');
      expect(credentials.base_url).toBe(url);
      const account = await agent.json<Credentials>('create_account', {
        name: 'shop',
        scenarios: ['response-lost'],
      });
      expect(await order(account, 'inv-1')).toBe(null);
      expect(await order(account, 'inv-1b')).toBe(null);

      const requests = await agent.json<{ id: string }[]>('requests', { account: 'shop' });
      expect(requests).toHaveLength(2);
      const [, lost] = requests;
      expect(await agent.text('request', { account: 'shop', id: lost!.id })).toContain('connection-reset');
      expect(await agent.text('story', { account: 'shop' })).toContain('paid-twice');
      const paidTwice = expect.objectContaining({ account: 'shop', rule: 'paid-twice', cost_trx: 3.9 });
      // Without the account too, because an agent that forgets it must not take that for success.
      for (const args of [{ account: 'shop' }, {}]) {
        const { findings } = await agent.json<{ findings: unknown[] }>('findings', args);
        expect(findings).toContainEqual(paidTwice);
        expect(await agent.text('coverage', args)).toMatch(/^Coverage: [\d.]+ %/);
      }
    },
    LONG_MS,
  );

  test('learns how many rules an empty list of findings has judged', async () => {
    await agent.json('create_account', { name: 'idle' });
    expect(await agent.json('findings', { account: 'idle' })).toEqual({
      findings: [],
      rules: expect.stringMatching(new RegExp(`^\\d+ of ${RULES.length} rules were judged`)),
    });
  });

  test('asks for the credentials again', async () => {
    const created = await agent.json<Credentials>('create_account', { webhook_secret: 'whsec_fixed' });
    expect(created.webhook_secret).toBe('whsec_fixed');
    const { created_here } = await agent.json<{ created_here: unknown[] }>('sandbox');
    expect(created_here).toContainEqual(created);
  });

  test('has to name the account once there are several', async () => {
    await agent.json('create_account', { name: 'named' });
    expect(await agent.error('orders')).toMatch(/^account: there are several now; name one of demo, .*named/);
    expect(await agent.json('orders', { account: 'demo' })).toEqual([]);
  });

  test('lets time pass, and explains an order by its external_id', async () => {
    const account = await agent.json<Credentials>('create_account', { name: 'later' });
    await order(account, 'inv-7');
    const { fired } = await agent.json<{ fired: { kind: string }[] }>('advance', {
      account: 'later',
      until: 'order.completed',
      order: 'inv-7',
    });
    expect(fired.filter(({ kind }) => kind === 'order')).toHaveLength(4);
    const shown = await agent.json<{ story: string[] }>('order', { account: 'later', id: 'inv-7' });
    expect(shown).toMatchObject({
      order: { external_id: 'inv-7', status: 'completed' },
      timeline: [{ status: 'processing' }, {}, {}, {}, { status: 'completed', webhook: 'unsent' }],
      requests: [{ operation: 'createOrder', status: 202 }],
      deliveries: [],
    });
    expect(shown.story.join('\n')).toContain('completed');
    expect(await agent.json('orders', { account: 'later', status: 'completed' })).toHaveLength(1);
    expect(await agent.json('orders', { account: 'later', status: 'failed' })).toEqual([]);
    await order(account, '1001');
    const byNumber = { order: { external_id: '1001' } };
    expect(await agent.json('order', { account: 'later', id: '1001' })).toMatchObject(byNumber);
    expect(await agent.json('orders', { account: 'later', external_id: 'inv-*' })).toHaveLength(1);
    expect(await agent.json('requests', { account: 'later', external_id: '1001' })).toHaveLength(1);
  });

  test('scripts a failure of its own', async () => {
    const account = await agent.json<Credentials>('create_account', { name: 'down' });
    await agent.json('use_scenarios', {
      account: 'down',
      scenarios: [],
      inline: {
        name: 'down-once',
        summary: 'The service is down for one request.',
        requests: [
          { match: { operation: 'createOrder' }, times: 1, reply: { error: 'SERVICE_UNAVAILABLE' } },
        ],
      },
    });
    expect((await order(account, 'inv-1'))?.status).toBe(503);
    expect((await order(account, 'inv-1'))?.status).toBe(202);
  });

  test(
    'audits a receiver, one that accepts everything',
    async () => {
      await using receiver = await createReceiver({ secret: 'whsec_demo_0123456789abcdef' });
      const result = await agent.json('audit_receiver', {
        url: receiver.url,
        only: ['forged-secret', 'genuine'],
      });
      expect(result).toMatchObject({
        passed: 1,
        cases: [{ id: 'forged-secret', verdict: 'failed', fix: expect.stringContaining('signature') }],
      });
    },
    LONG_MS,
  );

  test.for([
    { tool: 'advance', args: {}, message: 'give exactly one of by' },
    {
      tool: 'advance',
      args: { by: '1m', order: 'x' },
      message: 'applies only to until with an event, not to by',
    },
    { tool: 'advance', args: { by: 'soon' }, message: 'soon' },
    { tool: 'orders', args: { account: 'nobody' }, message: 'the tool sandbox lists all accounts' },
    { tool: 'order', args: { id: '999' }, message: '999' },
    { tool: 'request', args: { id: 'req-999' }, message: 'req-999' },
    { tool: 'orders', args: { limit: 0 }, message: 'limit' },
    { tool: 'orders', args: { status: 'faild' }, message: '"failed"' },
    { tool: 'requests', args: { operation: 'create' }, message: '"createOrder"' },
    {
      tool: 'orders',
      args: { state: 'failed' },
      message: 'unknown argument "state"; this tool has account, status, external_id, limit',
    },
    { tool: 'use_scenarios', args: { scenarios: ['respons-lost'] }, message: 'response-lost' },
    { tool: 'use_scenarios', args: { scenarios: [], inline: { name: 'x' } }, message: 'summary' },
    { tool: 'audit_receiver', args: { url: 'http://127.0.0.1:1/' }, message: '127.0.0.1:1' },
    { tool: 'audit_receiver', args: { url: 'http://127.0.0.1:1/', only: ['forged'] }, message: 'forged-' },
    { tool: 'create_account', args: { balance_trx: -1 }, message: 'balance_trx must be' },
    { tool: 'sandbox', args: { url: 'http://127.0.0.1:1' }, message: 'work with the sandbox at http://' },
    { tool: 'nothing', args: {}, message: 'nothing' },
  ])('learns what is wrong with $tool $args', async ({ tool, args, message }) => {
    const account = ['orders', 'order', 'requests', 'request', 'use_scenarios', 'advance'].includes(tool);
    expect(await agent.error(tool, { ...(account && { account: 'demo' }), ...args })).toContain(message);
  });

  test('reads in the arguments which values there are', async () => {
    const { tools } = await agent.client.listTools();
    const shown = (tool: string) => JSON.stringify(tools.find(({ name }) => name === tool)?.inputSchema);
    expect(shown('orders')).toContain('"undelegating"');
    expect(shown('requests')).toContain('"createOrder"');
    expect(shown('use_scenarios')).toContain('webhook-duplicated');
    expect(shown('audit_receiver')).toContain('forged-secret');
    for (const { inputSchema } of tools) expect(inputSchema.additionalProperties).toBe(false);
  });

  test('reads the descriptions, the scenarios, and the explanation of every finding', async () => {
    const { resources } = await agent.client.listResources();
    expect(resources.map(({ uri }) => uri).sort()).toEqual([
      'findings://list',
      'openapi://control-v1',
      'openapi://energy-rental-v1',
      'scenarios://list',
    ]);
    expect(await agent.resource('openapi://energy-rental-v1')).toContain('operationId: createOrder');
    expect(await agent.resource('scenarios://list')).toContain('`response-lost`');
    expect(await agent.resource('scenario://response-lost')).toContain('connection-reset');
    for (const { id, title } of RULES)
      expect(await agent.resource(`finding://${id}`)).toContain(`# ${title}`);
    await expect(agent.resource('finding://paid-twise')).rejects.toThrow('did you mean "paid-twice"?');
    await expect(agent.resource('scenario://..%2F..%2Fpackage')).rejects.toThrow('there is no scenario');
  });
});

test('the server is not started with a port for a sandbox that is joined', async () => {
  const { code, err } = await cli(['mcp', '--port', '4020', '--url', 'http://127.0.0.1:4010']);
  expect([code, err]).toEqual([1, expect.stringContaining('omit --port, or --url')]);
});

test('lines on stdin that are not messages are reported on stderr, and nothing is written to stdout', async () => {
  const child = endingWithFile(spawn(process.execPath, [CLI, 'mcp'], { env: childEnvironment() }));
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  child.stdin.end('hello\n{"a":1}\n');
  const [out, err] = await output;
  expect(out).toBe('');
  expect(err).toMatch(
    /^energy-sandbox: .*hello.*JSON.*\nenergy-sandbox: a line on stdin is not a message of JSON-RPC 2\.0\n$/,
  );
});
