import { describe, expect, it } from 'vitest';
import { logAccountEvents } from '../../src/cli/live-log.ts';
import { Terminal } from '../../src/cli/process-io.ts';
import { addressNumber, RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox } from '../support/sandbox.ts';
import { SimulatedHost } from '../system/integrators/simulated-host.ts';
import { Captured } from './support.ts';

const order = { external_id: 'inv-1', package_id: 1, address: RECIPIENT };

describe('the log of a server', () => {
  it('has a line for each request, order and webhook, with the explanation below a refused request', async () => {
    await using sandbox = await startTestSandbox();
    await sandbox.receive();
    const stream = new Captured();
    logAccountEvents(sandbox.core, new Terminal(stream, {}));
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
    logAccountEvents(sandbox.core, new Terminal(stream, {}));
    await sandbox.openAccount({ name: 'shop' }).api.balance();
    await sandbox.api.as('nonsense').balance();
    expect(stream.text).toMatch(/^\S+ \S+ {2}shop {2}req-1 +GET \/api\/v1\/balance\/ +200$/m);
    expect(stream.text).toMatch(/^\S+ \S+ {2}- {2}req-2 +GET \/api\/v1\/balance\/ +401 UNAUTHORIZED$/m);
  });

  it('prints at most 200 lines per second, and counts the rest', async () => {
    const host = new SimulatedHost();
    await using sandbox = await startTestSandbox({ hostClock: host });
    const stream = new Captured();
    logAccountEvents(sandbox.core, new Terminal(stream, {}));
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
  });
});

describe('the JSON log of a server', () => {
  it('has an object for each request, order and webhook, with the times of the host and the account', async () => {
    await using sandbox = await startTestSandbox();
    await sandbox.receive();
    const stream = new Captured();
    logAccountEvents(sandbox.core, new Terminal(stream, {}), 'json');
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
    logAccountEvents(sandbox.core, new Terminal(stream, {}), 'json');
    await sandbox.api.order(order);
    await sandbox.quiet();
    const warnings = stream.lines.map(line => JSON.parse(line)).filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject([{ kind: 'settled', event: 'order.processing', state: 'exhausted' }]);
  });

  it('counts what it left out beyond 200 lines per second', async () => {
    const host = new SimulatedHost();
    await using sandbox = await startTestSandbox({ hostClock: host });
    const stream = new Captured();
    logAccountEvents(sandbox.core, new Terminal(stream, {}), 'json');
    for (let request = 0; request < 205; request++) await sandbox.api.balance();
    expect(stream.lines).toHaveLength(200);
    host.pass(1_000);
    expect(JSON.parse(stream.lines.at(-1)!)).toMatchObject({ level: 'warn', kind: 'skipped', count: 5 });
  });
});
