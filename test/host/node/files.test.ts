import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeFolder, renameFile } from '../../../src/host/node/files.ts';
import { removeFolder } from '../../support/remove-folder.ts';

/** A folder that is removed when the test ends. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'files-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

test('a folder is created with its missing parents, and an existing folder stays unchanged', async () => {
  const deep = join(await newFolder(), 'a/b/c');
  makeFolder(deep, 0o700);
  makeFolder(deep, 0o700);
  expect(statSync(deep).isDirectory()).toBe(true);
  if (process.platform !== 'win32') expect(statSync(join(deep, '..')).mode & 0o777).toBe(0o700);
});

test('a folder below a file, in the place of a file or behind a broken link is refused', async () => {
  const folder = await newFolder();
  const file = join(folder, 'file');
  await writeFile(file, '');
  await symlink(join(folder, 'nowhere'), join(folder, 'link'));
  expect(() => makeFolder(join(file, 'a'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  expect(() => makeFolder(file)).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  expect(() => makeFolder(join(folder, 'link'))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
});

test.runIf(existsSync('/proc/self')).for(['/proc/sandbox', '/proc/sandbox/deep'])(
  'a folder in a file system that cannot hold new folders is refused, where the recursive mkdir never returns: %s',
  path => {
    expect(() => makeFolder(path)).toThrow(expect.objectContaining({ code: 'ENOTSUP' }));
  },
);

describe('on Windows, where another program can have a file open,', () => {
  /** Renames once the file was refused a number of times. */
  async function renamed(refusals: number, code: string, platform: NodeJS.Platform = 'win32') {
    const folder = await newFolder();
    await writeFile(join(folder, 'new'), 'new');
    await writeFile(join(folder, 'old'), 'old');
    let attempts = 0;
    const move = async (from: string, to: string): Promise<void> => {
      attempts += 1;
      if (attempts <= refusals) throw Object.assign(new Error('in use'), { code });
      await rename(from, to);
    };
    const wait = async (): Promise<void> => undefined;
    const problem = await renameFile(join(folder, 'new'), join(folder, 'old'), {
      platform,
      move,
      wait,
    }).catch(error => error.code);
    return { attempts, problem, content: await readFile(join(folder, 'old'), 'utf8') };
  }

  test.each(['EPERM', 'EACCES', 'EBUSY'])('a rename that fails with %s is tried again', async code => {
    expect(await renamed(3, code)).toEqual({ attempts: 4, problem: undefined, content: 'new' });
  });

  test('a rename fails if the file is never free, or for another reason', async () => {
    expect(await renamed(100, 'EPERM')).toEqual({ attempts: 10, problem: 'EPERM', content: 'old' });
    expect(await renamed(1, 'ENOSPC')).toEqual({ attempts: 1, problem: 'ENOSPC', content: 'old' });
    expect(await renamed(1, 'EPERM', 'linux')).toEqual({ attempts: 1, problem: 'EPERM', content: 'old' });
  });
});
