import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type BuiltinName, prepareFromSource } from '../../src/contract/load-contract.ts';
import { loadBuiltInScenarios, prepareLibrary } from '../../src/host/scenarios/read-scenarios.ts';
import { preparedContract } from '../support/prepared.ts';

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

  test("takes no package, and Prism's schema validator only once something is validated", async () => {
    const modules = [...(await loadedBy('load-contract.ts'))];
    expect(modules).toContain('violations.ts');
    const packages = modules.filter(module => !module.endsWith('.ts') && !module.startsWith('node:'));
    expect(packages).toEqual([]);
    expect(await sourceOf('prism-validator.ts')).toContain(
      "import('@stoplight/prism-http/dist/validator/validators/utils.js')",
    );
    expect(modules).not.toContain('prepare-contract.ts');
  });
});

const FOLDER = process.env.ENERGY_SANDBOX_PREPARED!;

describe('what the tests share instead of preparing it in every process', () => {
  test.each<BuiltinName>(['energy-rental-v1', 'control-v1'])(
    'is the description %s as its source has it',
    async name => {
      expect(await preparedContract(name)).toEqual(await prepareFromSource(name));
    },
  );

  test('equals the built-in scenarios in their files', async () => {
    const shared: unknown = JSON.parse(await readFile(join(FOLDER, 'scenarios.json'), 'utf8'));
    expect(shared).toEqual(await prepareLibrary());
    expect(await loadBuiltInScenarios()).toEqual(shared);
  });
});
