import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_TOOLS, SKIPPED_WITHOUT_TOOLS, toolPath } from '../support/tools.ts';
import { Installation } from './installation.ts';

const ROOT = join(import.meta.dirname, '../..');
const LONG_MS = 300_000;
const MOST_BYTES = 15 * 1024 * 1024;

const PACKAGE_IMPORT =
  /(?:^(?:import|export) (?!type\b)[^;]*? from |\bimport\()'(?!\.|node:|vitest)((?:@[^/']+\/)?[^/']+)/gm;

/** The packages that the program imports at run time, not only for types. */
async function importedPackages(): Promise<string[]> {
  const folder = join(ROOT, 'src');
  const paths = (await readdir(folder, { recursive: true })).filter(path => /\.tsx?$/.test(path));
  const texts = await Promise.all(paths.map(path => readFile(join(folder, path), 'utf8')));
  return texts.flatMap(text => [...text.matchAll(PACKAGE_IMPORT)].map(([, name]) => name!));
}

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.make();
}, LONG_MS);

afterAll(() => installation[Symbol.asyncDispose]());

describe('the package', () => {
  test('consists of the build, the documents, the examples, the descriptions, the scenarios and the license', () => {
    const folders = [
      'dashboard/assets',
      'docs-assets',
      'prepared',
      'prepared/scenarios',
      'types',
      'types-cjs',
    ];
    const known = [
      /^(package\.json|LICENSE|(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md)$/,
      /^docs\/(decisions\/)?[\w-]+\.md$/,
      /^examples\/[\w-]+\/([\w-]+(\.test)?\.(ts|mjs)|verify\.(php|py|sh)|README\.md)$/,
      /^docs\/images\/[\w-]+\.png$/,
      /^examples\/pytest\/\w+\.py$/,
      /^examples\/behind-nginx\/(nginx\.conf|haproxy\.cfg)$/,
      /^examples\/kubernetes\/((sandbox|balancer)\.yaml|(listen|processes)\.conf)$/,
      /^examples\/generated-clients\/(buy\.(go|php|py)|Buy\.java)$/,
      /^openapi\/[\w-]+\.yaml$/,
      /^scenarios\/([\w-]+\.yaml|scenario\.schema\.json)$/,
      /^dist\/[\w-]+\.c?js$/,
      /^dist\/(THIRD-PARTY-LICENSES\.txt|dashboard\/index\.html)$/,
      new RegExp(`^dist/(${folders.join('|')})/`),
    ];
    expect(installation.packed.filter(path => !known.some(pattern => pattern.test(path)))).toEqual([]);
    const programs = installation.packed.filter(path => !path.startsWith('examples/'));
    expect(programs.filter(path => /\.map$|(?<!\.d)\.[cm]?tsx?$|\.test\./.test(path))).toEqual([]);
    expect(installation.packed).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'dist/cli.js',
        'dist/client.cjs',
        'dist/types/index.d.ts',
      ]),
    );
  });

  test('needs no other package and at most 15 MB', async () => {
    expect(await installation.installed()).toEqual(['energy-rental-sandbox']);
    const paths = await readdir(installation.home, { recursive: true });
    const sizes = await Promise.all(paths.map(path => stat(join(installation.home, path))));
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(MOST_BYTES);
  });

  test('runs nothing when it is installed', async () => {
    const { scripts } = JSON.parse(await installation.read('package.json')) as { scripts: object };
    const atInstallation = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare'];
    expect(Object.keys(scripts).filter(name => atInstallation.includes(name))).toEqual([]);
    expect(installation.packed).not.toContain('binding.gyp');
  });

  test('includes the license of each package that it contains, and of no development tool', async () => {
    const text = await installation.read('dist/THIRD-PARTY-LICENSES.txt');
    const listed = [...text.matchAll(/^={78}\n(\S+) \S+(?: \(.*\))?\n={78}\n\n(?=.)/gm)].map(
      ([, name]) => name,
    );
    const imported = await importedPackages();
    expect(imported).toContain('express');
    expect(imported.filter(name => !listed.includes(name))).toEqual([]);
    expect(listed).toContain('swagger-ui-dist');
    expect(listed.filter(name => /^(vitest|vite|typescript|rolldown|@biomejs)/.test(name!))).toEqual([]);
  });

  test.runIf(HAS_TOOLS)(
    `passes publint and Are the types wrong${SKIPPED_WITHOUT_TOOLS}`,
    async () => {
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
    },
    LONG_MS,
  );
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
  test(
    'the command starts with npx, accepts an order and ends on SIGTERM',
    async () => {
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
    },
    LONG_MS,
  );

  test.each(['library.mjs', 'library.cjs'])(
    'the library works from %s',
    async script => {
      expect(await installation.node(script)).toEqual({ code: 0, output: '202 completed\n' });
    },
    LONG_MS,
  );

  test(
    'its types compile in a strict project that checks libraries',
    async () => {
      for (const name of ['@types/node', 'undici-types']) {
        await mkdir(join(installation.folder, 'node_modules', name, '..'), { recursive: true });
        await symlink(join(ROOT, 'node_modules', name), join(installation.folder, 'node_modules', name));
      }
      const checked = await installation.node('node_modules/typescript/bin/tsc', ['-p', 'tsconfig.json']);
      expect(checked).toEqual({ code: 0, output: '' });
    },
    LONG_MS,
  );
});
