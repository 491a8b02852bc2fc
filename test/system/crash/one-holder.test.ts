import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../../host/storage/folders.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { needing } from '../../support/needing.ts';
import { amount } from '../../support/tier.ts';
import { ServerProcess } from './server-process.ts';
import { demoOf, readAccounts } from './stored-accounts.ts';

const order = (externalId: string) => ({ external_id: externalId, package_id: 1, address: RECIPIENT });

const IN_USE =
  /^exit 1: energy-sandbox: .*lock: (process \d+, perhaps of another container,|a process that has just locked it) is using this folder/;

const ROUNDS = amount({ first: 2, long: 200 });
const AT_ONCE = 6;

test(`of ${AT_ONCE} servers that start at once on the folder of a killed one, one gets it, ${ROUNDS} times`, async () => {
  const data = await freshFolder();
  const flags = ['--data', data, '--clock', 'manual', '--balance', '100000'];
  await (await ServerProcess.start(flags)).crash();
  const placed: string[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const starts = Array.from({ length: AT_ONCE }, () => ServerProcess.start(flags));
    const ends = await Promise.allSettled(starts);
    const holders = ends.filter(end => end.status === 'fulfilled').map(({ value }) => value);
    try {
      expect(holders.length).toBe(1);
      for (const end of ends) if (end.status === 'rejected') expect(end.reason.message).toMatch(IN_USE);
      const externalId = `round-${round}`;
      expect((await holders[0]!.api.order(order(externalId))).status).toBe(202);
      placed.push(externalId);
    } finally {
      for (const holder of holders) await holder.crash();
    }
  }
  expect(demoOf(await readAccounts(data)).orders.map(({ externalId }) => externalId)).toEqual(placed);
  expect((await readdir(data)).filter(name => name.startsWith('lock'))).toEqual([]);
});

needing('containers').test(
  'of two containers on one volume, in both of which the server is process 1, one gets it until it is killed',
  async () => {
    const data = await freshFolder();
    const first = await ServerProcess.startContained(['--data', data]);
    await expect(ServerProcess.startContained(['--data', data])).rejects.toThrow(IN_USE);
    await expect(ServerProcess.start(['--data', data])).rejects.toThrow(IN_USE);
    await first.crash();
    const second = await ServerProcess.startContained(['--data', data]);
    await second.crash();
    await using third = await ServerProcess.start(['--data', data]);
    expect((await third.api.order(order('a'))).status).toBe(202);
  },
);

test('a server that is stopped by a signal keeps its folder', async () => {
  const data = await freshFolder();
  await using first = await ServerProcess.start(['--data', data]);
  first.signal('SIGSTOP');
  await expect(ServerProcess.start(['--data', data])).rejects.toThrow(IN_USE);
  first.signal('SIGCONT');
  expect((await first.api.order(order('a'))).status).toBe(202);
});

test('a folder whose path is longer than that of a socket can be is locked, whatever TMPDIR is', async () => {
  const parent = await freshFolder();
  const data = join(parent, 'x'.repeat(120), 'data');
  await mkdir(dirname(data), { recursive: true });
  const inLongTmpdir = (): Promise<ServerProcess> =>
    ServerProcess.startIn(`export TMPDIR='${dirname(data)}'`, ['--data', data]);
  const first = await inLongTmpdir();
  await expect(ServerProcess.start(['--data', data])).rejects.toThrow(IN_USE);
  await expect(inLongTmpdir()).rejects.toThrow(IN_USE);
  await first.crash();
  await using second = await ServerProcess.start(['--data', data]);
  expect((await second.api.balance()).status).toBe(200);
  expect(await readdir(dirname(data))).toEqual(['data']);
});

/** Gives a process a folder on NFS, which this machine need not have. */
const ON_NFS = `
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
fs.statfs = async () => ({ type: 0x6969 });
syncBuiltinESMExports();
`;

test('a folder on a file system of several machines is refused', async () => {
  const data = await freshFolder();
  const module = join(dirname(data), 'on-nfs.mjs');
  await writeFile(module, ON_NFS);
  const start = ServerProcess.startIn(`export NODE_OPTIONS='--import ${module}'`, ['--data', data]);
  await expect(start).rejects.toThrow(
    `${data}: a folder on NFS cannot be locked against servers on other machines; choose a folder in a local file system with --data`,
  );
  expect(await readdir(data)).toEqual([]);
});
