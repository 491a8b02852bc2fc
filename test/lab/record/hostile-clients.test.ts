import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type HostClock, systemClock } from '../../../src/host/node/host-clock.ts';
import { CLIENT_LIMITS } from '../../../src/lab/record/relay.ts';
import { openConnections } from '../../support/accepted-connections.ts';
import { open, startPeer, startProxy } from './raw-peers.ts';

// A listener reads them when it is created.
const LIMITS = { ...CLIENT_LIMITS };
beforeAll(() => {
  Object.assign(CLIENT_LIMITS, { headersTimeout: 200, connectionsCheckingInterval: 50 });
});
afterAll(() => {
  Object.assign(CLIENT_LIMITS, LIMITS);
});

/** A host whose timers fire after at most 50 ms. */
const QUICK_HOST: HostClock = {
  ...systemClock,
  wake: (afterMs, callback) => systemClock.wake(Math.min(afterMs, 50), callback),
};

const GET = 'GET /api/v1/balance/ HTTP/1.1\r\nHost: here\r\n\r\n';
const WHOLE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

test.each<[string, string, (socket: Socket) => unknown]>([
  ['it sends no request', '', () => undefined],
  ['it sends half a head', GET.slice(0, -4), () => undefined],
  ['the target closes the connection after its response', GET, socket => socket.end(WHOLE)],
  ['the target closes the connection in the middle of it', GET, socket => socket.end(WHOLE.slice(0, -1))],
  ['the target closes the connection without one', GET, socket => socket.end()],
])(
  'the connection of a client that neither reads nor closes is closed if %s',
  async (_what, bytes, respond) => {
    const target = await startPeer(socket => socket.once('data', () => respond(socket)));
    const proxy = await startProxy(target, 'service.example', QUICK_HOST);
    const client = open(proxy.port).pause();
    onTestFinished(() => void client.destroy());
    client.on('error', () => undefined);
    await once(client, 'connect');
    await expect.poll(() => openConnections(proxy.port), { interval: 1 }).toBe(1);
    client.write(bytes);
    await expect.poll(() => openConnections(proxy.port) + openConnections(target)).toBe(0);
  },
);
