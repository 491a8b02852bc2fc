import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/host/node/host-clock.ts';
import { HeaderCapture, MAX_HEADER_CHARACTERS } from '../../src/webhooks/attempt-outcome.ts';
import { MAX_CONCURRENCY_PER_ACCOUNT } from '../../src/webhooks/delivery-limits.ts';
import { MAX_CONCURRENCY, WebhookSender } from '../../src/webhooks/webhook-sender.ts';
import { needing } from '../support/needing.ts';
import { startTcpReceiver } from './plain-receivers.ts';

test('the stored headers of a response together have at most the maximum number of characters', () => {
  const raw = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [`x-field-${index}`, 'v'.repeat(400)]),
  );
  const kept = new HeaderCapture().capture(raw);
  const size = Object.entries(kept).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  expect(Object.keys(kept)).toEqual(['x-field-0', 'x-field-1', 'x-field-2', 'x-field-3', 'x-field-4']);
  expect(size).toBeLessThanOrEqual(MAX_HEADER_CHARACTERS);
});

test('deliveries of an account to a silent receiver do not delay deliveries of another account to the same receiver', async () => {
  const sockets = new Set<Socket>();
  await using receiver = await startTcpReceiver(socket => sockets.add(socket));
  const sender = new WebhookSender({ clock: systemClock });
  const render = () => ({ headers: {}, body: Buffer.from('{}') });
  const deliver = (account: string) => sender.deliver({ url: receiver.url, account, render }, 60_000);
  const ofFirst = Array.from({ length: 2 * MAX_CONCURRENCY }, () => deliver('first'));
  await expect.poll(() => sockets.size).toBe(MAX_CONCURRENCY);
  const ofSecond = deliver('second');
  await expect.poll(() => sockets.size).toBe(MAX_CONCURRENCY + 1);
  await sender.close();
  await Promise.all([...ofFirst, ofSecond]);
});

needing('1,024 file descriptors').test(
  'an account has at most its maximum of connections to silent receivers, and other accounts have theirs',
  async () => {
    const sockets = new Set<Socket>();
    const servers = Array.from({ length: 4 }, () =>
      createServer(socket => {
        sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.resume();
      }),
    );
    const urls = await Promise.all(
      servers.map(async server => {
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
      }),
    );
    const sender = new WebhookSender({ clock: systemClock });
    let rendered = 0;
    const render = () => {
      rendered += 1;
      return { headers: {}, body: Buffer.from('{}') };
    };
    const deliver = (account: string, index: number) =>
      sender.deliver(
        { url: urls[index % urls.length]!, account, render },
        // Deliveries with different timeouts do not share connections.
        60_000 + (index % 7),
      );
    const ofFirst = Array.from({ length: 3 * MAX_CONCURRENCY_PER_ACCOUNT }, (_, index) =>
      deliver('first', index),
    );
    await expect.poll(() => sockets.size).toBe(MAX_CONCURRENCY_PER_ACCOUNT);
    const ofSecond = deliver('second', 0);
    await expect.poll(() => sockets.size).toBe(MAX_CONCURRENCY_PER_ACCOUNT + 1);
    expect(rendered, 'only the deliveries that have started are rendered').toBe(sockets.size);
    await sender.close();
    const outcomes = await Promise.all([...ofFirst, ofSecond]);
    expect(new Set(outcomes.map(one => one.kind))).toEqual(new Set(['unreachable']));
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map(server => once(server.close(), 'close')));
  },
);
