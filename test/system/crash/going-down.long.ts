import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { contentsOf, freshFolder } from '../../host/storage/folders.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { WebhookReceiver } from '../../support/receiver.ts';
import { ServerProcess } from './server-process.ts';

const order = (externalId: string) => ({ external_id: externalId, package_id: 1, address: RECIPIENT });

test('a client that never completes its request delays the shutdown by a few seconds only', async () => {
  await using server = await ServerProcess.start([]);
  const half = connect(server.port, '127.0.0.1');
  half.on('error', () => undefined);
  half.write('POST /api/v1/order/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
  expect((await server.api.balance()).outcome).toBe('200');
  // Node itself would end the request after 30 s.
  const begunMs = performance.now();
  server.signal('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(performance.now() - begunMs).toBeLessThan(25_000);
});

test('a webhook without a response before the shutdown is sent again after the next start', async () => {
  const data = await freshFolder();
  const receiver = await WebhookReceiver.start();
  receiver.always('hang');
  const server = await ServerProcess.start(['--data', data, '--webhook-url', receiver.url]);
  await server.api.order(order('pending'));
  await expect.poll(() => receiver.deliveries.length).toBe(1);
  expect((await server.stop()).code).toBe(0);
  receiver.always(204);
  await using next = await ServerProcess.start(['--data', data]);
  await expect.poll(() => receiver.deliveries.length).toBeGreaterThan(1);
  expect(receiver.deliveries[1]!.body.equals(receiver.deliveries[0]!.body)).toBe(true);
  expect((await next.api.balance()).outcome).toBe('200');
  await next.crash();
  await receiver.close();
});

test('a second process on the folder is refused with exit code 1, and does not affect the first', async () => {
  const data = await freshFolder();
  // On a running clock, the order would progress while the second process starts.
  await using first = await ServerProcess.start(['--data', data, '--clock', 'manual']);
  await first.api.order(order('mine'));
  const before = await contentsOf(data);
  await expect(ServerProcess.start(['--data', data])).rejects.toThrow(
    /^exit 1: energy-sandbox: .*lock: process \d+, perhaps of another container, is using this folder/,
  );
  expect(await contentsOf(data)).toEqual(before);
  expect((await first.api.status({ external_id: 'mine' })).outcome).toBe('200');
});
