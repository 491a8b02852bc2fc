import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { expect, test } from 'vitest';

const fromRoot = (path: string): URL => new URL(`../../../${path}`, import.meta.url);
const textOf = (path: string): Promise<string> => readFile(fromRoot(path), 'utf8');

interface Manifest {
  readonly license?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
const manifestOf = async (path: string): Promise<Manifest> => JSON.parse(await textOf(path)) as Manifest;

const IMPORT =
  /^(?:import|export)\s(?!type\s)[^;]*?from '([^'.][^']*)'|import\('([^'.][^']*)'\)|^import '([^'.][^']*)'/gm;

/** The packages that the source imports at run time or build time, without type imports. */
async function imported(): Promise<string[]> {
  const files = await readdir(fromRoot('src/'), { recursive: true });
  const found = new Set<string>();
  for (const file of files.filter(name => /\.tsx?$/.test(name))) {
    for (const [, a, b, c] of (await textOf(`src/${file}`)).matchAll(IMPORT)) {
      const id = (a ?? b ?? c)!;
      const name = id
        .split('/')
        .slice(0, id.startsWith('@') ? 2 : 1)
        .join('/');
      if (!id.startsWith('node:') && !builtinModules.includes(name) && name !== 'vitest') found.add(name);
    }
  }
  return [...found, 'swagger-ui-dist'].sort();
}

/** The rows of the table: package and licence. */
async function listed(): Promise<[string, string][]> {
  const rows = (await textOf('docs/dependencies.md')).matchAll(/^\| (\S+) +\| (\S+) +\| (?!what for)/gm);
  return [...rows]
    .map(([, name, licence]): [string, string] => [name!, licence!])
    .filter(([name]) => !name.startsWith('--'));
}

test('the page of dependencies lists what the source imports, with the licences that the packages name', async () => {
  const rows = await listed();
  expect(rows.map(([name]) => name)).toEqual(await imported());
  for (const [name, licence] of rows) {
    expect((await manifestOf(`node_modules/${name}/package.json`)).license, name).toBe(licence);
  }
});

test('installing the package fetches nothing else and runs nothing, and every version is exact', async () => {
  const { dependencies, devDependencies = {}, scripts = {} } = await manifestOf('package.json');
  const { dependencies: tools = {} } = await manifestOf('scripts/tools/package.json');
  expect(dependencies).toBeUndefined();
  expect(Object.keys(scripts).filter(name => /^(pre|post)?install$|^prepare$/.test(name))).toEqual([]);
  const inexact = Object.entries({ ...devDependencies, ...tools }).filter(
    ([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(inexact).toEqual([]);
});
