import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { childEnvironment } from '../../support/child-environment.ts';

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));
const LOADER = fileURLToPath(new URL('./load-every-chunk.mjs', import.meta.url));
/** A variable, because a literal import would need types for the script. */
const SCRIPT: string = '../../../scripts/bundle.mjs';
type Bundle = (input: Record<string, string>, directory: string) => Promise<string[]>;

/** `cli.js` starts the program, which the tests of the command line do; `vitest.js` can be loaded by Vitest only. */
const ENTRIES = ['cli.js', 'vitest.js'];
const TIMEOUT_MS = 230_000;

interface Loaded {
  readonly files: number;
  /** The files with the helper of the bundler that wraps CommonJS modules. */
  readonly withHelper: readonly string[];
  /** How many wrapped modules there are. */
  readonly wrapped: number;
  readonly failures: readonly { readonly what: string; readonly problem: string }[];
}

/** Loads every file of a folder in a process of its own, which must end by itself and print nothing else. */
async function loadEvery(folder: string, skipped: readonly string[] = []): Promise<Loaded> {
  const words = ['--disable-warning=DEP0205', LOADER, folder, ...skipped];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words, {
    env: childEnvironment(),
    timeout: TIMEOUT_MS,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Loaded;
}

test('every file of the build loads, every CommonJS module in it evaluates, and nothing starts', async () => {
  const loaded = await loadEvery(DIST, ENTRIES);
  expect(loaded.failures).toEqual([]);
  const built = (await readdir(DIST)).filter(file => /\.c?js$/.test(file));
  expect(loaded.files).toBe(built.length - ENTRIES.length);
  // One helper, with many modules: otherwise the bundler writes it in another form, and the script does not find it.
  expect(loaded.withHelper).toHaveLength(1);
  expect(loaded.wrapped).toBeGreaterThan(100);
});

test('no other file of the build depends on a file that is not loaded here', async () => {
  const files = (await readdir(DIST)).filter(file => file.endsWith('.js') && !ENTRIES.includes(file));
  const texts = await Promise.all(files.map(file => readFile(join(DIST, file), 'utf8')));
  const dependent = files.filter((_, index) => ENTRIES.some(entry => texts[index]!.includes(`./${entry}`)));
  expect(dependent).toEqual([]);
});

test('a CommonJS module that would fail at its first use is reported, however deep it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chunks-'));
  try {
    const { bundle } = (await import(SCRIPT)) as { bundle: Bundle };
    const source = (name: string, text: string) => writeFile(join(folder, name), text);
    await source('start.mjs', `export const late = () => import('./late.mjs');\n`);
    await source('late.mjs', `import outer from './outer.cjs';\nexport const run = () => outer.inner();\n`);
    await source('outer.cjs', `exports.inner = () => require('./inner.cjs');\n`);
    await source('inner.cjs', `exports.length = (void 0).missing.length;\n`);
    await bundle({ start: join(folder, 'start.mjs') }, join(folder, 'out'));
    const { failures, wrapped } = await loadEvery(join(folder, 'out'));
    expect(wrapped).toBe(2);
    expect(failures).toMatchObject([{ problem: expect.stringContaining("reading 'missing'") }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
