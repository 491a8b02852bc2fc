import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/index.ts';
import { DEMO_API_KEY } from '../../../src/server/sandbox-options.ts';
import { childEnvironment } from '../../support/child-environment.ts';
import { toolPath } from '../../support/tools.ts';

const DESCRIPTION = join(import.meta.dirname, '../../../openapi/energy-rental-v1.yaml');

let folder: string;
let sandbox: Sandbox;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  // Strict, because a quote gets a 400 for an unknown parameter only.
  sandbox = await createSandbox({ strict: true });
});

afterEach(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a program of scripts/tools/ until it exits. */
function run(program: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const env = childEnvironment({ SANDBOX_URL: sandbox.url });
  return new Promise(resolve => {
    execFile(
      process.execPath,
      [toolPath(program), ...args],
      { cwd: folder, env, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) =>
        resolve({
          code: error ? Number(error.code) : 0,
          output: stripVTControlCharacters(`${stdout}${stderr}`),
        }),
    );
  });
}

test('Dredd passes every exchange of the description', async () => {
  const { output } = await run('dredd/bin/dredd', [
    DESCRIPTION,
    sandbox.url,
    `--hookfiles=${join(import.meta.dirname, 'dredd-hooks.cjs')}`,
    '--header',
    `Authorization: Bearer ${DEMO_API_KEY}`,
    '--loglevel=error',
  ]);
  expect(output.match(/^fail: .*/gm) ?? []).toEqual([]);
  expect(output).toContain('complete: 55 passing, 0 failing, 0 errors, 0 skipped, 55 total');
});

test('Portman passes every assertion about the responses of the example requests', async () => {
  const { code, output } = await run('@apideck/portman/bin/portman', [
    ...['--local', DESCRIPTION],
    ...['--baseUrl', sandbox.url],
    ...['--portmanConfigFile', join(import.meta.dirname, 'portman.json')],
    ...['--output', join(folder, 'collection.json')],
    '--runNewman',
  ]);
  expect(code, output).toBe(0);
  expect(output).toMatch(/requests │ +14 │ +0 │/);
  expect(output).toMatch(/assertions │ +52 │ +0 │/);
});
