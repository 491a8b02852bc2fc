import { once } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type HostClock, systemClock } from '../../../src/host/node/host-clock.ts';
import { MAX_RECORDED_BODY, type RawExchange } from '../../../src/lab/record/exchange.ts';
import {
  CLOSED_PORT,
  open,
  type RecorderPort,
  readAll,
  startPeer,
  startProxy,
  untilReceived,
} from './raw-peers.ts';

const GET = 'GET /api/v1/balance/ HTTP/1.1\r\nHost: here\r\nConnection: keep-alive\r\n\r\n';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';

/** Starts the recorder in front of a server that does something when it has received a request's head. */
async function inFrontOf(respond: (socket: Socket) => void, clock?: HostClock): Promise<RecorderPort> {
  const port = await startPeer(socket => {
    socket.on('end', () => socket.end());
    void untilReceived(socket, '\r\n\r\n').then(() => respond(socket));
  });
  return startProxy(port, 'service.example', clock);
}

const until = (proxy: RecorderPort, count: number): Promise<RawExchange[]> =>
  expect
    .poll(() => proxy.exchanges.length)
    .toBe(count)
    .then(() => proxy.exchanges);

describe('an exchange is recorded', () => {
  test('with its request as the service got it, its response, and their times', async () => {
    const proxy = await inFrontOf(socket => socket.write(OK));
    const client = open(proxy.port);
    client.write(GET);
    const [exchange] = await until(proxy, 1);
    client.destroy();
    const { request, response, timings, outcome } = exchange!;
    expect(request).toMatchObject({ method: 'GET', target: '/api/v1/balance/', version: 'HTTP/1.1' });
    expect(request.headers).toEqual([
      { name: 'Host', value: 'service.example' },
      { name: 'Connection', value: 'keep-alive' },
    ]);
    expect(response).toMatchObject({ status: 200, reason: 'OK' });
    expect(response?.body.bytes.toString()).toBe('{}');
    expect(outcome).toEqual({ kind: 'complete' });
    for (const ms of [timings.sendMs, timings.waitMs, timings.receiveMs])
      expect(ms).toBeGreaterThanOrEqual(0);
  });

  test('with the content of its chunks, and without 100 Continue', async () => {
    const proxy = await inFrontOf(socket =>
      socket.write(
        'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x\r\nde\r\n0\r\n\r\n',
      ),
    );
    const client = open(proxy.port);
    client.write('POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nwxyz\r\n0\r\n\r\n');
    const [exchange] = await until(proxy, 1);
    client.destroy();
    expect(exchange?.request.body.bytes.toString()).toBe('wxyz');
    expect(exchange?.response?.status).toBe(202);
    expect(exchange?.response?.body.bytes.toString()).toBe('abcde');
  });

  test('up to 4 MiB of a body, while the rest is passed on', async () => {
    const extra = 1_000;
    const size = MAX_RECORDED_BODY + extra;
    const proxy = await inFrontOf(socket => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
      socket.write(Buffer.alloc(size, 'a'));
    });
    const client = open(proxy.port);
    client.resume();
    client.write(GET);
    const [exchange] = await until(proxy, 1);
    expect(exchange?.response?.body.dropped).toBe(extra);
    expect(exchange?.response?.body.bytes.length).toBe(MAX_RECORDED_BODY);
    await expect.poll(() => client.bytesRead).toBeGreaterThan(size);
    client.destroy();
  });
});

test('a request without a body gets no chunks, and a client that offers HTTP/2 stays with HTTP/1.1', async () => {
  const heads: string[] = [];
  const port = await startPeer(socket =>
    socket.on('data', chunk => {
      heads.push(chunk.toString());
      socket.write(OK);
    }),
  );
  const proxy = await startProxy(port, 'service.example');
  const client = open(proxy.port);
  client.write('POST / HTTP/1.1\r\nhOst: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
  await until(proxy, 1);
  client.destroy();
  expect(heads).toEqual([
    'POST / HTTP/1.1\r\nhOst: service.example\r\nConnection: Upgrade\r\nContent-Length: 0\r\n\r\n',
  ]);
});

test('a connection whose bytes are not HTTP, or whose head is too large, is reset', async () => {
  const proxy = await startProxy(CLOSED_PORT);
  for (const bytes of ['\u0016\u0003\u0001\r\n', `GET / HTTP/1.1\r\nX: ${'a'.repeat(50_000)}\r\n\r\n`]) {
    const client = open(proxy.port);
    const received = readAll(client);
    client.write(bytes);
    expect(await received).toEqual({ bytes: Buffer.alloc(0), ending: 'reset' });
  }
  expect(proxy.unrecorded).toHaveLength(2);
});

describe('the outcome says', () => {
  test('that nothing listens at the target; the client gets a reset instead of an invented response', async () => {
    const proxy = await startProxy(CLOSED_PORT);
    const client = open(proxy.port);
    const received: Buffer[] = [];
    client.on('data', chunk => received.push(chunk));
    client.write(GET);
    const [error] = (await once(client, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNRESET');
    expect(received).toEqual([]);
    expect(proxy.exchanges[0]).toMatchObject({
      outcome: { kind: 'upstream-error', error: 'ECONNREFUSED' },
      response: null,
    });
  });

  test.each<readonly [string, (socket: Socket) => void, RawExchange['outcome'], string | undefined]>([
    [
      'that the chunks of a response are not valid, with the part before that',
      socket => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"suc\r\nodd\r\n'),
      { kind: 'truncated', error: 'the response is not valid HTTP/1.1 (HPE_INVALID_CHUNK_SIZE)' },
      '{"suc',
    ],
    [
      'that the response is not HTTP',
      socket => socket.end('SSH-2.0-odd\r\n\r\n'),
      {
        kind: 'upstream-error',
        error: expect.stringMatching(/^the response is not valid HTTP\/1\.1 \(HPE_\w+\)$/),
      },
      undefined,
    ],
  ])('%s', async (_name, respond, outcome, body) => {
    const proxy = await inFrontOf(respond);
    const client = open(proxy.port);
    client.on('error', () => undefined);
    client.write(GET);
    const [exchange] = await until(proxy, 1);
    client.destroy();
    expect(exchange?.outcome).toEqual(outcome);
    expect(exchange?.response?.body.bytes.toString()).toBe(body);
  });

  test('that the client was gone before a target that hangs had responded', async () => {
    let arrived = (): void => undefined;
    const atTarget = new Promise<void>(resolve => {
      arrived = resolve;
    });
    const proxy = await inFrontOf(() => arrived());
    const client = open(proxy.port);
    client.write(GET);
    await atTarget;
    client.destroy();
    const [exchange] = await until(proxy, 1);
    expect(exchange?.outcome).toMatchObject({ kind: 'client-gone' });
    expect(exchange?.response).toBeNull();
  });

  test('that the recorder ended while a response was outstanding', async () => {
    let arrived = (): void => undefined;
    const atTarget = new Promise<void>(resolve => {
      arrived = resolve;
    });
    // So that the time that exchanges have to end passes at once.
    const fast: HostClock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() * 1_000 };
    const proxy = await inFrontOf(() => arrived(), fast);
    const client = open(proxy.port);
    client.on('error', () => undefined);
    client.write(GET);
    await atTarget;
    await proxy.listener.close();
    expect(proxy.exchanges.map(({ outcome }) => outcome)).toEqual([{ kind: 'recorder-stopped' }]);
  });
});
