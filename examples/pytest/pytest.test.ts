import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSandbox } from 'energy-rental-sandbox';
import { describe, expect, test } from 'vitest';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('./', import.meta.url));
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const LIMIT_MS = 60_000;

// pytest may be installed for another Python than the first in PATH.
const PYTHON = ['python3', '/usr/bin/python3'].find(
  python => spawnSync(python, ['-c', 'import pytest']).status === 0,
);

const pytest = async (environment: NodeJS.ProcessEnv): Promise<string> => {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    PYTHONDONTWRITEBYTECODE: '1',
    PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1',
    ...environment,
  };
  const { stdout } = await run(PYTHON!, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], {
    cwd: FOLDER,
    env,
  });
  return stdout;
};

describe.skipIf(PYTHON === undefined)('the fixtures for pytest', () => {
  test(
    'use the sandbox that the environment names',
    async () => {
      await using sandbox = await createSandbox();
      expect(await pytest({ ENERGY_SANDBOX_URL: sandbox.url })).toMatch(/^5 passed/m);
      expect(await sandbox.accounts()).toHaveLength(1);
      const { items } = await sandbox.coverage();
      expect(items.find(({ id }) => id === 'response createOrder 402')?.met).toBe(1);
    },
    LIMIT_MS,
  );

  test(
    'start a sandbox of their own otherwise, and stop it',
    async () => {
      const command = `${process.execPath} ${CLI}`;
      expect(await pytest({ ENERGY_SANDBOX_COMMAND: command })).toMatch(/^5 passed/m);
    },
    LIMIT_MS,
  );
});
