import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { ApiClient } from '../../support/api-client.ts';
import { ServerProcess } from './server-process.ts';

const CONTROL = '/_sandbox/accounts/demo';

const DESCRIPTORS = 60;

/**
 * Opens more connections than the server has file descriptors for, and waits until no descriptor is left: then the server
 * closes one connection or, without a descriptor to accept it, leaves the connections waiting.
 */
async function exhaust({ port, pid }: ServerProcess, count: number): Promise<Socket[]> {
  let isClosed = false;
  const sockets = Array.from({ length: count }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .once('close', () => {
        isClosed = true;
      }),
  );
  const open = (): Promise<readonly string[]> => readdir(`/proc/${pid}/fd`).catch(() => []);
  await expect.poll(async () => isClosed || (await open()).length >= DESCRIPTORS).toBe(true);
  return sockets;
}

test('a first webhook that is sent without a free file descriptor fails, and its retry is delivered', async () => {
  let received = 0;
  const receiver = createServer((request, response) => {
    received += 1;
    request.resume();
    // Otherwise the next webhook would be sent on the same connection, without a new descriptor.
    response.writeHead(204, { connection: 'close' }).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const flags = ['--webhook-url', `http://127.0.0.1:${port}/`, '--clock', 'manual'];
  await using server = await ServerProcess.startIn(`ulimit -n ${DESCRIPTORS}`, flags);
  // The server cannot accept a second connection later.
  const pool = new Pool(server.baseUrl, { connections: 1 });
  const api = new ApiClient(pool, server.apiKey);
  for (const path of ['/readyz', '/_sandbox/info', `${CONTROL}/clock`, '/readyz']) {
    expect((await api.call('GET', path)).status).toBe(200);
  }
  const sockets: Socket[] = [];
  const attempts = async (): Promise<{ outcome: string; error: string }[]> =>
    JSON.parse((await api.call('GET', `${CONTROL}/deliveries`)).text).data.items;
  // Files that the server reads after its start give their descriptors back, and then a webhook is delivered.
  let delivered = -1;
  do {
    delivered += 1;
    sockets.push(...(await exhaust(server, 100)));
    const external_id = `order-${delivered}`;
    const ordered = await api.order({ external_id, package_id: 1, address: RECIPIENT });
    expect(ordered.outcome).toBe('202');
    await expect.poll(async () => (await attempts()).length).toBe(delivered + 1);
  } while ((await attempts()).at(-1)!.outcome === 'acknowledged' && delivered < 20);
  expect((await attempts()).at(-1)).toMatchObject({
    outcome: 'unreachable',
    error: expect.stringMatching(/EMFILE.*: no file descriptors are left; /),
  });
  expect(received).toBe(delivered);
  for (const socket of sockets) socket.destroy();
  await api.call('POST', `${CONTROL}/clock/advance`, { body: '{"by":"2m"}' });
  expect(received).toBeGreaterThan(delivered);
  expect((await attempts()).at(-1)!.outcome).toBe('acknowledged');
  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
  await pool.destroy();
  receiver.close();
});

test('more accounts are stored than the process may have files open', async () => {
  const data = await mkdtemp(join(tmpdir(), 'descriptors-'));
  const flags = ['--data', data, '--clock', 'manual'];
  await using server = await ServerProcess.startIn(`ulimit -n ${DESCRIPTORS}`, flags);
  const pool = new Pool(server.baseUrl, { connections: 1 });
  const api = new ApiClient(pool, server.apiKey);
  const keys: string[] = [];
  for (let account = 0; account < DESCRIPTORS; account++) {
    const created = await api.call('POST', '/_sandbox/accounts', { body: '{}' });
    expect(created.status).toBe(201);
    keys.push(JSON.parse(created.text).data.api_key);
  }
  for (const external_id of ['first', 'second']) {
    for (const key of keys) {
      const { outcome } = await new ApiClient(pool, key).order({
        external_id,
        package_id: 1,
        address: RECIPIENT,
      });
      expect(outcome).toBe('202');
    }
  }
  expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
  await pool.destroy();
  await rm(data, { recursive: true });
});
