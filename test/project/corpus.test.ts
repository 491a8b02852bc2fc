import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUGS } from '../../corpus/bugs.mjs';
import { CASES, DISTURBANCES, RULES } from '../../corpus/ids.mjs';
import { REPORTS } from '../../corpus/reports.mjs';
import { builtInCoverableItems } from '../../src/judge/coverage/coverable-items.ts';
import { RULE_IDS } from '../../src/judge/findings/rule-ids.generated.ts';
import { AUDIT_CASE_IDS } from '../../src/lab/audit/cases.ts';
import { disturbancesWith, SHORT } from '../../src/lab/explore/built-in-disturbances.ts';

const CORPUS = join(import.meta.dirname, '../../corpus');
const INTEGRATIONS = [
  'shop-vitest',
  'shop-node-test',
  'python-shop',
  'php-receiver',
  'wallet',
  'wallet-suite',
  'wallet-receiver',
];

/** The names of all bugs that the code can switch on. */
const switches = (): string[] =>
  ['shop', 'python-shop', 'php-receiver', 'wallet'].flatMap(folder =>
    readdirSync(join(CORPUS, folder))
      .filter(file => /\.(ts|py|php|mjs)$/.test(file))
      .flatMap(file => [
        ...readFileSync(join(CORPUS, folder, file), 'utf8').matchAll(/\bbug\(['"]([\w-]+)['"]\)/g),
      ])
      .map(([, name]) => name!),
  );

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

test('every bug of the corpus has a switch in the code, and every switch a row in the table', () => {
  expect(sorted(switches())).toEqual(sorted(BUGS.map(({ name, bug = name }) => bug)));
});

test('every bug of the corpus belongs to an integration, says what it costs and which reports name its cause', () => {
  for (const { integration, costs, expected } of BUGS) {
    expect(INTEGRATIONS).toContain(integration);
    expect(costs).toMatch(/^[A-Z].{20,}\.$/);
    expect(expected.length).toBeGreaterThan(0);
  }
  expect(sorted(BUGS.map(({ name }) => name))).toHaveLength(BUGS.length);
});

test('every id that names the cause of a bug is one of a rule, a disturbance, a case or an item of coverage', async () => {
  const items = (await builtInCoverableItems()).map(({ id }) => id);
  const known = [...RULES, ...DISTURBANCES, ...CASES, ...items, 'place'];
  for (const { name, expected } of BUGS)
    expect([name, expected.filter(id => !known.includes(id))]).toEqual([name, []]);
});

test('the corpus knows every rule, disturbance and case', () => {
  expect(RULES).toEqual(RULE_IDS);
  expect(DISTURBANCES).toEqual(disturbancesWith(SHORT).map(({ id }) => id));
  expect(CASES).toEqual(AUDIT_CASE_IDS);
});

test('every public report names bugs of the corpus', () => {
  const names = new Set(BUGS.map(({ name }) => name));
  for (const { report, bugs } of REPORTS) {
    expect(report).toMatch(/^[\w.-]+\/[\w.-]+#\d+$/);
    expect([report, bugs.filter(name => !names.has(name))]).toEqual([report, []]);
    expect(bugs.length).toBeGreaterThan(0);
  }
});
