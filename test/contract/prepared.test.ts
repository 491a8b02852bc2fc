import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../src/contract/contract-from-prepared.ts';
import { writePreparedContract } from '../../src/contract/prepare-contract.ts';
import type { Contract } from '../../src/contract/types.ts';
import { bodies, contractOf, descriptionText, queries } from './requests.ts';

let folder: string;
let fromFiles: Contract;
let inProcess: Contract;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prepared-'));
  const from = new URL('../../openapi', import.meta.url).pathname;
  await writePreparedContract('energy-rental-v1', { from, to: folder });
  fromFiles = loadContract(JSON.parse(await readFile(join(folder, 'energy-rental-v1.json'), 'utf8')));
  inProcess = await contractOf(await descriptionText());
});

afterAll(() => rm(folder, { recursive: true }));

describe('a contract that a build prepared', () => {
  test('carries the description unchanged, as text and as an object', async () => {
    expect(fromFiles.text).toBe(await descriptionText());
    expect(fromFiles.document).toEqual(inProcess.document);
  });

  test.each([...Object.keys(bodies), ...Object.keys(queries)])(
    'decides every request of %s as in the process',
    id => {
      const request = fc.record({
        query: queries[id] ?? fc.constant({}),
        body: bodies[id] ?? fc.constant(undefined),
      });
      fc.assert(
        fc.property(request, parts => {
          expect(fromFiles.byId(id).check(parts)).toEqual(inProcess.byId(id).check(parts));
        }),
        { numRuns: 300 },
      );
    },
  );
});

describe('loading a prepared contract', () => {
  const sourceOf = (file: string): Promise<string> =>
    readFile(new URL(`../../src/contract/${file}`, import.meta.url), 'utf8');

  /** The modules that a module imports statically, directly and indirectly. */
  async function loadedBy(file: string, seen = new Set<string>()): Promise<Set<string>> {
    if (seen.has(file)) return seen;
    seen.add(file);
    const source = await sourceOf(file);
    for (const [, typeOnly, module] of source.matchAll(
      /^(?:import|export) (type )?[^;]*?from '([^']+)';/gm,
    )) {
      if (typeOnly) continue;
      if (module!.startsWith('./')) await loadedBy(module!.slice(2), seen);
      else seen.add(module!);
    }
    return seen;
  }

  test("takes Prism's schema validator, the methods of OpenAPI and no other packages", async () => {
    const modules = [...(await loadedBy('built-in-contracts.ts'))];
    expect(modules).toContain('contract-from-prepared.ts');
    const packages = modules.filter(module => !module.endsWith('.ts') && !module.startsWith('node:'));
    expect(packages.sort()).toEqual([
      '@stoplight/prism-http/dist/validator/validators/utils.js',
      'openapi-types',
    ]);
    expect(modules).not.toContain('prepare-contract.ts');
  });
});
