import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { contentsOf, freshFolder } from '../storage/folders.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { WebhookReceiver } from '../support/receiver.ts';
import { ServerProcess } from './server-process.ts';

const order = (externalId: string) => ({ external_id: externalId, package_id: 1, address: RECIPIENT });

/** An order whose external_id is `slow` is created immediately, and its response is sent a second later. */
const SLOW = `
name: slow-second
summary: One order is answered late.
requests:
  - match: { operation: createOrder, external_id: slow }
    commit: true
    reply: { after: 1s }
`;

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

test('SIGTERM lets a running request finish, and acknowledged orders exist after the next start', async () => {
  const data = await freshFolder();
  const scenario = join(dirname(data), 'slow-second.yaml');
  await writeFile(scenario, SLOW);
  const server = await ServerProcess.start(['--data', data, '--scenario', scenario]);
  await server.api.order(order('before'));
  const slow = server.api.order(order('slow'));
  await expect.poll(async () => (await server.api.status({ external_id: 'slow' })).status).toBe(200);
  const stopped = server.stop();
  expect((await slow).outcome).toBe('202');
  expect(await stopped).toMatchObject({ code: 0, stderr: '' });
  expect((await readdir(data)).filter(name => !name.startsWith('.'))).toEqual(['demo.json']);
  await using next = await ServerProcess.start(['--data', data]);
  for (const id of ['before', 'slow'])
    expect((await next.api.status({ external_id: id })).outcome).toBe('200');
});

test('a request during the shutdown fails with 503, and new connections are refused', async () => {
  const server = await ServerProcess.start([]);
  const half = connect(server.port, '127.0.0.1');
  const answer = allFrom(half);
  half.write(
    'GET /api/v1/balance/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ersk_demo_0123456789abcdef\r\n',
  );
  expect((await server.api.balance()).outcome).toBe('200');
  server.signal('SIGTERM');
  const refused = (): Promise<boolean> =>
    new Promise(resolve => {
      const probe = connect(server.port, '127.0.0.1');
      probe.on('connect', () => resolve(false)).on('error', () => resolve(true));
      probe.on('connect', () => probe.destroy());
    });
  await expect.poll(refused).toBe(true);
  half.write('\r\n');
  expect(await answer).toMatch(
    /^HTTP\/1\.1 503 .*connection: close.*\{"success":false,"error":"SERVICE_UNAVAILABLE"\}$/is,
  );
  expect((await server.ended).code).toBe(0);
});

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

test('a second signal ends the server immediately, and nothing acknowledged is lost', async () => {
  const data = await freshFolder();
  const server = await ServerProcess.start(['--data', data]);
  await server.api.order(order('kept'));
  const hanging = server.api
    .order(order('hanging'), { headers: { 'x-sandbox-scenario': 'hang-after-commit' } })
    .catch(() => null);
  await expect.poll(async () => (await server.api.status({ external_id: 'hanging' })).status).toBe(200);
  server.signal('SIGTERM');
  server.signal('SIGINT');
  const end = await server.ended;
  expect(end.code === 1 || end.signal !== null).toBe(true);
  await hanging;
  await using next = await ServerProcess.start(['--data', data]);
  expect((await next.api.status({ external_id: 'kept' })).outcome).toBe('200');
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
  // On a running clock, the order would go on while the second process starts.
  await using first = await ServerProcess.start(['--data', data, '--clock', 'manual']);
  await first.api.order(order('mine'));
  const before = await contentsOf(data);
  await expect(ServerProcess.start(['--data', data])).rejects.toThrow(
    /^exit 1: energy-sandbox: .*lock: process \d+ is using this folder/,
  );
  expect(await contentsOf(data)).toEqual(before);
  expect((await first.api.status({ external_id: 'mine' })).outcome).toBe('200');
});

test('a folder without write permission is refused and not changed', async () => {
  const data = await freshFolder();
  await mkdir(data);
  await chmod(data, 0o555);
  await expect(ServerProcess.startUnprivileged(['--data', data])).rejects.toThrow(
    /^exit 1: energy-sandbox: .*lock: cannot lock the folder: .*fix the permissions/,
  );
  expect(await readdir(data)).toEqual([]);
});

test('a folder that cannot be created is refused', async () => {
  const data = await freshFolder();
  await chmod(dirname(data), 0o555);
  await expect(ServerProcess.startUnprivileged(['--data', join(data, 'deep')])).rejects.toThrow(
    /^exit 1: energy-sandbox: .*cannot create the folder: .*fix the permissions/,
  );
});

test('no order is acknowledged once the disk is full, and no acknowledged order is lost', async () => {
  const data = await freshFolder();
  // The file size limit in blocks of 512 bytes. Beyond it, a write fails as on a full disk.
  const server = await ServerProcess.startIn('ulimit -f 128', ['--data', data, '--balance', '100000']);
  const acknowledged: string[] = [];
  let refusal = '';
  for (let index = 0; refusal === '' && index < 2_000; index++) {
    const { status, outcome, explain } = await server.api.order(order(`fill-${index}`));
    if (status === 202) acknowledged.push(`fill-${index}`);
    else refusal = `${outcome} ${explain}`;
  }
  expect(refusal).toMatch(
    /^503 SERVICE_UNAVAILABLE .*demo\.log: cannot write the file: the file size limit is reached/,
  );
  expect(acknowledged.length).toBeGreaterThan(20);
  const end = await server.stop();
  expect(end.stderr).toMatch(/fail with 503 until it can be written again/);
  await using next = await ServerProcess.start(['--data', data]);
  for (const id of acknowledged) expect((await next.api.status({ external_id: id })).outcome).toBe('200');
});
