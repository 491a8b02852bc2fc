import { describe, expect, it } from 'vitest';
import { logAccountEvents } from '../../src/cli/live-log.ts';
import { Terminal } from '../../src/cli/process-io.ts';
import { addressNumber, RECIPIENT } from '../support/addresses.ts';
import { startControlled } from '../support/control-api.ts';
import { startTestSandbox } from '../support/sandbox.ts';
import { SimulatedHost } from '../system/integrators/simulated-host.ts';
import { Captured } from './support.ts';

/** What a terminal without colors shows. */
const TERMINAL = { NO_COLOR: '1' };

const order = { external_id: 'inv-1', package_id: 1, address: RECIPIENT };

describe('the log of a server', () => {
  it('has a line for each request, order and webhook, with the explanation below a refused request', async () => {
    await using sandbox = await startTestSandbox();
    await sandbox.receive();
    const stream = new Captured();
    logAccountEvents(sandbox.running, new Terminal(stream, {}));
    await sandbox.api.order(order);
    await sandbox.quiet();
    await sandbox.api.status({ id: 99 });
    await sandbox.advance(3_000);
    expect(stream.lines.map(line => line.replace(/(?<=\S) {2,}/g, ' | '))).toEqual([
      '2026-01-01 00:00:00 | order 1 | processing | api',
      '2026-01-01 00:00:00 | req-1 | POST /api/v1/order/ | 202 | order 1',
      '2026-01-01 00:00:00 | order 1 | order.processing → 204 | attempt 1',
      '2026-01-01 00:00:00 | req-2 | GET /api/v1/status/?id=99 | 404 NOT_FOUND',
      expect.stringMatching(/^ {21}.*99/),
      '2026-01-01 00:00:03 | order 1 | delegating | scenarios/happy-path.yaml:7:5',
      '2026-01-01 00:00:03 | order 1 | order.delegating → 204 | attempt 1',
      expect.stringContaining('clock changed'),
    ]);
  });

  it('names accounts other than demo, and shows a dash for an unknown key', async () => {
    await using sandbox = await startTestSandbox();
    const stream = new Captured();
    logAccountEvents(sandbox.running, new Terminal(stream, {}));
    await sandbox.openAccount({ name: 'shop' }).api.balance();
    await sandbox.api.as('nonsense').balance();
    expect(stream.text).toMatch(/^\S+ \S+ {2}shop {2}req-1 +GET \/api\/v1\/balance\/ +200$/m);
    expect(stream.text).toMatch(/^\S+ \S+ {2}- {2}req-2 +GET \/api\/v1\/balance\/ +401 UNAUTHORIZED$/m);
  });

  it('prints at most 200 lines per second on a terminal, and counts the rest, also in the metrics', async () => {
    const host = new SimulatedHost();
    await using sandbox = await startTestSandbox({ hostClock: host });
    const stream = new Captured(100);
    logAccountEvents(sandbox.running, new Terminal(stream, TERMINAL));
    const items = Array.from({ length: 50 }, (_, index) => ({
      external_id: `inv-${index}`,
      package_id: 1,
      address: addressNumber(index + 1),
    }));
    for (let round = 0; round < 5; round++) {
      await sandbox.api.bulk(items.map(item => ({ ...item, external_id: `${item.external_id}.${round}` })));
    }
    expect(stream.lines).toHaveLength(200);
    host.pass(1_000);
    expect(stream.lines.at(-1)).toMatch(/^… and [\d,]+ events more$/);
    await sandbox.api.balance();
    expect(stream.lines.at(-1)).toContain('GET /api/v1/balance/');
    const metrics = await (await fetch(`${sandbox.baseUrl}/_sandbox/metrics`)).text();
    const [, skipped] = /^energy_sandbox_log_lines_skipped_total (\d+)$/m.exec(metrics)!;
    expect(stream.lines.at(-2)).toContain(`and ${Number(skipped).toLocaleString('en')} events more`);
  });
});

