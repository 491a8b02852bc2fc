import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUGS } from '../../corpus/bugs.mjs';

const CORPUS = join(import.meta.dirname, '../../corpus');
const INTEGRATIONS = ['shop-vitest', 'shop-node-test', 'python-shop', 'php-receiver'];

/** The names of all bugs that the code can switch on. */
const switches = (): string[] =>
  ['shop', 'python-shop', 'php-receiver'].flatMap(folder =>
    readdirSync(join(CORPUS, folder))
      .filter(file => /\.(ts|py|php)$/.test(file))
      .flatMap(file => [
        ...readFileSync(join(CORPUS, folder, file), 'utf8').matchAll(/\bbug\(['"]([\w-]+)['"]\)/g),
      ])
      .map(([, name]) => name!),
  );

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

test('every bug of the corpus has a switch in the code, and every switch a row in the table', () => {
  expect(sorted(switches())).toEqual(sorted(BUGS.map(({ name }) => name)));
});

test('every bug of the corpus belongs to an integration, says what it costs and which reports name its cause', () => {
  for (const { integration, costs, expected } of BUGS) {
    expect(INTEGRATIONS).toContain(integration);
    expect(costs).toMatch(/^[A-Z].{20,}\.$/);
    expect(expected.length).toBeGreaterThan(0);
  }
  expect(sorted(BUGS.map(({ name }) => name))).toHaveLength(BUGS.length);
});
