import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentAssumptions, documentFidelity } from './document.ts';
import { heldRules, readHolders } from './holders.ts';
import { MUTANTS } from './mutants.ts';
import { RULES } from './rules.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('every rule of the specification has a test', () => {
  const untested = heldRules(ROOT).filter(({ holders }) => holders.length === 0);
  expect(untested.map(({ rule }) => `${rule.id} ${rule.rule}`)).toEqual([]);
});

test('no test names a rule that does not exist', () => {
  const ids = new Set(RULES.map(({ id }) => id));
  const unknown = readHolders(ROOT).filter(holder => holder.ids.some(id => !ids.has(id)));
  expect(unknown).toEqual([]);
});

test('no two rules have the same id', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
});

test('every rule is broken by a change of a text that its file has', () => {
  const usable = MUTANTS.filter(({ file, from }) => readFileSync(join(ROOT, file), 'utf8').includes(from));
  expect(usable.map(({ rule }) => rule).sort()).toEqual(RULES.map(({ id }) => id).sort());
});

test.each([
  ['docs/fidelity.md', 'rules and tests', () => documentFidelity(ROOT)],
  ['docs/assumptions.md', 'register of assumptions', documentAssumptions],
])('%s matches the %s', (path, _, content) => {
  const isFresh = readFileSync(join(ROOT, path), 'utf8') === content();
  expect(isFresh, 'it is outdated; run npm run generate-fidelity').toBe(true);
});
