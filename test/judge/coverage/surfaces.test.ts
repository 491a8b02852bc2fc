import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtInCoverableItems, COVERAGE_GROUPS } from '../../../src/judge/coverage/coverable-items.ts';
import { mergeCoverage } from '../../../src/judge/coverage/coverage-counter.ts';
import { readRun } from '../../../src/judge/run-folder.ts';
import { createSandbox } from '../../../src/testing/create-sandbox.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'coverage-'));

const balance = (url: string, apiKey: string): Promise<unknown> =>
  fetch(`${url}/api/v1/balance/`, { headers: { authorization: `Bearer ${apiKey}` } });

describe('the client library', () => {
  test('tells what one account has covered, and what all have covered', async () => {
    await using sandbox = await createSandbox();
    const one = await sandbox.createAccount();
    const other = await sandbox.createAccount();
    await balance(sandbox.url, one.api_key);
    await balance(sandbox.url, other.api_key);
    const { items, met, total, percent } = await one.coverage();
    expect(items.find(({ id }) => id === 'response getBalance 200')).toEqual({
      id: 'response getBalance 200',
      group: 'responses',
      met: 1,
      how: 'a valid GET /api/v1/balance/',
    });
    expect([met, total]).toEqual([1, (await builtInCoverableItems()).length]);
    expect(percent).toBeGreaterThan(0);
    const all = await sandbox.coverage();
    expect(all.items.find(({ id }) => id === 'response getBalance 200')).toMatchObject({ met: 2 });
    expect(all.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  });
});

describe('a run folder', () => {
  test('has the counts of each sandbox, and they can be merged', async () => {
    const run = await newFolder();
    for (let times = 1; times <= 2; times++) {
      const sandbox = await createSandbox({ run });
      const account = await sandbox.createAccount();
      await balance(sandbox.url, account.api_key);
      await account.delete();
      await sandbox.close();
    }
    const { items, met } = mergeCoverage(readRun(run), await builtInCoverableItems());
    expect(met).toBe(1);
    expect(items.find(item => item.met > 0)).toMatchObject({ id: 'response getBalance 200', met: 2 });
  });
});

test('docs/coverage.md has a section for each group', async () => {
  const page = await readFile(new URL('../../../docs/coverage.md', import.meta.url), 'utf8');
  const sections = [...page.matchAll(/^## (\w+)$/gm)].map(([, title]) => title!.toLowerCase());
  expect(sections).toEqual([...COVERAGE_GROUPS, 'minimum']);
});
