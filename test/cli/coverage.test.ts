import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../support/sandbox.ts';
import { cli, type Outcome, temporaryFolder } from './support.ts';

let sandbox: TestSandbox;

/** Runs `coverage` on the server. */
const coverage = (words: readonly string[] = [], environment: NodeJS.ProcessEnv = {}): Promise<Outcome> =>
  cli(['coverage', ...words], { environment: { ENERGY_SANDBOX_URL: sandbox.baseUrl, ...environment } });

/** Two accounts: demo has read its balance, shop has made an order. */
beforeAll(async () => {
  sandbox = await startTestSandbox();
  const shop = sandbox.openAccount({ name: 'shop' });
  await sandbox.api.balance();
  await shop.api.order({ address: RECIPIENT, package_id: 1, external_id: 'inv-1' });
});

afterAll(() => sandbox.close());

const coveredOf = (out: string): string[] =>
  (JSON.parse(out).items as { id: string; met: number }[]).filter(({ met }) => met > 0).map(({ id }) => id);

describe('the command coverage', () => {
  test('shows a matrix of responses and what was never covered, with the line that provokes it', async () => {
    const { code, out, err } = await coverage();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Coverage: [\d.]+ %, \d+ of \d+ covered\n\n +200 202 207 400/);
    expect(out).toMatch(/^createOrder +- +1 /m);
    expect(out).toMatch(/^response createOrder 429 +X-Sandbox-Scenario: rate-limited$/m);
  });

  test('counts all accounts, or one of them', async () => {
    const all = coveredOf((await coverage(['--json'])).out);
    expect(all).toContain('response getBalance 200');
    expect(all).toContain('response createOrder 202');
    const shop = coveredOf((await coverage(['--json', '--account', 'shop'])).out);
    expect(shop).toContain('response createOrder 202');
    expect(shop).not.toContain('response getBalance 200');
    const named = { ENERGY_SANDBOX_ACCOUNT: 'shop' };
    expect(coveredOf((await coverage(['--json'], named)).out)).toEqual(shop);
  });

  test.for([
    { min: '0', expected: 0 },
    { min: '1', expected: 0 },
    { min: '99.5', expected: 1 },
  ])('exits with $expected for --min $min', async ({ min, expected }) => {
    const { code, out } = await coverage(['--min', min]);
    expect(code).toBe(expected);
    expect(/; at least 99\.5 % is required\n$/.test(out)).toBe(expected === 1);
  });

  test('prints one annotation for all that is missing', async () => {
    const { out } = await coverage(['--format', 'github', '--min', '90']);
    expect(out.match(/^::\w+/gm)).toEqual(['::error', '::notice']);
    expect(out).toMatch(/^::notice .*not covered: .* and \d+ more$/m);
  });

  test.for([
    { words: ['--min', '101'], message: '--min: expected a percentage from 0 to 100, got "101"' },
    { words: ['--merge', 'x', '--account', 'shop'], message: '--merge and --account contradict each other' },
    { words: ['--url', 'http://127.0.0.1:1'], message: 'no sandbox responds' },
  ])('exits with 2 for $words, which cannot run', async ({ words, message }) => {
    const { code, out, err } = await cli(['coverage', ...words]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  test('merges run folders, without a server', async () => {
    await using folder = await temporaryFolder();
    const part = (coverage: object): string => JSON.stringify({ schema_version: 1, findings: [], coverage });
    await mkdir(join(folder.path, 'one'));
    await writeFile(join(folder.path, 'one/sandbox-1-aa.json'), part({ 'response getBalance 200': 2 }));
    await writeFile(join(folder.path, 'one/sandbox-2-bb.json'), part({ 'response createOrder 202': 1 }));
    await mkdir(join(folder.path, 'two'));
    await writeFile(join(folder.path, 'two/sandbox-3-cc.json'), part({ 'response getBalance 200': 3 }));
    const file = join(folder.path, 'merged.json');
    const folders = ['one', 'two'].map(name => join(folder.path, name));
    const { code, out, err } = await cli(['coverage', '--merge', ...folders, '--out', file]);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(/merged\.json: Coverage: [\d.]+ %, 2 of \d+ covered\n$/);
    const { items } = JSON.parse(await readFile(file, 'utf8'));
    expect(items).toContainEqual(expect.objectContaining({ id: 'response getBalance 200', met: 5 }));
  });
});
