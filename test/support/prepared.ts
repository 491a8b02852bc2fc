import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import type { PreparedContract } from '../../src/contract/contract-types.ts';
import type { BuiltinName } from '../../src/contract/load-contract.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/prepared');

/** A description as all test processes share it. */
export const preparedContract = async (name: BuiltinName): Promise<PreparedContract> =>
  JSON.parse(await readFile(join(process.env.ENERGY_SANDBOX_PREPARED!, `${name}.json`), 'utf8'));

/** Everything that the result depends on: the sources, the code that prepares them, and its packages. */
const SOURCES = [
  'openapi',
  'scenarios',
  'scripts/preparation.ts',
  'src/contract',
  'src/core/domain',
  'src/core/scenario',
  'package-lock.json',
];

async function filesOf(source: string): Promise<string[]> {
  if (/\.\w+$/.test(source)) return [source];
  const entries = await readdir(join(ROOT, source), { recursive: true, withFileTypes: true });
  return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
}

async function digestOfSources(): Promise<string> {
  const digest = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of (await filesOf(source)).sort()) {
      const path = file.startsWith(ROOT) ? file.slice(ROOT.length) : file;
      digest.update(`${path}\0`).update(await readFile(join(ROOT, path)));
    }
  }
  return digest.digest('hex').slice(0, 16);
}

/** Removes the results for earlier states of the sources. */
async function removeOthers(folder: string): Promise<void> {
  const others = (await readdir(CACHE)).map(name => join(CACHE, name)).filter(path => path !== folder);
  await Promise.all(others.map(path => rm(path, { recursive: true, force: true })));
}

/** Prepares into a temporary folder first, so that an interrupted or concurrent run does no harm. */
async function prepareInto(folder: string): Promise<void> {
  const { prepare } = await import('../../scripts/preparation.ts');
  const unfinished = `${CACHE}-${process.pid}`;
  try {
    await mkdir(unfinished, { recursive: true });
    await prepare({ openapi: join(ROOT, 'openapi'), scenarios: join(ROOT, 'scenarios'), to: unfinished });
    await mkdir(CACHE, { recursive: true });
    await rename(unfinished, folder).catch(error => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await removeOthers(folder);
}

/** Variables that the code under test reads from the environment of its process, or that Node and its packages read. */
const READ_BY_CODE = /^(ENERGY_SANDBOX_.*|HOST|PORT|DEBUG|NODE_USE_ENV_PROXY|(https?|all|no)_proxy)$/i;

/** The test processes, which start after this, have no such variables, either. */
function cleanEnvironment(): void {
  for (const name of Object.keys(process.env)) if (READ_BY_CODE.test(name)) delete process.env[name];
}

async function provide(): Promise<void> {
  const folder = join(CACHE, await digestOfSources());
  if (!existsSync(folder)) await prepareInto(folder);
  process.env.ENERGY_SANDBOX_PREPARED = folder;
}

/**
 * Prepares the descriptions and the built-in scenarios once for all test processes. Otherwise, each would spend more
 * time on that than on its tests. The result is reused until one of its sources changes.
 */
export default async function setup(project: TestProject): Promise<void> {
  cleanEnvironment();
  await provide();
  project.onTestsRerun(provide);
}
