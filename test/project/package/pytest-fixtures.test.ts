import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSandbox } from 'energy-rental-sandbox';
import { expect, test } from 'vitest';
import { childEnvironment } from '../../support/child-environment.ts';
import { needing } from '../../support/needing.ts';
import { programPath } from '../../support/needs.ts';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('../../../examples/pytest/', import.meta.url));
const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));
const LIMIT_MS = 240_000;

/** pytest may be installed for another Python than the first in PATH. */
const PYTHON = programPath('pytest')!;

const pytest = async (environment: NodeJS.ProcessEnv): Promise<string> => {
  const env = childEnvironment({
    PYTHONDONTWRITEBYTECODE: '1',
    PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1',
    ...environment,
  });
  const { stdout } = await run(PYTHON, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], {
    cwd: FOLDER,
    env,
  });
  return stdout;
};

needing('pytest').describe('the fixtures for pytest', () => {
  test(
    'use the sandbox that the environment names',
    async () => {
      await using sandbox = await createSandbox();
      expect(await pytest({ ENERGY_SANDBOX_URL: sandbox.url })).toMatch(/^7 passed/m);
      expect(await sandbox.accounts()).toHaveLength(1);
      const { items } = await sandbox.coverage();
      expect(items.find(({ id }) => id === 'response createOrder 402')?.met).toBe(1);
    },
    LIMIT_MS,
  );

  test(
    'start a sandbox of their own otherwise, and stop it, also if its starter passes no signals on, like npx',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'pytest-'));
      const banner = join(folder, 'banner.json');
      const command = `sh -c '"$@" | tee ${banner}' sh '${process.execPath}' '${CLI}'`;
      expect(await pytest({ ENERGY_SANDBOX_COMMAND: command })).toMatch(/^7 passed/m);
      const { base_url: url } = JSON.parse(await readFile(banner, 'utf8')) as { base_url: string };
      const ask = () =>
        fetch(`${url}/healthz`).then(
          () => 'responds',
          () => 'has ended',
        );
      await expect.poll(ask).toBe('has ended');
      await rm(folder, { recursive: true });
    },
    LIMIT_MS,
  );

  test(
    'trust the certificate of a sandbox with TLS',
    async () => {
      const program =
        'import conftest as e, os; print(e.Sandbox(os.environ["ENERGY_SANDBOX_URL"]).create_account().name)';
      const words = [CLI, 'exec', '--tls', '--', PYTHON, '-c', program];
      const env = childEnvironment({ PYTHONDONTWRITEBYTECODE: '1' });
      const { stdout } = await run(process.execPath, words, { cwd: FOLDER, env });
      expect(stdout).toMatch(/^[\w-]+\n$/);
    },
    LIMIT_MS,
  );

  test(
    'say what is wrong if there is no sandbox to use, or none can be started',
    async () => {
      await using other = createServer((_request, response) => response.end('<html>')).listen(0, '127.0.0.1');
      await once(other, 'listening');
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      const failures: [NodeJS.ProcessEnv, string][] = [
        [{ ENERGY_SANDBOX_URL: 'http://127.0.0.1:9' }, 'no sandbox responds at http://127.0.0.1:9 ('],
        [{ ENERGY_SANDBOX_URL: url }, `the server at ${url} is not an energy-sandbox (HTTP 200)`],
        [{ ENERGY_SANDBOX_COMMAND: 'no-such-program' }, 'cannot run no-such-program (No such file'],
      ];
      for (const [environment, message] of failures) {
        const { stdout } = await pytest(environment).then(
          () => ({ stdout: 'passed' }),
          (error: { stdout: string }) => error,
        );
        expect(stdout).toContain(message);
      }
    },
    LIMIT_MS,
  );
});
