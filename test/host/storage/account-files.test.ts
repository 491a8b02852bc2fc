import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { epochOf } from '../../../src/core/domain/seeded-values.ts';
import { Semaphore } from '../../../src/host/node/concurrency.ts';
import { systemClock } from '../../../src/host/node/host-clock.ts';
import {
  AccountFiles,
  type AccountPaths,
  type FolderContext,
  OpenFiles,
  pathsOf,
} from '../../../src/host/storage/account-files.ts';
import { readSeal } from '../../../src/host/storage/log-file.ts';
import { contentsOf, freshFolder } from './folders.ts';

const EPOCH = epochOf('root');

/** The files of an account in a new folder. */
async function freshFiles(): Promise<{ files: AccountFiles; folder: string; paths: AccountPaths }> {
  const folder = await freshFolder();
  await mkdir(folder);
  const context: FolderContext = {
    folder,
    version: 'test',
    libraryDigest: '0123456789abcdef',
    library: { get: () => undefined },
    clock: systemClock,
    remark: () => undefined,
    foldAtBytes: 1_000,
    writers: new Semaphore(1),
    foreign: new Set(),
    openFiles: new OpenFiles(1),
  };
  const paths = pathsOf(folder, 'shop');
  return { files: new AccountFiles(paths, context, 'shop'), folder, paths };
}

test('the seal is created before the log, and holds 0 until an entry is acknowledged', async () => {
  const { files, folder, paths } = await freshFiles();
  await mkdir(paths.log);
  await expect(files.append('1\n', EPOCH)).rejects.toThrow(/shop\.log: cannot create the file/);
  expect(await readSeal(paths.seal)).toBe(0);
  await rmdir(paths.log);
  await files.append('1\n2\n', EPOCH);
  expect(await readSeal(paths.seal)).toBe(0);
  await files.seal(2);
  expect(await readSeal(paths.seal)).toBe(2);
  expect((await contentsOf(folder))['shop.log']!.split('\n').slice(1)).toEqual(['1', '2', '']);
  await files.release();
});

test('while the seal cannot be written, nothing is acknowledged and no entry is written twice', async () => {
  const { files, folder, paths } = await freshFiles();
  await files.append('1\n', EPOCH);
  await files.seal(1);
  await files.append('2\n', EPOCH);
  await files.release();
  const seal = await readFile(paths.seal);
  await rm(paths.seal);
  await mkdir(paths.seal);
  await expect(files.seal(2)).rejects.toThrow(/shop\.seal: cannot write the file/);
  await rmdir(paths.seal);
  await writeFile(paths.seal, seal);
  await files.seal(2);
  expect(await readSeal(paths.seal)).toBe(2);
  expect((await contentsOf(folder))['shop.log']!.split('\n').slice(1)).toEqual(['1', '2', '']);
  await files.release();
});

test('seals have the same length for every number, so that one can overwrite another', async () => {
  const { files, paths } = await freshFiles();
  await files.append('1\n', EPOCH);
  for (const seq of [7, Number.MAX_SAFE_INTEGER, 1_234]) {
    await files.seal(seq);
    expect(await readSeal(paths.seal)).toBe(seq);
  }
  await files.release();
});
