import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { readRun, runFilesIn } from '../../src/judge/run-folder.ts';
import { createSandbox } from '../../src/testing/create-sandbox.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { childEnvironment } from '../support/child-environment.ts';

/** A folder that is removed when the test ends. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'run-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function orderWithoutId(url: string, apiKey: string): Promise<void> {
  await fetch(`${url}/api/v1/order/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ address: RECIPIENT, package_id: 1 }),
  });
}

test('every sandbox of a run adds its findings when it is closed, also those of deleted accounts', async () => {
  const run = await newFolder();
  for (const name of ['first', 'second']) {
    const sandbox = await createSandbox({ run });
    const account = await sandbox.createAccount({ name });
    await orderWithoutId(sandbox.url, account.api_key);
    await account.delete();
    await sandbox.close();
  }
  const parts = readRun(run) as { findings: { rule: string; account: string }[] }[];
  const accounts = parts.flatMap(({ findings }) =>
    findings.filter(({ rule }) => rule === 'order-without-external-id').map(({ account }) => account),
  );
  expect(accounts.sort()).toEqual(['first', 'second']);
  expect((await readdir(run)).filter(name => name.endsWith('.tmp'))).toEqual([]);
});

test('a process that exits without closing its sandbox still adds its findings', async () => {
  const run = await newFolder();
  const script = `
    import { createSandbox } from ${JSON.stringify(join(import.meta.dirname, '../../dist/index.js'))};
    await createSandbox();
    process.exit(3);
  `;
  const ended = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: childEnvironment({ ENERGY_SANDBOX_RUN: run }),
  });
  await expect(ended).rejects.toMatchObject({ code: 3 });
  expect(readRun(run)).toMatchObject([{ schema_version: 1, findings: [] }]);
});

test('a run folder that cannot be created is refused with its name', async () => {
  const file = join(await newFolder(), 'a-file');
  await writeFile(file, '');
  await expect(createSandbox({ run: join(file, 'run') })).rejects.toThrow(`run folder ${file}/run`);
  await expect(createSandbox({ run: file })).rejects.toThrow(`run folder ${file}: it is a file`);
});

test.runIf(existsSync('/proc/self'))('a run folder in a file system without folders is refused', async () => {
  await expect(createSandbox({ run: '/proc/sandbox/run' })).rejects.toThrow(
    'run folder /proc/sandbox/run: the file system takes no folders there; set --run or ENERGY_SANDBOX_RUN',
  );
});

test('a file of a run that cannot be read is named', async () => {
  const run = await newFolder();
  await writeFile(join(run, 'sandbox-1-abc.json'), '{"schema_version": 1');
  expect(() => readRun(run)).toThrow(/run folder .*: sandbox-1-abc\.json: .*; remove the file/);
});

test('a sandbox whose run folder was removed is closed all the same, and creates no other', async () => {
  const run = join(await newFolder(), 'run');
  const sandbox = await createSandbox({ run });
  await rm(run, { recursive: true });
  await sandbox.close();
  expect(existsSync(run)).toBe(false);
});

test('a run is read without the files of earlier ones, and a folder that does not exist has none', async () => {
  const run = join(await newFolder(), 'run');
  expect(runFilesIn(run)).toEqual([]);
  await (await createSandbox({ run })).close();
  const before = runFilesIn(run);
  expect(before).toHaveLength(1);
  expect(readRun(run)).toMatchObject([{ schema_version: 1, findings: [] }]);
  await (await createSandbox({ run })).close();
  expect(readRun(run)).toHaveLength(2);
  expect(readRun(run, before)).toHaveLength(1);
});
