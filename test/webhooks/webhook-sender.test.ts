import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { explainSignature } from '../../src/core/webhook/signature.ts';
import type { WebhookMessage } from '../../src/host/delivery-runner.ts';
import { systemClock } from '../../src/host/node/host-clock.ts';
import { DestinationPolicy } from '../../src/host/node/webhook-destination.ts';
import { createMessage } from '../../src/webhooks/render-message.ts';
import { WebhookSender, type WebhookSenderOptions } from '../../src/webhooks/webhook-sender.ts';
import { HELD_TIMEOUT_MS, HeldTimeouts } from '../support/held-timeouts.ts';
import { SimulatedHost } from '../system/integrators/simulated-host.ts';
import { startReceiver, startTcpReceiver } from './plain-receivers.ts';
import { planOf, rentedAccount, SECRET } from './rented.ts';

const LONG_MS = 60_000;

const senders: WebhookSender[] = [];
function newSender(options: Partial<WebhookSenderOptions> = {}): WebhookSender {
  const sender = new WebhookSender({ clock: systemClock, ...options });
  senders.push(sender);
  return sender;
}
afterEach(async () => {
  await Promise.all(senders.splice(0).map(sender => sender.close()));
});

const JSON_HEADERS: Readonly<Record<string, string>> = { 'Content-Type': 'application/json' };
const messageTo = (url: string, body = '{}', headers = JSON_HEADERS): WebhookMessage => ({
  url,
  account: 'demo',
  render: () => ({ headers, body: Buffer.from(body) }),
});

describe('a delivery', () => {
  it('posts the exact bytes and headers of a rendered message, so that its signature verifies', async () => {
    await using receiver = await startReceiver(response => response.end('thanks'));
    const message = createMessage(
      rentedAccount(['delegating'], receiver.url),
      planOf(1, { corrupt: 'reserialised' }),
    );
    const outcome = await newSender().deliver(message, LONG_MS);
    const rendered = message.render()!;
    const [request] = receiver.received;
    expect(request).toMatchObject({ method: 'POST', url: '/hooks?shop=1', body: rendered.body });
    for (const [name, value] of Object.entries(rendered.headers)) {
      expect(request!.headers[name.toLowerCase()]).toBe(value);
    }
    const header = request!.headers['x-webhook-signature'] as string;
    expect(explainSignature({ body: request!.body, header, secret: SECRET })).toEqual({ valid: true });
    expect(outcome).toMatchObject({ kind: 'acknowledged', status: 200, body: 'thanks', error: null });
    expect(outcome.headers).toMatchObject({ 'content-length': '6' });
  });

  it('is not acknowledged by the status 199 or another informational status', async () => {
    await using receiver = await startTcpReceiver(socket => {
      socket.once('data', () => socket.end('HTTP/1.1 199 Almost\r\n\r\n'));
    });
    const outcome = await newSender().deliver(messageTo(receiver.url), LONG_MS);
    expect(outcome).toMatchObject({ kind: 'unreachable', status: null });
  });

  it.each([301, 308])('does not follow a %i, and reports its location', async status => {
    await using receiver = await startReceiver((response, { url }) => {
      if (url === '/elsewhere') response.end();
      else response.writeHead(status, { Location: '/elsewhere' }).end();
    });
    const outcome = await newSender().deliver(messageTo(receiver.url), LONG_MS);
    expect(outcome).toMatchObject({ kind: 'redirected', status });
    expect(outcome.error).toContain('/elsewhere');
    expect(receiver.received).toHaveLength(1);
  });

  it("sends a URL's user and password as Basic Authorization", async () => {
    await using receiver = await startReceiver(response => response.end());
    await newSender().deliver(messageTo(`http://shop:p%40ss@${receiver.host}/`), LONG_MS);
    const expected = `Basic ${Buffer.from('shop:p@ss').toString('base64')}`;
    expect(receiver.received[0]!.headers.authorization).toBe(expected);
  });

  it('measures its duration with the given clock', async () => {
    let nowMs = 1_000;
    await using receiver = await startReceiver(response => {
      nowMs += 250;
      response.end();
    });
    const outcome = await newSender({ clock: { ...systemClock, monotonicMs: () => nowMs } }).deliver(
      messageTo(receiver.url),
      LONG_MS,
    );
    expect(outcome.durationMs).toBe(250);
  });
});