describe('the JSON log of a server', () => {
  it('has an object for each request, order and webhook, with the times of the host and the account', async () => {
    await using sandbox = await startTestSandbox();
    await sandbox.receive();
    const stream = new Captured();
    logAccountEvents(sandbox.running, new Terminal(stream, {}), 'json');
    await sandbox.api.order(order);
    await sandbox.quiet();
    await sandbox.api.as('nonsense').balance();
    const items = stream.lines.map(line => JSON.parse(line));
    expect(items).toMatchObject([
      { level: 'info', account: 'demo', kind: 'ledger', order_id: 1 },
      { level: 'info', account: 'demo', kind: 'order', order_id: 1, status: 'processing', cause: 'api' },
      { level: 'info', account: 'demo', kind: 'request', operation: 'createOrder', status: 202 },
      { level: 'info', account: 'demo', kind: 'attempt', event: 'order.processing', status_code: 204 },
      { level: 'info', account: 'demo', kind: 'settled', state: 'delivered' },
      { level: 'info', account: null, kind: 'request', operation: 'getBalance', status: 401 },
    ]);
    for (const { time, at } of items) {
      expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000);
      expect(at).toMatch(/^20\d\d-/);
    }
    expect(stream.text).not.toContain(sandbox.apiKey);
  });

  it('warns of an event that was given up', async () => {
    await using sandbox = await startTestSandbox({ assumptions: { webhook_retry_delays_ms: [] } });
    const receiver = await sandbox.receive();
    receiver.always(500);
    const stream = new Captured();
    logAccountEvents(sandbox.running, new Terminal(stream, {}), 'json');
    await sandbox.api.order(order);
    await sandbox.quiet();
    const warnings = stream.lines.map(line => JSON.parse(line)).filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject([{ kind: 'settled', event: 'order.processing', state: 'exhausted' }]);
  });

  it('leaves out no line of a file or a pipe', async () => {
    await using sandbox = await startTestSandbox({ hostClock: new SimulatedHost() });
    const stream = new Captured();
    logAccountEvents(sandbox.running, new Terminal(stream, {}), 'json');
    for (let request = 0; request < 500; request++) await sandbox.api.balance();
    expect(stream.lines.map(line => JSON.parse(line).id)).toEqual(
      Array.from({ length: 500 }, (_, index) => `req-${index + 1}`),
    );
  });

  it('counts what it left out beyond 200 lines per second on a terminal', async () => {
    const host = new SimulatedHost();
    await using sandbox = await startTestSandbox({ hostClock: host });
    const stream = new Captured(100);
    logAccountEvents(sandbox.running, new Terminal(stream, TERMINAL), 'json');
    for (let request = 0; request < 205; request++) await sandbox.api.balance();
    expect(stream.lines).toHaveLength(200);
    host.pass(1_000);
    expect(JSON.parse(stream.lines.at(-1)!)).toMatchObject({ level: 'warn', kind: 'skipped', count: 5 });
  });

  it('has the ids with which callers trace their requests: at most 128 printable characters, and a valid traceparent', async () => {
    await using sandbox = await startTestSandbox();
    const stream = new Captured();
    logAccountEvents(sandbox.running, new Terminal(stream, {}), 'json');
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const send = (headers: Record<string, string>) =>
      sandbox.api.call('GET', '/api/v1/balance/', { headers });
    await send({ 'x-request-id': 'job-17/3', traceparent });
    await send({ 'x-request-id': 'x'.repeat(129), traceparent: `${traceparent}-more` });
    await send({ 'X-Request-Id': 'caf\u00e9' });
    await send({});
    const ids = stream.lines.map(line => JSON.parse(line)).map(one => [one.x_request_id, one.traceparent]);
    expect(ids).toEqual([
      ['job-17/3', traceparent],
      [`${'x'.repeat(128)}…`, undefined],
      ['caf?', undefined],
      [undefined, undefined],
    ]);
  });

  it('is an audit trail: control calls that change something, and refused admin tokens, without keys and tokens', async () => {
    const adminToken = 'secret-admin-token';
    await using started = await startControlled({ admin_token: adminToken });
    const { control, sandbox } = started;
    const stream = new Captured();
    logAccountEvents(sandbox.running, new Terminal(stream, {}), 'json');
    const admin = { 'x-admin-token': adminToken, 'x-request-id': 'deploy-7' };
    const { api_key } = await control.call('createAccount', { body: { name: 'shop' }, headers: admin });
    const me = { path: { account: 'me' }, headers: { authorization: `Bearer ${api_key}` } };
    await control.call('getAccount', me);
    await control.call('verifyRequests', {
      ...me,
      body: { match: { operation: 'createOrder' }, count: { exactly: 0 } },
    });
    await control.call('deposit', { ...me, body: { amount_trx: 5 } });
    await control.refusal('deposit', { ...me, body: { amount_trx: -5 } });
    await control.refusal('getInfo', { headers: { 'x-admin-token': 'guessed-admin-token' } });
    await control.of('shop').call('deleteAccount', { headers: admin });
    const calls = stream.lines.map(line => JSON.parse(line)).filter(({ kind }) => kind === 'control');
    expect(
      calls.map(one => [one.level, one.account, one.operation, one.key, one.status, one.error, one.ip]),
    ).toEqual([
      ['info', 'shop', 'createAccount', null, 201, null, '127.0.0.1'],
      ['info', 'shop', 'deposit', 'default', 200, null, '127.0.0.1'],
      ['info', 'shop', 'deposit', 'default', 400, 'INVALID_REQUEST', '127.0.0.1'],
      ['warn', null, 'getInfo', null, 401, 'ADMIN_TOKEN_REQUIRED', '127.0.0.1'],
      ['info', 'shop', 'deleteAccount', null, 200, null, '127.0.0.1'],
    ]);
    expect(calls[0]).toMatchObject({ method: 'POST', url: '/_sandbox/accounts', x_request_id: 'deploy-7' });
    for (const secret of [adminToken, 'guessed-admin-token', api_key])
      expect(stream.text).not.toContain(secret);
  });

  it('reports an account that is removed because nobody used it, as the text does', async () => {
    const host = new SimulatedHost();
    await using sandbox = await startTestSandbox({ hostClock: host });
    const [json, text] = [new Captured(), new Captured()];
    logAccountEvents(sandbox.running, new Terminal(json, {}), 'json');
    logAccountEvents(sandbox.running, new Terminal(text, {}));
    sandbox.openAccount({ name: 'ci-1', idleMs: 60_000 });
    host.pass(70_000);
    while (sandbox.core.accounts.size > 1) {
      await new Promise(resolve => setImmediate(resolve));
      host.pass(5_000);
    }
    expect(JSON.parse(json.lines.at(-1)!)).toMatchObject({
      level: 'info',
      kind: 'removed',
      account: 'ci-1',
      idle_ttl: '1m',
    });
    expect(text.lines.at(-1)).toBe('account ci-1 was removed: nobody used it for 1m');
  });
});
