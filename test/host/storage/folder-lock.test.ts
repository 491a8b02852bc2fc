import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdir, readdir, rename, rmdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '../../../src/host/storage/folder-lock.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { startTestSandbox } from '../../support/sandbox.ts';
import { freshFolder, startOn } from './folders.ts';

/** Unlike TMPDIR, always short enough for the sockets that tests put into a folder. */
const SHORT = '/tmp';

/** Leaves a socket whose process has ended. */
async function leaveSocket(folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const server = createServer().listen(join(folder, 'new'));
  await once(server, 'listening');
  await rename(join(folder, 'new'), join(folder, name));
  server.close();
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const silent = (): void => undefined;

describe.skipIf(process.platform === 'win32')('the lock of a folder', () => {
  test('is taken by one of six that try at once, whatever ended processes left behind, and 200 times', async () => {
    const data = await freshFolder(SHORT);
    for (let round = 0; round < 200; round++) {
      await leaveSocket(join(data, 'lock'), '7.0123456789ab');
      await leaveSocket(join(data, 'lock.8.0123456789ab'), 'new');
      await leaveSocket(join(data, 'lock.9.0123456789ab'), '9.0123456789ab');
      const ends = await Promise.allSettled(Array.from({ length: 6 }, () => lockFolder(data, silent)));
      const unlocks = ends.filter(end => end.status === 'fulfilled');
      expect(unlocks.length).toBe(1);
      for (const end of ends) {
        if (end.status === 'rejected')
          expect(end.reason.message).toMatch(/lock: .* is using this folder; stop/);
      }
      expect(await readdir(data)).toEqual(['lock']);
      await unlocks[0]!.value();
      expect(await readdir(data)).toEqual([]);
    }
  });

  test('is taken over from a process that has ended, with a remark', async () => {
    const data = await freshFolder(SHORT);
    await leaveSocket(join(data, 'lock'), '7.0123456789ab');
    const { refusal, remarks } = await startOn(data);
    expect([refusal, remarks]).toEqual([
      null,
      [`${join(data, 'lock')}: taken over from process 7, which ended without unlocking it`],
    ]);
  });

  test('is refused or taken, whenever its holder ends', async () => {
    const data = await freshFolder(SHORT);
    for (let turns = 0; turns < 300; turns++) {
      const folder = join(data, String(turns), 'lock');
      await mkdir(folder, { recursive: true });
      const holder = createServer().listen(join(folder, '7.0123456789ab'));
      await once(holder, 'listening');
      const taken = lockFolder(join(data, String(turns)), silent).catch((error: Error) => error);
      for (let turn = 0; turn < turns / 10; turn++) await new Promise(resolve => setImmediate(resolve));
      holder.close();
      const unlock = await taken;
      if (unlock instanceof Error) expect(unlock.message).toMatch(/lock: .* is using this folder; stop/);
      else await unlock();
    }
  });

  test('is not taken from a sandbox in the same process', async () => {
    const data = await freshFolder();
    await using first = await startTestSandbox({ data });
    expect((await startOn(data)).refusal).toBe(
      `${join(data, 'lock')}: process ${process.pid}, perhaps of another container, is using this folder; stop it, or choose another folder with --data`,
    );
    expect((await first.api.balance()).outcome).toBe('200');
  });

  test('is free if its folder is empty, as in a backup that leaves out sockets', async () => {
    const data = await freshFolder();
    await mkdir(join(data, 'lock'), { recursive: true });
    expect(await startOn(data)).toMatchObject({ refusal: null, remarks: [] });
  });

  const NOT_LOCKS: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
    'a file': path => writeFile(path, '{"pid":1}'),
    'a folder with a file': async path => {
      await mkdir(path);
      await writeFile(join(path, 'notes.txt'), 'mine');
    },
    'a symbolic link to nothing': path => symlink('nowhere', path),
    'a symbolic link to a device': path => symlink('/dev/zero', path),
    'a pipe': async path => execFileSync('mkfifo', [path], { env: childEnvironment() }),
  };

  test.each(Object.entries(NOT_LOCKS))('is not taken if %s is in its place', async (_what, make) => {
    const data = await freshFolder();
    await mkdir(data);
    const lock = join(data, 'lock');
    await make(lock);
    expect((await startOn(data)).refusal).toBe(
      `${lock}: this is not the lock of a server; remove it if no server uses the folder, or choose another folder with --data`,
    );
    expect(await readdir(data)).toEqual(['lock']);
  });

  /** A file system that holds folders, but no sockets. */
  const WITHOUT_SOCKETS = '/sys/fs/cgroup/pids';

  test.runIf(isWritable(WITHOUT_SOCKETS))('is refused on a file system without sockets', async () => {
    const data = join(WITHOUT_SOCKETS, `energy-${process.pid}`);
    onTestFinished(() => rmdir(data));
    expect((await startOn(data)).refusal).toMatch(
      /lock\S+: the file system cannot hold Unix sockets, which lock the folder \(EPERM\); choose a folder in a local file system with --data, in a container one in a volume$/,
    );
  });
});