describe('the captured part of a response', () => {
  it('is the first 2 KiB of its body, without an incomplete character', async () => {
    await using receiver = await startReceiver(response => {
      response.write('x');
      response.end('é'.repeat(100_000));
    });
    const outcome = await newSender().deliver(messageTo(receiver.url), LONG_MS);
    expect(outcome).toMatchObject({ kind: 'acknowledged', error: null });
    expect(outcome.body).toBe(`x${'é'.repeat(1_023)}`);
  });

  it('is the beginning and the status if the body is longer than 1 MiB, and the rest is not read', async () => {
    let aborted: Promise<unknown> = Promise.resolve();
    await using receiver = await startReceiver(response => {
      aborted = once(response, 'close');
      const writeMore = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', writeMore);
      writeMore();
    });
    const outcome = await newSender().deliver(messageTo(receiver.url), LONG_MS);
    expect(outcome).toMatchObject({ kind: 'acknowledged', status: 200 });
    expect(outcome.error).toContain('1 MiB');
    expect(outcome.body).toHaveLength(2_048);
    await aborted;
  });

  it('has headers of 512 characters, repeated ones joined', async () => {
    await using receiver = await startReceiver(response => {
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.setHeader('X-Long', 'l'.repeat(4_000));
      response.end();
    });
    const { headers } = await newSender().deliver(messageTo(receiver.url), LONG_MS);
    expect(headers['set-cookie']).toBe('a=1, b=2');
    expect(headers['x-long']).toBe(`${'l'.repeat(512)}…`);
  });

  it('shares one record of headers between responses with the same headers', async () => {
    await using receiver = await startReceiver(response => {
      response.sendDate = false;
      response.end();
    });
    const sender = newSender();
    const one = await sender.deliver(messageTo(receiver.url), LONG_MS);
    const other = await sender.deliver(messageTo(receiver.url), LONG_MS);
    expect(other.headers).toBe(one.headers);
  });
});

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

