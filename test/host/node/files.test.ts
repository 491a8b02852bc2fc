import { existsSync, statSync } from 'node:fs';
import { mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../src/host/node/files.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'files-'));

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
