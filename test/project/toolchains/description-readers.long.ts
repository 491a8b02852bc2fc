import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childEnvironment } from '../../support/child-environment.ts';
import { toolPath } from '../../support/tools.ts';

const ROOT = join(import.meta.dirname, '../../..');
const DESCRIPTION = 'energy-rental-v1.yaml';
const run = promisify(execFile);

/** What the programs, the compiler and the configurations of generators import. */
const PACKAGES = ['openapi-fetch', 'openapi-typescript-helpers', 'zod', '@types', 'undici-types'];
const PACKAGES_OF_TOOLS = ['@kubb'];

const GENERATORS: Readonly<Record<string, readonly string[]>> = {
  'openapi-typescript': [
    join(ROOT, 'node_modules/openapi-typescript/bin/cli.js'),
    ...[DESCRIPTION, '-o', 'generated/openapi-typescript.ts'],
  ],
  'hey-api': [
    toolPath('@hey-api/openapi-ts/bin/run.js'),
    ...['-i', DESCRIPTION, '-o', 'generated/hey-api', '-c', '@hey-api/client-fetch', '--no-log-file'],
  ],
  orval: [toolPath('orval/dist/bin/orval.mjs'), '--config', 'orval.config.mjs'],
  kubb: [toolPath('@kubb/cli/bin/kubb.cjs'), 'generate', '--config', 'kubb.config.mjs'],
  'swagger-typescript-api': [
    toolPath('swagger-typescript-api/dist/cli.mjs'),
    ...['generate', '-p', DESCRIPTION, '-o', 'generated', '-n', 'swagger-typescript-api.ts'],
  ],
};

const PROGRAMS = [
  'with-openapi-typescript',
  'with-hey-api',
  'with-orval',
  'with-orval-zod',
  'with-kubb',
  'with-swagger-typescript-api',
];

/** Generated code imports modules without file extensions, as bundlers allow. */
const COMPILER = [
  ...['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler'],
  ...[
    '--target',
    'es2023',
    '--lib',
    'es2023,dom,dom.iterable',
    '--types',
    'node',
    '--allowImportingTsExtensions',
  ],
];

describe('a client that a generator writes from the description', () => {
  let folder: string;

  const node = async (...words: readonly string[]): Promise<string> =>
    (await run(process.execPath, words, { cwd: folder, env: childEnvironment() })).stdout;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'energy-sandbox-generated-'));
    await cp(join(import.meta.dirname, 'consumer'), folder, { recursive: true });
    await cp(join(ROOT, 'openapi', DESCRIPTION), join(folder, DESCRIPTION));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await mkdir(join(folder, 'node_modules'));
    const link = (name: string, target: string): Promise<void> =>
      symlink(target, join(folder, 'node_modules', name), 'junction');
    for (const name of PACKAGES) await link(name, join(ROOT, 'node_modules', name));
    for (const name of PACKAGES_OF_TOOLS) await link(name, toolPath(name));
    for (const words of Object.values(GENERATORS)) await node(...words);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(PROGRAMS)('%s compiles strictly, orders, repeats the order and reads it', async name => {
    await node(join(ROOT, 'node_modules/typescript/bin/tsc'), ...COMPILER, `${name}.ts`);
    const built = join(folder, `built/${name}.mjs`);
    await node(
      join(ROOT, 'node_modules/rolldown/bin/cli.mjs'),
      ...[`${name}.ts`, '--format', 'esm', '--platform', 'node', '--file', built],
    );
    const output = await node(join(ROOT, 'dist/cli.js'), 'exec', '--', process.execPath, built);
    expect(output).toBe('ordered, idempotent false\nrepeated, idempotent true same order true\nread true\n');
  });
});
