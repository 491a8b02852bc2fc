import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { WebhookReceiver } from '../support/receiver.ts';
import { ServerProcess } from './server-process.ts';

const CONTROL = '/_sandbox/accounts/demo';

/** Opens more connections than the server has file descriptors for, and waits until it closes one because none is left. */
async function exhaust(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect(port, '127.0.0.1').on('error', () => undefined),
  );
  await Promise.race(sockets.map(socket => once(socket, 'close')));
  return sockets;
}

test('a first webhook that is sent without a free file descriptor fails, and its retry is delivered', async () => {
  const receiver = await WebhookReceiver.start();
  const flags = ['--webhook-url', receiver.url, '--clock', 'manual'];
  await using server = await ServerProcess.startIn('ulimit -n 60', flags);
  const { api } = server;
  for (const path of ['/readyz', '/_sandbox/info', `${CONTROL}/clock`, '/readyz']) {
    expect((await api.call('GET', path)).status).toBe(200);
  }
  // Files that the server still reads when it starts take descriptors as well, and give them back.
  const sockets: Socket[] = [];
  for (let round = 0; round < 5; round++) sockets.push(...(await exhaust(server.port, 100)));
  const ordered = await api.order({ external_id: 'first', package_id: 1, address: RECIPIENT });
  expect(ordered.outcome).toBe('202');
  const attempts = async (): Promise<{ outcome: string; error: string }[]> =>
    JSON.parse((await api.call('GET', `${CONTROL}/deliveries`)).text).data.items;
  await expect
    .poll(attempts)
    .toMatchObject([
      { outcome: 'unreachable', error: expect.stringMatching(/EMFILE.*: no file descriptors are left; /) },
    ]);
  expect(receiver.deliveries).toEqual([]);
  for (const socket of sockets) socket.destroy();
  await api.call('POST', `${CONTROL}/clock/advance`, { body: '{"by":"2m"}' });
  expect(receiver.deliveries.length).toBeGreaterThan(0);
  expect((await attempts()).at(-1)!.outcome).toBe('acknowledged');
  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
  await receiver.close();
});