describe('a delivery that fails', () => {
  it.each([
    ['a connection that is reset immediately', 'ECONNRESET', (socket: Socket) => socket.resetAndDestroy()],
    ['a connection that is closed without a response', 'UND_ERR_SOCKET', (socket: Socket) => socket.end()],
    ['a response that is not HTTP', 'HTTPParserError', (socket: Socket) => socket.end('hello\r\n\r\n')],
    [
      'headers of 20 KB',
      'UND_ERR_HEADERS_OVERFLOW',
      (socket: Socket) =>
        socket.write(`HTTP/1.1 200 OK\r\nX-Huge: ${'h'.repeat(20_000)}\r\nContent-Length: 0\r\n\r\n`),
    ],
  ])('by %s is unreachable with the reason, every time', async (_what, code, fail) => {
    await using receiver = await startTcpReceiver(socket => {
      socket.once('data', () => fail(socket));
    });
    const sender = newSender({ maxConcurrencyPerOrigin: 1 });
    const deliveries = [1, 2, 3].map(() => sender.deliver(messageTo(receiver.url), LONG_MS));
    for (const outcome of await Promise.all(deliveries)) {
      expect(outcome).toMatchObject({ kind: 'unreachable', status: null, body: '', headers: {} });
      expect(outcome.error).toMatch(new RegExp(`^${code} ${receiver.host}: .+`));
    }
  });

  it.each([
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      'UND_ERR_SOCKET',
      'sent 101 Switching Protocols, which was not requested',
    ],
    [
      'a status below 100',
      'HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n',
      'ERR_ASSERTION',
      'is not valid HTTP/1.1',
    ],
  ])('because a receiver answers with %s names that', async (_what, response, code, reason) => {
    await using receiver = await startTcpReceiver(socket => {
      socket.once('data', () => socket.write(response));
    });
    const outcome = await newSender().deliver(messageTo(receiver.url), LONG_MS);
    expect(outcome).toMatchObject({ kind: 'unreachable', status: null });
    expect(outcome.error).toMatch(new RegExp(`^${code} ${receiver.host}: .*${reason}; `));
  });

  it('because a receiver sends interim responses without end is over long before its timeout', async () => {
    await using receiver = await startTcpReceiver(socket => {
      const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100);
      const flood = (): void => {
        while (socket.writable && socket.write(hints));
      };
      socket.once('data', flood).on('drain', flood);
    });
    const sender = newSender({ maxConcurrencyPerOrigin: 1 });
    for (const _each of [1, 2]) {
      const outcome = await sender.deliver(messageTo(receiver.url), LONG_MS);
      expect(outcome).toMatchObject({
        kind: 'unreachable',
        status: null,
        error: `${receiver.host}: 20 interim responses (1xx) came before a final one`,
      });
    }
  });

  it('is not what a few interim responses cause', async () => {
    await using receiver = await startTcpReceiver(socket => {
      const interim = 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(20);
      socket.once('data', () => socket.write(`${interim}HTTP/1.1 204 No Content\r\n\r\n`));
    });
    const outcome = await newSender().deliver(messageTo(receiver.url), LONG_MS);
    expect(outcome).toMatchObject({ kind: 'acknowledged', status: 204, error: null });
  });

  it.each([
    [500, 'unreachable'],
    [204, 'acknowledged'],
    [200, 'acknowledged'],
  ])('in the middle of a response %d keeps the part that was received: %s', async (status, kind) => {
    await using receiver = await startTcpReceiver(socket => {
      socket.once('data', () => socket.end(`HTTP/1.1 ${status} OK\r\nContent-Length: 100\r\n\r\nhalf`));
    });
    const outcome = await newSender().deliver(messageTo(receiver.url), LONG_MS);
    expect(outcome).toMatchObject({ kind, status });
    if (status === 204) return;
    expect(outcome).toMatchObject({
      body: 'half',
      error: expect.stringContaining('before the response was complete'),
    });
    expect(outcome.headers).toEqual({ 'content-length': '100' });
  });

  it.each([
    ['one 100 Continue', ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok']],
    ['two of them', [`${CONTINUE}${CONTINUE}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`]],
    ['one in a packet of its own', [CONTINUE, 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok']],
    ['one with headers', ['HTTP/1.1 100 \r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok']],
  ])('succeeds although %s comes before the response', async (_what, packets) => {
    await using receiver = await startTcpReceiver(socket => {
      socket.setNoDelay();
      socket.once('data', async () => {
        for (const packet of packets) await new Promise<void>(sent => socket.write(packet, () => sent()));
      });
    });
    const outcome = await newSender().deliver(messageTo(receiver.url), LONG_MS);
    expect(outcome).toMatchObject({ kind: 'acknowledged', status: 200, body: 'ok', error: null });
  });

  it.each(['127.0.0.1', 'localhost'])(
    'because nothing is listening on %s says so, with host and port',
    async name => {
      const receiver = await startTcpReceiver(() => {});
      const port = receiver.host.split(':')[1];
      await receiver[Symbol.asyncDispose]();
      const outcome = await newSender().deliver(messageTo(`http://${name}:${port}/`), LONG_MS);
      expect(outcome).toMatchObject({ kind: 'unreachable', status: null });
      expect(outcome.error).toBe(
        `ECONNREFUSED ${name}:${port}: nothing is listening on this address; start the receiver or correct the webhook URL`,
      );
    },
  );

  it('because its URL is not valid says what is wrong with it', async () => {
    const outcome = await newSender().deliver(messageTo('nonsense'), LONG_MS);
    expect(outcome).toMatchObject({ kind: 'unreachable', status: null, durationMs: 0 });
    expect(outcome.error).toContain('"nonsense" is not a valid URL');
  });

  it.each([
    ['a header that cannot be sent', { 'X-Bad': 'line\nbreak' }],
    ['a header name that cannot be sent', { 'X Bad': 'x' }],
  ])('because of %s is also reported as an outcome', async (_what, headers) => {
    await using receiver = await startReceiver(response => response.end());
    const outcome = await newSender().deliver(messageTo(receiver.url, '{}', headers), LONG_MS);
    expect(outcome.kind).toBe('unreachable');
    expect(outcome.error).toMatch(/invalid/i);
  });

  it('because its message cannot be rendered rejects with the error, and does not affect the next one', async () => {
    await using receiver = await startReceiver(response => response.end());
    const sender = newSender({ maxConcurrencyPerOrigin: 1 });
    const damaged: WebhookMessage = {
      ...messageTo(receiver.url),
      render: () => {
        throw new RangeError('Invalid time value');
      },
    };
    const [first, second, third] = await Promise.allSettled(
      [damaged, damaged, messageTo(receiver.url)].map(message => sender.deliver(message, LONG_MS)),
    );
    const rejected = { status: 'rejected', reason: { message: 'Invalid time value' } };
    expect([first, second]).toMatchObject([rejected, rejected]);
    expect(third).toMatchObject({ status: 'fulfilled', value: { kind: 'acknowledged' } });
  });
});

describe('a timeout', () => {
  it('ends the delivery to a receiver that never responds', async () => {
    const host = new SimulatedHost();
    await using receiver = await startReceiver(() => host.pass(100));
    const outcome = await newSender({ clock: host }).deliver(messageTo(receiver.url), 100);
    expect(outcome).toMatchObject({ kind: 'timeout', status: null, body: '', durationMs: 100 });
    expect(outcome.error).toBe(`${receiver.host}: no response was received within 100 ms`);
  });

  it('does not end it a millisecond early', async () => {
    const host = new SimulatedHost();
    await using receiver = await startReceiver(response => {
      host.pass(99);
      response.end();
    });
    const outcome = await newSender({ clock: host }).deliver(messageTo(receiver.url), 100);
    expect(outcome).toMatchObject({ kind: 'acknowledged', durationMs: 99 });
  });

  it('does not apply to a response that has arrived and could not be read yet because the process was busy', async () => {
    const host = new HeldTimeouts();
    await using receiver = await startReceiver(response => {
      response.end();
      setTimeout(host.expire, 1);
      // When this ends, the timer is due. Timers fire before arrived data is read.
      const begunMs = performance.now();
      while (performance.now() - begunMs < 5);
    });
    const outcome = await newSender({ clock: host }).deliver(messageTo(receiver.url), HELD_TIMEOUT_MS);
    expect(outcome).toMatchObject({ kind: 'acknowledged', status: 200, error: null });
  });

  it('ends a slow endless response, keeps what was received, and closes the connection', async () => {
    let aborted: Promise<unknown> = Promise.resolve();
    const host = new HeldTimeouts();
    await using receiver = await startReceiver(response => {
      aborted = once(response, 'close');
      response.writeHead(200);
      let drops = 0;
      const drip = setInterval(() => {
        response.write('.');
        drops += 1;
        if (drops === 20) host.expire();
      }, 5);
      response.on('close', () => clearInterval(drip));
    });
    const outcome = await newSender({ clock: host }).deliver(messageTo(receiver.url), HELD_TIMEOUT_MS);
    // The head has acknowledged the webhook.
    expect(outcome).toMatchObject({ kind: 'acknowledged', status: 200 });
    expect(outcome.body).toMatch(/^\.+$/);
    expect(outcome.error).toContain('the response (200) was not complete');
    await aborted;
  });

  it('ends a handshake that makes no progress', async () => {
    const host = new HeldTimeouts();
    await using receiver = await startTcpReceiver(host.expire);
    const sender = newSender({ clock: host });
    const outcome = await sender.deliver(messageTo(`https://${receiver.host}/`), HELD_TIMEOUT_MS);
    expect(outcome).toMatchObject({ kind: 'timeout', status: null });
    expect(outcome.error).toContain('no connection was established');
  });

  it('in a handshake does not delay the next delivery', async () => {
    let connections = 0;
    const host = new SimulatedHost();
    await using receiver = await startTcpReceiver(socket => {
      connections += 1;
      if (connections > 1) socket.resetAndDestroy();
      else host.pass(500);
    });
    // The connection of the first delivery is given up after 500 ms of real time.
    const sender = newSender({ clock: host, maxConcurrencyPerOrigin: 1 });
    const outcomes = await Promise.all(
      [1, 2, 3].map(() => sender.deliver(messageTo(`https://${receiver.host}/`), 500)),
    );
    expect(outcomes.map(outcome => outcome.kind)).toEqual(['timeout', 'unreachable', 'unreachable']);
  });

  it('starts when a connection is free, not when the delivery is requested', async () => {
    const host = new SimulatedHost();
    await using receiver = await startReceiver(response => {
      host.pass(40);
      response.end();
    });
    const sender = newSender({ clock: host, maxConcurrencyPerOrigin: 1 });
    const requested = Array.from({ length: 8 }, () => sender.deliver(messageTo(receiver.url), 200));
    const outcomes = await Promise.all(requested);
    expect(outcomes.map(outcome => outcome.kind)).toEqual(Array(8).fill('acknowledged'));
  });
});

describe('many deliveries to one origin', () => {
  it.each([1, 4, 64])('share %i connections if that is the limit', async maxConcurrencyPerOrigin => {
    const held: (() => void)[] = [];
    await using receiver = await startReceiver(response => {
      held.push(() => response.end());
      if (held.length === maxConcurrencyPerOrigin) for (const release of held.splice(0)) release();
    });
    const sender = newSender({ maxConcurrencyPerOrigin });
    const count = 8 * maxConcurrencyPerOrigin;
    await Promise.all(Array.from({ length: count }, () => sender.deliver(messageTo(receiver.url), LONG_MS)));
    expect(receiver.received).toHaveLength(count);
    expect(new Set(receiver.received.map(request => request.port)).size).toBe(maxConcurrencyPerOrigin);
  });

  it('start in the order in which they were requested', async () => {
    await using receiver = await startReceiver(response => response.end());
    const sender = newSender({ maxConcurrencyPerOrigin: 1 });
    const bodies = Array.from({ length: 300 }, (_, index) => `${index}`);
    await Promise.all(bodies.map(body => sender.deliver(messageTo(receiver.url, body), LONG_MS)));
    expect(receiver.received.map(request => request.body.toString())).toEqual(bodies);
  });

  it('to a receiver that hangs do not delay deliveries to another receiver', async () => {
    await using hanging = await startReceiver(() => {});
    await using quick = await startReceiver(response => response.end());
    const sender = newSender({ maxConcurrencyPerOrigin: 1 });
    const stuck = [1, 2].map(() => sender.deliver(messageTo(hanging.url), LONG_MS));
    expect(await sender.deliver(messageTo(quick.url), LONG_MS)).toMatchObject({ kind: 'acknowledged' });
    await sender.close();
    expect((await Promise.all(stuck)).map(outcome => outcome.kind)).toEqual(['unreachable', 'unreachable']);
  });

  it('with more timeouts than there are queues are all delivered', async () => {
    await using receiver = await startReceiver(response => response.end());
    const sender = newSender();
    for (let index = 0; index < 70; index++) {
      const outcome = await sender.deliver(messageTo(receiver.url), LONG_MS + index);
      expect(outcome.kind).toBe('acknowledged');
    }
  });
});

it('a delivery to a host that is not allowed is not sent', async () => {
  await using receiver = await startReceiver(response => response.end());
  const policy = new DestinationPolicy({ allowHosts: ['127.0.0.1:1'] });
  const outcome = await newSender({ policy }).deliver(messageTo(receiver.url), LONG_MS);
  expect(outcome.kind).toBe('unreachable');
  expect(outcome.error).toContain(`${receiver.host} is not among the allowed hosts`);
  expect(receiver.received).toHaveLength(0);
});

describe('closing', () => {
  it('ends running, waiting and connecting deliveries, and closes their connections', async () => {
    const arrival = new EventEmitter();
    await using hanging = await startReceiver(response => arrival.emit('request', response));
    await using mute = await startTcpReceiver(socket => arrival.emit('connection', socket));
    const sender = newSender({ maxConcurrencyPerOrigin: 1 });
    const arrived = Promise.all([once(arrival, 'request'), once(arrival, 'connection')]);
    const deliveries = [hanging.url, hanging.url, `https://${mute.host}/`].map(url =>
      sender.deliver(messageTo(url), 60_000),
    );
    const [[response], [socket]] = await arrived;
    const connectionsClosed = Promise.all([once(response, 'close'), once(socket, 'close')]);
    await sender.close();
    for (const outcome of await Promise.all(deliveries)) {
      expect(outcome).toMatchObject({ kind: 'unreachable', error: expect.stringContaining('shut down') });
    }
    await connectionsClosed;
    expect(hanging.received).toHaveLength(1);
  });

  it('can be repeated, and nothing is sent afterwards', async () => {
    await using receiver = await startReceiver(response => response.end());
    const sender = newSender();
    await sender.close();
    await sender.close();
    expect(await sender.deliver(messageTo(receiver.url), LONG_MS)).toMatchObject({ kind: 'unreachable' });
    expect(receiver.received).toHaveLength(0);
  });
});
