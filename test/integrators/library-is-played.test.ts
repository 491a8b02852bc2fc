import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The scenarios that a test file names in its plays; those of a list of several count, too. */
async function played(): Promise<Set<string>> {
  const files = (await readdir(folder('.'))).filter(name => name.endsWith('.test.ts'));
  const texts = await Promise.all(files.map(name => readFile(folder(name), 'utf8')));
  const names = new Set<string>();
  for (const text of texts) {
    for (const [, name] of text.matchAll(/\bplay\(\s*'([a-z0-9-]+)'/g)) names.add(name!);
    const [, list = ''] = /^const LOST = \[(.*)\];$/m.exec(text) ?? [];
    for (const [, name] of list.matchAll(/'([a-z0-9-]+)'/g)) names.add(name!);
  }
  return names;
}

test('every scenario of the library is played, and nothing else is', async () => {
  const files = (await readdir(folder('../../scenarios'))).filter(name => name.endsWith('.yaml'));
  expect([...(await played())].sort()).toEqual(files.map(name => name.replace('.yaml', '')).sort());
});
