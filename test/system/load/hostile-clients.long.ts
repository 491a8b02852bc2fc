import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { CONNECTION_LIMITS, MAX_REQUEST_BYTES } from '../../../src/server/connection-limits.ts';
import { MeasuredServer } from './measured-server.ts';
import { orderBytes } from './wire.ts';

/** More than the server accepts. */
const MANY = CONNECTION_LIMITS.maxConnections + 1_000;
const HANG = { 'X-Sandbox-Scenario': 'hang-after-commit' };
const HALF_HEAD = 'GET /api/v1/balance/ HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';

const clients = new Set<Socket>();
afterEach(() => {
  for (const client of clients) client.destroy();
});

/** Opens connections, writes to each, and neither reads from them nor closes them. */
async function leaveOpen(server: MeasuredServer, count: number, bytes: (index: number) => string) {
  const port = Number(new URL(server.baseUrl).port);
  for (let index = 0; index < count; index++) {
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause();
    clients.add(client.on('error', () => undefined));
    client.write(bytes(index));
    // No more at once than the server's accept backlog.
    if (index % 250 === 0) await once(client, 'connect');
  }
}

/** An account of its own for whoever holds connections. */
async function otherKey(server: MeasuredServer): Promise<string> {
  return (await server.send('POST', '/_sandbox/accounts', {})).body.data.api_key;
}

async function expectToServe(server: MeasuredServer): Promise<void> {
  expect((await fetch(`${server.baseUrl}/healthz`, { headers: { Connection: 'close' } })).status).toBe(200);
  expect((await server.send('GET', '/api/v1/balance/')).status).toBe(200);
}

/** A figure of the server's metrics. */
async function figure(server: MeasuredServer, name: string): Promise<number> {
  const text = await (await fetch(`${server.baseUrl}/_sandbox/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

test(`${MANY} half-sent heads keep nobody out, and are all closed after their time`, async () => {
  await using server = await MeasuredServer.start();
  const before = await figure(server, 'process_open_fds');
  await leaveOpen(server, MANY, () => HALF_HEAD);
  await expectToServe(server);
  await expect.poll(() => figure(server, 'process_open_fds'), { timeout: 60_000 }).toBeLessThan(before + 10);
});

test(`${MANY} hanging responses of an account keep nobody out`, async () => {
  await using server = await MeasuredServer.start(['--rate-limit', '1000000']);
  const key = await otherKey(server);
  await leaveOpen(server, MANY, index => orderBytes(key, `hang-${index}`, HANG));
  await expectToServe(server);
});

test('pipelined requests that wait for hanging responses take bounded memory', async () => {
  await using server = await MeasuredServer.start();
  const key = await otherKey(server);
  const before = await figure(server, 'process_resident_memory_bytes');
  const pipelined = 'GET / HTTP/1.1\r\n\r\n'.repeat(4_000);
  await leaveOpen(server, 100, index => orderBytes(key, `hang-${index}`, HANG) + pipelined);
  await expectToServe(server);
  const after = await figure(server, 'process_resident_memory_bytes');
  expect(after - before).toBeLessThan(3 * MAX_REQUEST_BYTES);
});
