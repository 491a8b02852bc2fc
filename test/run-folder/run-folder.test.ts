import { execFile } from 'node:child_process';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createSandbox } from '../../src/create-sandbox.ts';
import { readRun } from '../../src/run-folder/run-folder.ts';
import { RECIPIENT } from '../support/addresses.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'run-'));

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
    await orderWithoutId(sandbox.url, account.apiKey);
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
    env: { ...process.env, ENERGY_SANDBOX_RUN: run },
  });
  await expect(ended).rejects.toMatchObject({ code: 3 });
  expect(readRun(run)).toMatchObject([{ schema_version: 1, findings: [] }]);
});

test('a run folder that cannot be created is refused with its name', async () => {
  const file = join(await newFolder(), 'a-file');
  await writeFile(file, '');
  await expect(createSandbox({ run: join(file, 'run') })).rejects.toThrow(`run folder ${file}/run`);
});
