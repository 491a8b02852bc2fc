import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { UnreadResponses } from '../../src/server/connection-limits.ts';
import { httpServer } from '../support/http-server.ts';

const MIB = 1024 * 1024;
/** More than the buffers of both ends of a connection take. */
const LARGE_BYTES = 32 * MIB;
const NEVER_MS = 600_000;
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A server whose responses are all large. */
async function serve(limits: { timeoutMs: number; maxBytes: number }) {
  const unread = new UnreadResponses(limits);
  const responses: ServerResponse[] = [];
  const { server, port, close } = await httpServer((_request, response) => {
    response.once('prefinish', () => unread.watch(response));
    responses.push(response);
    response.end('x'.repeat(LARGE_BYTES));
  });
  cleanups.push(close);
  /** Asks for a response, and reads nothing of it. */
  const ask = async (): Promise<{ socket: Socket; response: ServerResponse; closed: Promise<unknown> }> => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    const closed = new Promise(resolve => socket.once('close', resolve));
    cleanups.push(async () => socket.destroy());
    const asked = once(server, 'request');
    socket.write(REQUEST);
    await asked;
    return { socket, response: responses.at(-1)!, closed };
  };
  return { ask };
}

describe('a response that its client does not read', () => {
  test('is given up after a time in which nothing was read', async () => {
    const { ask } = await serve({ timeoutMs: 100, maxBytes: 1024 * MIB });
    const { socket, response, closed } = await ask();
    await once(response, 'close');
    let received = 0;
    socket.on('data', chunk => {
      received += chunk.length;
    });
    socket.resume();
    await closed;
    expect(received).toBeLessThan(LARGE_BYTES);
  });

  test('is given up if too many others wait, the oldest first', async () => {
    const { ask } = await serve({ timeoutMs: NEVER_MS, maxBytes: 2.5 * LARGE_BYTES });
    const asked = [await ask(), await ask()];
    expect(asked.map(({ response }) => response.destroyed)).toEqual([false, false]);
    asked.push(await ask());
    expect(asked.map(({ response }) => response.destroyed)).toEqual([true, false, false]);
    for (const { socket } of asked.slice(1)) expect((await text(socket)).length).toBeGreaterThan(LARGE_BYTES);
    const later = [await ask(), await ask()];
    expect(later.map(({ response }) => response.destroyed)).toEqual([false, false]);
  });

  test('is kept if it is the only one, however large it is', async () => {
    const { ask } = await serve({ timeoutMs: NEVER_MS, maxBytes: MIB });
    const { socket } = await ask();
    expect((await text(socket)).length).toBeGreaterThan(LARGE_BYTES);
  });
});
