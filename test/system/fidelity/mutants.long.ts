import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { heldRules } from './holders.ts';
import { MUTANTS } from './mutants.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', 'corpus']);

const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
cpSync(ROOT, copy, {
  recursive: true,
  filter: path => !LEFT_OUT.has(path.slice(ROOT.length + 1).split(sep)[0]!),
});
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'junction');
afterAll(() => rmSync(copy, { recursive: true }));

const HELD = new Map(heldRules(ROOT).map(({ rule, holders }) => [rule.id, holders]));

interface Results {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The tests of a rule that fail in the copy. A file that fails as a whole found a response that is not as described. */
async function failing(rule: string): Promise<string[]> {
  const files = [...new Set(HELD.get(rule)!.map(({ file }) => file))];
  const output = join(copy, 'results.json');
  const words = ['run', ...files, '-t', `\\[${rule}\\]`, '--reporter=json', `--outputFile=${output}`];
  // A run of its own, in the first tier.
  const ofThisRun = /^(VITEST|TEST_TIER$|SEED$)/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofThisRun.test(name)));
  await new Promise<void>(resolve => {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    execFile(process.execPath, [vitest, ...words], { cwd: copy, env }, () => resolve());
  });
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Results;
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  return failed.length === 0 && testResults.some(({ status }) => status === 'failed')
    ? ['a response or webhook that is not as described']
    : failed;
}

describe('the tests of a rule notice that it is broken:', () => {
  test.each(MUTANTS.map(mutant => [mutant.rule, mutant.to.trim() || 'nothing', mutant] as const))(
    '%s, by %s',
    async (rule, _to, { file, from, to }) => {
      const path = join(copy, file);
      const text = readFileSync(path, 'utf8');
      expect(text, `${file} no longer contains ${from}`).toContain(from);
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
      try {
        expect(await failing(rule)).not.toEqual([]);
      } finally {
        writeFileSync(path, text);
      }
    },
  );
});

test('the tests of every mutated rule pass without a change', async () => {
  for (const rule of ['STA-3', 'QUO-4', 'HOOK-4']) expect(await failing(rule)).toEqual([]);
});
