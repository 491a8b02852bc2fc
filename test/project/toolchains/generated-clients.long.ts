import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childEnvironment } from '../../support/child-environment.ts';
import { toolPath } from '../../support/tools.ts';

const ROOT = join(import.meta.dirname, '../../..');
const EXAMPLE = join(ROOT, 'examples/generated-clients');
const run = promisify(execFile);

/** The packages that the programs import, and that the compiler needs. */
const PACKAGES = ['openapi-fetch', 'openapi-typescript-helpers', 'typescript', '@types', 'undici-types'];

/** The programs that `npx` runs. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'openapi-typescript': join(ROOT, 'node_modules/openapi-typescript/bin/cli.js'),
  orval: toolPath('orval/dist/bin/orval.mjs'),
};

/** Node 20 does not run TypeScript, so the programs are compiled. */
const COMPILER = [
  ...['--outDir', 'built', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable'],
  ...['--strict', '--skipLibCheck', '--types', 'node', '--rewriteRelativeImportExtensions'],
];

describe('clients that current generators write from the description', () => {
  let folder: string;

  const node = async (...words: readonly string[]): Promise<string> =>
    (await run(process.execPath, words, { cwd: folder, env: childEnvironment() })).stdout;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'energy-sandbox-clients-'));
    await cp(EXAMPLE, folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await mkdir(join(folder, 'node_modules'));
    await symlink(ROOT, join(folder, 'node_modules/energy-rental-sandbox'), 'junction');
    for (const name of PACKAGES)
      await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
    const readme = await readFile(join(EXAMPLE, 'README.md'), 'utf8');
    const commands = [...readme.matchAll(/^npx (openapi-typescript|orval) (.*)$/gm)];
    expect(commands.map(([, name]) => name)).toEqual(Object.keys(PROGRAMS));
    for (const [, name, words] of commands) await node(PROGRAMS[name!]!, ...words!.split(' '));
    const programs = ['with-openapi-fetch.ts', 'with-orval.ts'];
    await node('node_modules/typescript/bin/tsc', ...COMPILER, ...programs);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(['with-openapi-fetch', 'with-orval'])(
    '%s type-checks, places an order, is refused another and reads the first one',
    async name => {
      const words = [join(ROOT, 'dist/cli.js'), 'exec', '--', process.execPath, `built/${name}.js`];
      const output = await node(...words);
      const readme = await readFile(join(EXAMPLE, 'README.md'), 'utf8');
      expect(output).toBe(/```text\n(.*?)```/s.exec(readme)![1]);
    },
  );
});
