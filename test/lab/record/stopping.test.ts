import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { type HostClock, systemClock } from '../../../src/host/node/host-clock.ts';
import { CONNECT_TIMEOUT_MS } from '../../../src/lab/record/relay.ts';
import { open, readAll, startProxy } from './raw-peers.ts';

/** Listens and never accepts a connection, because its thread sleeps until it is woken. */
const DEAF_SERVER = `
const { createServer } = require('node:net');
const { parentPort, workerData } = require('node:worker_threads');
const server = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  // Sends the port and sleeps in one turn: a connection that came in between would be accepted.
  parentPort.postMessage(server.address());
  Atomics.wait(workerData, 0, 0);
  process.exit();
});`;

/** A port at which connections are never accepted, and with no room for further ones that wait. */
async function deafPort(): Promise<number> {
  const awake = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(DEAF_SERVER, { eval: true, workerData: awake });
  const [{ port }] = (await once(worker, 'message')) as [AddressInfo];
  const waiting = Array.from({ length: 4 }, () => connect({ port, host: '127.0.0.1' }));
  for (const socket of waiting) socket.on('error', () => undefined);
  await once(waiting[0]!, 'connect');
  onTestFinished(async () => {
    for (const socket of waiting) socket.destroy();
    Atomics.store(awake, 0, 1);
    Atomics.notify(awake, 0);
    await once(worker, 'exit');
  });
  return port;
}

/** A clock whose time passes quickly, and which knows the timers that wait. */
function quickClock(): HostClock & { readonly waiting: Set<number> } {
  const waiting = new Set<number>();
  let nowMs = 0;
  return {
    ...systemClock,
    waiting,
    monotonicMs: () => (nowMs += 100),
    wake: (afterMs, callback) => {
      waiting.add(afterMs);
      const cancel = systemClock.wake(afterMs, () => {
        waiting.delete(afterMs);
        callback();
      });
      return () => {
        waiting.delete(afterMs);
        cancel();
      };
    },
  };
}

test('a recorder that stops gives up connections that the target has not accepted yet', async () => {
  const clock = quickClock();
  const proxy = await startProxy(await deafPort(), 'service.example', clock);
  const client = open(proxy.port);
  const atClient = readAll(client);
  client.write('GET /api/v1/balance/ HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => [...clock.waiting]).toContain(CONNECT_TIMEOUT_MS);
  await proxy.listener.close();
  expect(await atClient).toMatchObject({ ending: 'reset' });
  await expect.poll(() => [...clock.waiting]).toEqual([]);
  expect(proxy.exchanges[0]).toMatchObject({ outcome: { kind: 'recorder-stopped' }, response: null });
});

test('a client that goes away before the target has accepted its connection leaves none behind', async () => {
  const clock = quickClock();
  const proxy = await startProxy(await deafPort(), 'service.example', clock);
  const client = open(proxy.port);
  client.write('GET /api/v1/balance/ HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => [...clock.waiting]).toContain(CONNECT_TIMEOUT_MS);
  client.resetAndDestroy();
  await expect.poll(() => [...clock.waiting]).toEqual([]);
  expect(proxy.exchanges[0]).toMatchObject({ outcome: { kind: 'client-gone' }, response: null });
});
