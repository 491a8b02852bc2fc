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
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { childEnvironment } from '../../support/child-environment.ts';
import { heldRules } from './holders.ts';
import { MUTANTS } from './mutants.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', 'corpus']);

const copy = mkdtempSync(join(tmpdir(), 'mutants-'));
cpSync(ROOT, copy, {
  recursive: true,
  filter: path => !LEFT_OUT.has(basename(path)),
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

/**
 * The first test of a rule that fails in the copy, `the description` if only a response or webhook is not as described, or
 * null.
 */
async function noticedBy(rule: string): Promise<string | null> {
  const holders = HELD.get(rule)!;
  const files = [...new Set(holders.map(({ file }) => file))];
  const output = join(copy, 'results.json');
  const words = ['run', ...files, '-t', `\\[${rule}\\]`, '--reporter=json', `--outputFile=${output}`];
  await new Promise<void>(resolve => {
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
    execFile(process.execPath, [vitest, ...words], { cwd: copy, env: childEnvironment() }, () => resolve());
  });
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as Results;
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName.replaceAll(/\[[A-Z]+-\d+\] /g, ''));
  const holder = holders.find(({ name }) => failed.some(one => one.includes(name.split('%')[0]!)));
  const isDescribed = !testResults.some(({ message }) => message.includes('not as described'));
  return holder?.name ?? failed[0] ?? (isDescribed ? null : 'the description');
}

const NOTICED: Record<string, string> = {};

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
        const name = await noticedBy(rule);
        expect(name).not.toBeNull();
        NOTICED[rule] = name!;
      } finally {
        writeFileSync(path, text);
      }
    },
  );
});

test('the tests of every mutated rule pass without a change', async () => {
  for (const rule of ['STA-3', 'QUO-4', 'HOOK-4']) expect(await noticedBy(rule)).toBeNull();
});

test('docs/fidelity.md names the test that notices each change', async () => {
  // `--update` writes the file, then `npm run generate-fidelity` the page.
  await expect(`${JSON.stringify(NOTICED, null, 2)}\n`).toMatchFileSnapshot('noticed.json');
});
