import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The scenarios that the tests name, alone or in a list. */
async function testedScenarios(): Promise<Set<string>> {
  const files = (await readdir(folder('.'))).filter(name => name.endsWith('.test.ts'));
  const texts = await Promise.all(files.map(name => readFile(folder(name), 'utf8')));
  const names = new Set<string>();
  for (const text of texts) {
    for (const [, name] of text.matchAll(/\btestScenario\(\s*'([a-z0-9-]+)'/g)) names.add(name!);
    const [, list = ''] = /^const LOST = \[(.*)\];$/m.exec(text) ?? [];
    for (const [, name] of list.matchAll(/'([a-z0-9-]+)'/g)) names.add(name!);
  }
  return names;
}

test('every scenario of the library has a test, and there are no others', async () => {
  const files = (await readdir(folder('../../scenarios'))).filter(name => name.endsWith('.yaml'));
  expect([...(await testedScenarios())].sort()).toEqual(files.map(name => name.replace('.yaml', '')).sort());
});
