import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../host/storage/folders.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { ServerProcess } from './server-process.ts';
import { demoOf, readAccounts } from './stored-accounts.ts';

/** The external_id of each order in a data folder. */
const storedIn = async (data: string) => demoOf(await readAccounts(data)).orders.map(one => one.externalId);

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
  expect(await storedIn(data)).toEqual(['before', 'slow']);
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
  expect(await storedIn(data)).toEqual(['kept', 'hanging']);
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
  expect(await storedIn(data)).toEqual(expect.arrayContaining(acknowledged));
});
