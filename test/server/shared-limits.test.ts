import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONNECTION_LIMITS, MAX_REQUEST_BYTES } from '../../src/server/connection-limits.ts';
import { startTestSandbox, type TestAccount } from '../support/sandbox.ts';
import { orderBytes, requestBytes, Wire } from '../system/load/wire.ts';

const MIB = 1024 * 1024;
const MAX_CONNECTIONS = 20;
// A server reads it when it is created.
const LIMITS = { ...CONNECTION_LIMITS };
beforeAll(() => {
  Object.assign(CONNECTION_LIMITS, { maxConnections: MAX_CONNECTIONS });
});
afterAll(() => {
  Object.assign(CONNECTION_LIMITS, LIMITS);
});

/** Clients that leave their connections open until the test ends. */
class Clients implements Disposable {
  readonly #sockets: Socket[] = [];

  /** Opens a connection and writes to it. */
  async open(port: number, bytes: string): Promise<Socket> {
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.#sockets.push(client.resume());
    client.on('error', () => undefined);
    await once(client, 'connect');
    client.write(bytes);
    return client;
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** How many of some connections are open, once those that the server closed are known to be. */
async function openAmong(sockets: readonly Socket[], port: number): Promise<number> {
  const wire = await Wire.open(port);
  wire.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect((await wire.answer())?.status).toBe(200);
  wire.socket.destroy();
  return sockets.filter(socket => !socket.destroyed && !socket.readableEnded).length;
}

/** The status of a request over a connection of its own. */
async function statusOf(port: number, bytes: string): Promise<number | undefined> {
  const wire = await Wire.open(port);
  wire.write(bytes);
  const answer = await wire.answer();
  wire.socket.destroy();
  return answer?.status;
}

const balance = (key: string): string => requestBytes(key, 'GET', '/api/v1/balance/');
const PROBE = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** The head of an import of a snapshot, and nothing of its body. */
const importHead = (key: string, bytes: number): string =>
  requestBytes(key, 'PUT', '/_sandbox/accounts/me/snapshots/half', undefined, {
    'Content-Type': 'application/json',
    'Content-Length': String(bytes),
  });

describe('when all connections are in use', () => {
  const rounds = Array.from({ length: 3 * MAX_CONNECTIONS }, (_, index) => index);

  test('by half-sent heads, clients with and without a key are served', async () => {
    await using sandbox = await startTestSandbox();
    using clients = new Clients();
    const { port, apiKey } = sandbox;
    const known = await Wire.open(port);
    known.write(balance(apiKey));
    expect((await known.answer())?.status).toBe(200);
    for (const _round of rounds) await clients.open(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    expect(await statusOf(port, PROBE)).toBe(200);
    expect(await statusOf(port, balance(apiKey))).toBe(200);
    known.write(balance(apiKey));
    expect((await known.answer())?.status).toBe(200);
    known.socket.destroy();
  });

  test('by hanging responses of an account, other accounts and probes are served', async () => {
    await using sandbox = await startTestSandbox();
    using clients = new Clients();
    const { port } = sandbox;
    const [hanging, other] = [sandbox.openAccount(), sandbox.openAccount()];
    const theirs = await Wire.open(port);
    theirs.write(balance(other.apiKey));
    expect((await theirs.answer())?.status).toBe(200);
    const hang = { 'X-Sandbox-Scenario': 'hang-after-commit' };
    for (const round of rounds) await clients.open(port, orderBytes(hanging.apiKey, `hang-${round}`, hang));
    expect(await statusOf(port, PROBE)).toBe(200);
    expect(await statusOf(port, balance(other.apiKey))).toBe(200);
    theirs.write(balance(other.apiKey));
    expect((await theirs.answer())?.status).toBe(200);
    theirs.socket.destroy();
  });
});

test('two half-sent imports of an account do not delay those of another', async () => {
  await using sandbox = await startTestSandbox();
  using clients = new Clients();
  const { port } = sandbox;
  const account = sandbox.openAccount();
  for (const _each of [1, 2]) await clients.open(port, `${importHead(sandbox.apiKey, 10 * MIB)}{"a":`);
  const body = JSON.stringify({ nothing: 'x'.repeat(2 * MIB) });
  expect(await statusOf(port, importHead(account.apiKey, body.length) + body)).toBe(400);
});

test('an import does not wait for all imports of another account that arrived before', async () => {
  await using sandbox = await startTestSandbox();
  const { port, apiKey } = sandbox;
  const account = sandbox.openAccount();
  const large = JSON.stringify({ parts: Array(6).fill('x'.repeat(MIB)) });
  const order: string[] = [];
  const send = async (name: string, key: string, body: string): Promise<void> => {
    expect(await statusOf(port, importHead(key, body.length) + body)).toBe(400);
    order.push(name);
  };
  const imports = ['first', 'second', 'third'].map(name => send(name, apiKey, large));
  await Promise.all([...imports, send('other', account.apiKey, '{}')]);
  expect(order.indexOf('other')).toBeLessThan(2);
});

describe('when the bodies of an account fill the memory for bodies', () => {
  const SIZE = 6 * MIB;
  const FIT = Math.floor(MAX_REQUEST_BYTES / SIZE);

  /** Sends an import except for its last byte. */
  async function sendHalf(client: Socket, { apiKey }: TestAccount, bytes: number): Promise<void> {
    client.write(importHead(apiKey, bytes + 1));
    await new Promise(resolve => client.write(Buffer.alloc(bytes, ' '), resolve));
  }

  test('it loses its oldest ones, and another account loses none', async () => {
    await using sandbox = await startTestSandbox();
    using clients = new Clients();
    const [greedy, other] = [sandbox.openAccount(), sandbox.openAccount()];
    const first = await clients.open(sandbox.port, '');
    await sendHalf(first, other, MIB);
    const sockets: Socket[] = [];
    for (let count = 0; count < FIT + 1; count++) {
      sockets.push(await clients.open(sandbox.port, ''));
      await sendHalf(sockets[count]!, greedy, SIZE);
    }
    await expect.poll(() => openAmong(sockets, sandbox.port)).toBe(FIT);
    expect(sockets[0]!.destroyed || sockets[0]!.readableEnded).toBe(true);
    expect(await openAmong([first], sandbox.port)).toBe(1);
  });

  test('a body of many small chunks counts with the memory that they take', async () => {
    await using sandbox = await startTestSandbox();
    using clients = new Clients();
    const account = sandbox.openAccount();
    const head = requestBytes(account.apiKey, 'PUT', '/_sandbox/accounts/me/snapshots/half', undefined, {
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    });
    const client = await clients.open(sandbox.port, head);
    const closed = new Promise(resolve => client.once('close', resolve));
    const chunks = '1\r\n \r\n'.repeat(50_000);
    for (let sent = 0; sent < 20 && !client.destroyed; sent++) client.write(chunks);
    await closed;
  });
});
