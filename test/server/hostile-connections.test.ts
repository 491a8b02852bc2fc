import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TransportFault } from '../../src/core/scenario/rule-effects.ts';
import { type HostClock, systemClock } from '../../src/host/node/host-clock.ts';
import { CONNECTION_LIMITS } from '../../src/server/connection-limits.ts';
import { openConnections } from '../support/accepted-connections.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startTestSandbox, type TestOptions } from '../support/sandbox.ts';
import { inline } from '../system/integrators/inline.ts';
import { orderBytes, requestBytes, Wire } from '../system/load/wire.ts';

// Node's own timers are not those of the host clock. A server reads these when it is created.
const LIMITS = { ...CONNECTION_LIMITS };
beforeAll(() => {
  Object.assign(CONNECTION_LIMITS, {
    requestTimeout: 300,
    handshakeTimeout: 300,
    connectionsCheckingInterval: 50,
  });
});
afterAll(() => {
  Object.assign(CONNECTION_LIMITS, LIMITS);
});

/** A host whose timers fire after at most 50 ms. */
const QUICK_HOST: HostClock = {
  ...systemClock,
  wake: (afterMs, callback) => systemClock.wake(Math.min(afterMs, 50), callback),
};

const start = (options: TestOptions = {}) => startTestSandbox({ hostClock: QUICK_HOST, ...options });

const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

/**
 * Opens a connection, writes to it, and neither reads from it nor closes its side. Resolves when the server has closed
 * the connection.
 */
async function untilClosed(port: number, ...parts: readonly string[]): Promise<void> {
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause();
  clients.push(client);
  client.on('error', () => undefined);
  await once(client, 'connect');
  await expect.poll(() => openConnections(port), { interval: 1 }).toBe(1);
  for (const part of parts) client.write(part);
  await expect.poll(() => openConnections(port)).toBe(0);
}

const HALF_HEAD = 'GET /api/v1/balance/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ';

describe('a connection is closed although its client neither reads nor closes it', () => {
  test.each<[string, (key: string) => readonly string[]]>([
    ['nothing', () => []],
    ['half a head', () => [HALF_HEAD]],
    ['half a body', key => [orderBytes(key, 'half').slice(0, -10)]],
    ['bytes that are not HTTP', () => ['this is not HTTP\r\n\r\n', 'nor is this\r\n\r\n']],
    ['a head that is too large', () => [HALF_HEAD, 'x'.repeat(100_000)]],
    ['CONNECT', () => ['CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n', 'and more']],
    ['a request and then half of another', key => [requestBytes(key, 'GET', '/api/v1/balance/'), HALF_HEAD]],
    ['a request and then bytes that are not HTTP', key => [orderBytes(key, 'first'), '\0\0\0\0']],
  ])('after %s', async (_sent, parts) => {
    await using sandbox = await start();
    await untilClosed(sandbox.port, ...parts(sandbox.apiKey));
  });

  test.each<TransportFault>(['empty-reply', 'truncated-json', 'hang'])('after the fault %s', async fault => {
    await using sandbox = await start();
    const scenario = inline(`requests:\n  - match: { operation: createOrder }\n    fault: ${fault}\n`);
    sandbox.core.runner.execute(sandbox.account, 'setScenarios', { scenarios: [scenario] });
    await untilClosed(sandbox.port, orderBytes(sandbox.apiKey, 'faulted'));
  });

  test.each<[string, string]>([
    ['without a handshake', ''],
    ['after half a handshake', '\x16\x03\x01\x02\x00\x01'],
  ])('%s over TLS', async (_what, bytes) => {
    await using sandbox = await start({ tls: true });
    await untilClosed(sandbox.port, bytes);
  });

  test('after half a head over TLS', async () => {
    await using sandbox = await start({ tls: true });
    const client = connectTls({ port: sandbox.port, host: '127.0.0.1', rejectUnauthorized: false });
    clients.push(client);
    await once(client, 'secureConnect');
    expect(openConnections(sandbox.port)).toBe(1);
    client.pause().write(HALF_HEAD);
    await expect.poll(() => openConnections(sandbox.port)).toBe(0);
  });
});

test('a client that still sends when it is refused receives the response', async () => {
  await using sandbox = await start();
  const { status } = await sendRaw(sandbox.port, HALF_HEAD, ...Array<string>(20).fill('x'.repeat(60_000)));
  expect(status).toBe(413);
});

test('a request that was refused because it took too long has no effect if its rest arrives', async () => {
  await using sandbox = await start({ hostClock: systemClock });
  const wire = await Wire.open(sandbox.port);
  const bytes = orderBytes(sandbox.apiKey, 'late');
  wire.write(bytes.slice(0, -10));
  expect((await wire.answer())?.status).toBe(400);
  wire.write(bytes.slice(-10) + orderBytes(sandbox.apiKey, 'later'));
  expect(await wire.answer()).toBeNull();
  expect(sandbox.state.orders).toEqual([]);
});

describe('a request with two Host headers', () => {
  test.each(['/api/v1/balance/', '/_sandbox/info', '/healthz', '/'])('for %s is refused', async path => {
    await using sandbox = await start();
    const lines = [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${sandbox.port}`,
      `Authorization: Bearer ${sandbox.apiKey}`,
      'hOST: evil.example',
    ];
    const { status, error, headers } = await sendRaw(sandbox.port, `${lines.join('\r\n')}\r\n\r\n`);
    expect({ status, error, connection: headers.connection }).toEqual({
      status: 400,
      error: 'INVALID_JSON',
      connection: 'close',
    });
    expect(headers['x-sandbox-explain']).toBe(
      'the request is not valid HTTP/1.1: it has two Host headers; send one',
    );
  });
});
