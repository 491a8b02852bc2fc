import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { type HostClock, systemClock } from '../../src/host/node/host-clock.ts';
import { startSandbox } from '../../src/server/start-sandbox.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { freePorts } from '../support/free-ports.ts';
import type { Reaction } from '../support/receiver.ts';
import { startTestSandbox } from '../support/sandbox.ts';

/** A host clock that shortens every delay to at most 50 ms. */
const shortDelayHost: HostClock = {
  ...systemClock,
  wake: (afterMs, callback) => systemClock.wake(Math.min(afterMs, 50), callback),
};

const ORDER = { package_id: 1, address: RECIPIENT };
const LATE_RESPONSE = { headers: { 'x-sandbox-scenario': 'webhook-before-response' } };

test('a request in progress when the server shuts down gets its complete response', async () => {
  const sandbox = await startTestSandbox();
  const receiver = await sandbox.receive();
  let respond = (): void => {};
  const arrived = new Promise<void>(arrive => {
    receiver.next(
      () =>
        new Promise<Reaction>(resolve => {
          respond = () => resolve(204);
          arrive();
        }),
    );
  });
  const response = sandbox.api.order(ORDER, LATE_RESPONSE);
  await arrived;
  const closed = sandbox.running.close();
  respond();
  expect((await response).outcome).toBe('202');
  await closed;
  await sandbox.close();
});

test('a client without a response does not prevent a shutdown', async () => {
  const sandbox = await startTestSandbox({ hostClock: shortDelayHost });
  const hanging = sandbox.api
    .order(ORDER, { headers: { 'x-sandbox-scenario': 'hang-after-commit' } })
    .catch(String);
  while (sandbox.state.orders.length === 0) await new Promise(resolve => setImmediate(resolve));
  await sandbox.running.close();
  expect(await hanging).toMatch(/SocketError|closed|reset/i);
  await sandbox.close();
});

test('a receiver that never responds does not prevent a shutdown', async () => {
  const sandbox = await startTestSandbox();
  const receiver = await sandbox.receive();
  receiver.always('hang');
  await sandbox.api.order(ORDER);
  while (receiver.deliveries.length === 0) await new Promise(resolve => setImmediate(resolve));
  await sandbox.running.close();
  await sandbox.close();
});

/** What a socket received until it was closed. */
const allFrom = (socket: Socket): Promise<string> =>
  new Promise(resolve => {
    let text = '';
    socket.on('data', chunk => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });

test('a request during the shutdown fails with 503, and new connections are refused', async () => {
  const sandbox = await startTestSandbox();
  const half = connect(sandbox.port, '127.0.0.1');
  const answer = allFrom(half);
  half.write(`GET /api/v1/balance/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${sandbox.apiKey}\r\n`);
  // The server has read the bytes before once it has answered a later request.
  expect((await sandbox.api.balance()).outcome).toBe('200');
  const closed = sandbox.running.close();
  const refused = (): Promise<boolean> =>
    new Promise(resolve => {
      const probe = connect(sandbox.port, '127.0.0.1');
      probe.on('connect', () => resolve(false)).on('error', () => resolve(true));
      probe.on('connect', () => probe.destroy());
    });
  await expect.poll(refused).toBe(true);
  half.write('\r\n');
  expect(await answer).toMatch(
    /^HTTP\/1\.1 503 .*connection: close.*\{"success":false,"error":"SERVICE_UNAVAILABLE"\}$/is,
  );
  await closed;
  await sandbox.close();
});

test('a client that never completes its request does not prevent a shutdown', async () => {
  const sandbox = await startTestSandbox({ hostClock: shortDelayHost });
  const half = connect(sandbox.port, '127.0.0.1');
  const answer = allFrom(half);
  half.write('POST /api/v1/order/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
  expect((await sandbox.api.balance()).outcome).toBe('200');
  await sandbox.running.close();
  expect(await answer).not.toMatch(/^HTTP\/1\.1 2/);
  await sandbox.close();
});

test('a connection that has sent nothing does not prevent a shutdown', async () => {
  const sandbox = await startTestSandbox({ hostClock: shortDelayHost });
  const socket = connect(sandbox.port, '127.0.0.1');
  await new Promise(resolve => socket.once('connect', resolve));
  socket.on('error', () => undefined);
  await sandbox.close();
  socket.destroy();
});

test('closing twice has the same effect as once, and frees the port', async () => {
  const first = await startSandbox({ port: await freePorts(1) });
  await Promise.all([first.close(), first.close()]);
  const second = await startSandbox({ port: first.port });
  await second.close();
  expect(second.port).toBe(first.port);
});
