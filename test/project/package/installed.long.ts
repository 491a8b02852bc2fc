import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolPath } from '../../support/tools.ts';
import { Installation } from './installation.ts';

const MOST_BYTES = 15 * 1024 * 1024;

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.make();
});

afterAll(() => installation[Symbol.asyncDispose]());

describe('the package', () => {
  test('needs no other package and at most 15 MB', async () => {
    expect(await installation.installed()).toEqual(['energy-rental-sandbox']);
    const paths = await readdir(installation.home, { recursive: true });
    const sizes = await Promise.all(paths.map(path => stat(join(installation.home, path))));
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MOST_BYTES);
  });

  test('passes publint and Are the types wrong', async () => {
    const publint = await installation.node(toolPath('publint/src/cli.js'), [
      installation.home,
      '--strict',
      '--pack',
      'false',
    ]);
    expect(publint).toMatchObject({ code: 0, output: expect.stringContaining('All good') });
    const [tarball] = (await readdir(installation.folder)).filter(name => name.endsWith('.tgz'));
    const attw = (...words: string[]) =>
      installation.node(toolPath('@arethetypeswrong/cli/dist/index.js'), [tarball!, '--quiet', ...words]);
    expect(await attw('--entrypoints', 'client', '--profile', 'strict')).toMatchObject({ code: 0 });
    const modules = ['--entrypoints', '.', 'vitest', 'vitest-setup', '--profile', 'esm-only'];
    expect(await attw(...modules)).toMatchObject({ code: 0 });
  });
});

/** The installed command on a free port. Disposing of it ends it, and resolves when all of its processes have ended. */
async function startByNpx() {
  const child = installation.npx('energy-rental-sandbox', '--port', '0', '--json');
  // The server holds the output of npx open, so that this comes after the end of both.
  const closed = once(child, 'close');
  child.stderr!.resume();
  const lines = createInterface({ input: child.stdout! });
  const [line] = (await Promise.race([once(lines, 'line'), closed])) as [string];
  const banner = JSON.parse(line) as { base_url: string; api_key: string };
  const end = async (): Promise<void> => {
    // Signals the group, because npx may forward signals late.
    process.kill(-child.pid!, 'SIGTERM');
    await closed;
  };
  return { banner, [Symbol.asyncDispose]: end };
}

describe('once installed,', () => {
  test('the command starts with npx, accepts an order and ends on SIGTERM', async () => {
    let url: string;
    {
      await using started = await startByNpx();
      const { banner } = started;
      url = banner.base_url;
      const response = await fetch(`${url}/api/v1/order/`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${banner.api_key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' }),
      });
      expect(response.status).toBe(202);
      expect(await response.json()).toMatchObject({ success: true });
      for (const path of [
        '/_sandbox/',
        '/_sandbox/docs',
        '/_sandbox/docs/swagger-ui-bundle.js',
        '/healthz',
      ]) {
        expect((await fetch(`${url}${path}`)).status, path).toBe(200);
      }
    }
    await expect(fetch(url)).rejects.toThrow();
  });

  test.each(['library.mjs', 'library.cjs'])('the library works from %s', async script => {
    expect(await installation.node(script)).toEqual({ code: 0, output: '202 completed\n' });
  });
});
