import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
// A folder of its own, because each run stores what it prepared there.
mkdirSync(join(copy, 'node_modules'));
for (const name of readdirSync(join(ROOT, 'node_modules')).filter(one => one !== '.cache'))
  symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name), 'junction');
afterAll(() => rmSync(copy, { recursive: true }));

const HELD = new Map(heldRules(ROOT).map(({ rule, holders }) => [rule.id, holders]));

interface Results {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The tests of a rule that fail in the copy, and files in which a response or webhook is not as described. */
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
  return testResults.flatMap(({ message, assertionResults }) => [
    ...assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    ...(message.includes('not as described') ? ['the description'] : []),
  ]);
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
