import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentFidelity } from './document.ts';
import { heldRules, readHolders } from './holders.ts';
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

test('docs/fidelity.md matches the rules, tests and assumptions', () => {
  const isFresh = readFileSync(join(ROOT, 'docs/fidelity.md'), 'utf8') === documentFidelity(ROOT);
  expect(isFresh, 'it is outdated; run npm run generate-fidelity').toBe(true);
});
