import { chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { OpenedFile, replaceFile } from '../../../src/host/storage/durable-files.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox } from '../../support/sandbox.ts';
import { contentsOf, freshFolder } from './folders.ts';

const ORDER = { package_id: 1, address: RECIPIENT };

/** A file outside the data folder that the server's user may write. */
async function victimBeside(data: string): Promise<string> {
  const victim = join(dirname(data), 'victim');
  await writeFile(victim, 'precious');
  return victim;
}

test('a symbolic link with the name of a file being written is replaced, not followed', async () => {
  const data = await freshFolder();
  const victim = await victimBeside(data);
  const sandbox = await startTestSandbox({ data });
  await sandbox.api.order(ORDER);
  await symlink(victim, join(data, 'demo.json.tmp'));
  await sandbox.close();
  expect(await readFile(victim, 'utf8')).toBe('precious');
  await using again = await startTestSandbox({ data });
  expect(again.state.orders.length).toBe(1);
});

test.each(['demo.log', 'demo.seal'])('a symbolic link in place of a new %s is not followed', async name => {
  const data = await freshFolder();
  const victim = await victimBeside(data);
  await using sandbox = await startTestSandbox({ data, on_remark: () => undefined });
  await symlink(victim, join(data, name));
  const refused = await sandbox.api.order(ORDER);
  expect(refused.outcome).toBe('503 SERVICE_UNAVAILABLE');
  expect(refused.explain).toContain(`${name}: cannot create the file: another file with that name exists`);
  expect(await readFile(victim, 'utf8')).toBe('precious');
  await rm(join(data, name));
});

test('a symbolic link that replaced a log is not followed when the log is opened again', async () => {
  const data = await freshFolder();
  await mkdir(data);
  const victim = await victimBeside(data);
  const path = join(data, 'demo.log');
  const log = await OpenedFile.create(path, '');
  await log.append('first\n');
  await log.release();
  await rename(path, join(data, 'moved'));
  await symlink(victim, path);
  await expect(log.append('second\n')).rejects.toThrow(/demo\.log: cannot write the file/);
  expect(await readFile(victim, 'utf8')).toBe('precious');
});

test('a file is replaced even if an unfinished one was left over', async () => {
  const data = await freshFolder();
  await mkdir(data);
  await writeFile(join(data, 'demo.json.tmp'), 'half');
  await replaceFile(join(data, 'demo.json'), ['whole']);
  expect(await contentsOf(data)).toEqual({ 'demo.json': 'whole' });
});

test('unfinished files of this program are removed at startup, and files of other programs are not touched', async () => {
  const data = await freshFolder();
  await mkdir(data);
  const own = ['shop.json.tmp', 'shop%20%2f.json.tmp', '.scenarios-0123456789abcdef.json.tmp'];
  const others = [
    'upload.tmp',
    'Report.json.tmp',
    'my notes.json.tmp',
    '.scenarios-latest.json.tmp',
    'a.json.bak.tmp',
  ];
  for (const name of [...own, ...others]) await writeFile(join(data, name), name);
  await using _sandbox = await startTestSandbox({ data });
  const left = Object.keys(await contentsOf(data)).filter(name => name.endsWith('.tmp'));
  expect(left.sort()).toEqual(others.sort());
});

test('a folder in which every user may write is reported', async () => {
  const data = await freshFolder();
  await mkdir(data);
  await chmod(data, 0o777);
  const remarks: string[] = [];
  await using _sandbox = await startTestSandbox({ data, on_remark: text => remarks.push(text) });
  expect(remarks).toEqual([
    `${data}: every user of this machine can write to this folder (mode 0777); make it private: chmod 700 ${data}`,
  ]);
});
