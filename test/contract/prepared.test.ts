import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

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

  test("takes Prism's schema validator and no other package", async () => {
    const modules = [...(await loadedBy('load-contract.ts'))];
    expect(modules).toContain('violations.ts');
    const packages = modules.filter(module => !module.endsWith('.ts') && !module.startsWith('node:'));
    expect(packages).toEqual(['@stoplight/prism-http/dist/validator/validators/utils.js']);
    expect(modules).not.toContain('prepare-contract.ts');
  });
});
