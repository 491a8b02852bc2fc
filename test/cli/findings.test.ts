import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RULES } from '../../src/judge/findings/rule-table.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox, type TestAccount, type TestSandbox } from '../support/sandbox.ts';
import { cli, type Outcome, temporaryFolder } from './support.ts';

const order = ({ api }: TestAccount, external_id?: string, headers = {}): Promise<unknown> =>
  api.order({ address: RECIPIENT, package_id: 1, external_id }, { headers }).catch(() => undefined);

/** The first response is lost, and the client buys again under another external_id. */
async function payTwice(account: TestAccount): Promise<void> {
  await order(account, 'inv-1', { 'x-sandbox-scenario': 'response-lost' });
  await order(account, 'inv-2');
  await account.api.status({ external_id: 'inv-2' });
}

let sandbox: TestSandbox;
let shop: TestAccount;

/** Runs `findings` on the server, for an account. */
const findings = (
  account: string | null,
  words: readonly string[] = [],
  columns?: number,
): Promise<Outcome> =>
  cli(['findings', ...words], {
    environment: {
      ENERGY_SANDBOX_URL: sandbox.baseUrl,
      ...(account === null ? {} : { ENERGY_SANDBOX_ACCOUNT: account }),
    },
    ...(columns === undefined ? {} : { columns }),
  });

describe('the command findings', () => {
  beforeEach(async () => {
    sandbox = await startTestSandbox();
    shop = sandbox.openAccount({ name: 'shop' });
  });

  afterEach(() => sandbox.close());

  test('lists severity, rule, order, what happened and cost, and exits with 1 for an error', async () => {
    await payTwice(shop);
    const { code, out, err } = await findings(null, ['--account', 'shop']);
    expect({ code, err }).toEqual({ code: 1, err: '' });
    const [title, , head, first] = out.split('\n');
    expect(title).toBe('Findings of account shop: 3.9 TRX lost');
    expect(head).toMatch(/^severity +rule +where +what happened +cost$/);
    expect(first).toMatch(/^error +paid-twice +order 1, 2 +At \d\d:\d\d:\d\d, req-1 .* +3\.9 TRX$/);
    expect(out).toMatch(/\n1 error, 0 warnings, .*cost 3\.9 TRX\n$/);
  });

  test('asks for the final state: what the client has not done so far is reported', async () => {
    await order(shop, 'inv-1', { 'x-sandbox-scenario': 'response-lost' });
    const { out } = await findings('shop');
    expect(out).toMatch(/^error +order-abandoned +order 1 /m);
  });

  test.for([
    { flags: ['--fail-on', 'error'], expected: 0 },
    { flags: ['--fail-on', 'warning'], expected: 1 },
    { flags: ['--fail-on', 'never'], expected: 0 },
    { flags: ['--fail-on', 'warning', '--severity', 'error'], expected: 0 },
    { flags: ['--fail-on', 'warning', '--rule', 'paid-twice'], expected: 0 },
  ])('exits with $expected for a warning with $flags', async ({ flags, expected }) => {
    await order(shop);
    expect((await findings('shop', flags)).code).toBe(expected);
  });

  test('reports on the account demo by default, and with --all on every account and on unknown keys', async () => {
    await payTwice(shop);
    await fetch(`${sandbox.baseUrl}/api/v1/balance/?token=ersk_of_nobody`);
    expect((await findings(null)).out).toMatch(
      new RegExp(
        `^Findings of account demo\n\nNot applicable\n.*\n\n0 errors, 0 warnings, 0 passed, ${RULES.length} not applicable\n$`,
      ),
    );
    const { code, out } = await findings(null, ['--all', '--severity', 'error']);
    expect(code).toBe(1);
    expect(out).toMatch(/^error +paid-twice +shop, order 1, 2 /m);
    expect(out).toMatch(/^error +key-in-url /m);
    expect(out).not.toContain('ersk_of_nobody');
  });

  test('distinguishes rules that passed, do not apply, and are off, with the reason', async () => {
    const reason = 'the shop has one receiver only';
    await sandbox.close();
    sandbox = await startTestSandbox({
      findings: { 'duration-left-out': { severity: 'off', reason }, 'hung-up-early': 'off' },
    });
    const { api } = sandbox.openAccount({ name: 'shop' });
    await api.order({ address: RECIPIENT, package_id: 1, external_id: 'a' });
    const { out } = await findings('shop');
    expect(out).toMatch(
      /^Off\nduration-left-out:\n {2}the shop has one receiver only\nhung-up-early:\n {2}no reason/m,
    );
    expect(out).toMatch(/^Not applicable\npaid-twice, order-abandoned, /m);
    expect(out).toMatch(/^0 errors, 0 warnings, \d+ passed, 2 off, \d+ not applicable$/m);
    const { passed, skipped } = JSON.parse((await findings('shop', ['--json'])).out);
    expect(passed).toContainEqual(expect.objectContaining({ id: 'external-id-reused' }));
    expect(skipped).toContainEqual(expect.objectContaining({ id: 'duration-left-out', kind: 'off', reason }));
    expect(skipped).toContainEqual(expect.objectContaining({ id: 'paid-twice', kind: 'not-applicable' }));
  });

  test('lists errors before warnings, and selects rules', async () => {
    await order(shop);
    await payTwice(shop);
    const json = async (...flags: string[]) => JSON.parse((await findings('shop', ['--json', ...flags])).out);
    const { results } = await json();
    expect(results.map(({ rule }: { rule: string }) => rule).slice(0, 2)).toEqual([
      'paid-twice',
      'order-without-external-id',
    ]);
    const one = await json('--rule', 'order-without-external-id');
    expect(one.totals).toMatchObject({ errors: 0, warnings: 1, infos: 0, passed: 0 });
    expect(one.rules.map(({ id }: { id: string }) => id)).toEqual(['order-without-external-id']);
  });

  test('writes a file in the format that its name says, and its totals to stderr', async () => {
    await payTwice(shop);
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'found.xml');
    const { out, err } = await findings('shop', ['--out', file]);
    expect(out).toBe('');
    expect(err).toMatch(/found\.xml: 1 error, 0 warnings, .*\n$/);
    expect(await readFile(file, 'utf8')).toContain('<testsuite name="energy-sandbox.findings"');
  });

  test('is colored and fits the width of a terminal, and names the flag that explains', async () => {
    await payTwice(shop);
    const { out, err } = await findings('shop', [], 80);
    expect(out).toContain('\u001b[31merror\u001b[39m');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colors
    expect(out.split('\n').filter(line => line.replace(/\x1b\[\d+m/g, '').length > 80)).toEqual([]);
    expect(err).toBe('Explain a rule with: energy-sandbox findings --explain paid-twice\n');
  });

  test.for([
    { words: ['--url', 'http://127.0.0.1:1'], message: 'no sandbox responds at http://127.0.0.1:1' },
    { words: ['--account', 'nobody'], message: '--account: there is no account "nobody"' },
    { words: ['--all', '--account', 'shop'], message: '--all and --account contradict each other' },
    { words: ['--json', '--format', 'junit'], message: '--json and --format junit contradict each other' },
    {
      words: ['--rule', 'paid-twise'],
      message: '--rule: unknown rule "paid-twise"; did you mean "paid-twice"?',
    },
  ])('exits with 2 for $words, which cannot run', async ({ words, message }) => {
    const { code, out, err } = await findings(null, words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });
});

describe('findings --explain', () => {
  const paidTwice = RULES.find(({ id }) => id === 'paid-twice')!;

  test('prints the bug, what it costs and the fix without a server', async () => {
    const { code, out } = await cli(['findings', '--explain', 'paid-twice']);
    expect(code).toBe(0);
    expect(out).toBe(
      `paid-twice  error\n${paidTwice.title}\n\nHow it happens\n  ${paidTwice.bug}\n\nWhat it costs\n  ${paidTwice.cost}\n\nHow to fix it\n  ${paidTwice.fix}\n\nNot applicable if\n  every response told the client of its order, and none was open or failed when it asked (try the scenario response-lost)\n`,
    );
  });

  test('wraps the text to the terminal', async () => {
    const environment = { NO_COLOR: '1' };
    const { out } = await cli(['findings', '--explain', 'paid-twice'], { columns: 60, environment });
    expect(out.split('\n').filter(line => line.length > 60)).toEqual([]);
    expect(out.replace(/\s+/g, ' ')).toContain(paidTwice.fix);
  });

  test('names the nearest rule for one that does not exist', async () => {
    const { code, err } = await cli(['findings', '--explain', 'order-abandonned']);
    expect(code).toBe(2);
    expect(err).toBe(
      'energy-sandbox: --explain: unknown rule "order-abandonned"; did you mean "order-abandoned"?\n',
    );
  });
});

describe('findings --merge', () => {
  test.for(['findings', 'coverage'])(
    '%s refuses a folder in which no sandbox has recorded a run',
    async command => {
      await using folder = await temporaryFolder();
      const { code, out, err } = await cli([command, '--merge', folder.path]);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toBe(
        `energy-sandbox: --merge: ${folder.path}: no sandbox has recorded a run there; name the folder of --run or ENERGY_SANDBOX_RUN\n`,
      );
    },
  );

  const part = (account: string): string =>
    JSON.stringify({
      schema_version: 1,
      findings: [
        {
          id: 'paid-twice-1',
          rule: 'paid-twice',
          severity: 'error',
          account,
          message: 'Twice.',
          fix: 'Repeat.',
          orders: [1, 2],
          requests: ['req-1'],
          events: [],
          count: 1,
          cost_trx: 3.9,
          at: '2026-01-01T00:00:00.000Z',
        },
      ],
    });

  test('reports on the sandboxes of a run, and distinguishes equal accounts of two processes', async () => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, 'sandbox-1-aa.json'), part('demo'));
    await writeFile(join(folder.path, 'sandbox-2-bb.json'), part('demo'));
    const { code, out } = await cli(['findings', '--json', '--merge', folder.path]);
    expect(code).toBe(1);
    const { results, totals } = JSON.parse(out);
    expect(results.map(({ id }: { id: string }) => id)).toEqual(['paid-twice-1', 'paid-twice-1.2']);
    expect(totals).toMatchObject({ errors: 2, cost_trx: 7.8 });
    const other = await cli(['findings', '--json', '--merge', folder.path, '--account', 'shop']);
    expect(JSON.parse(other.out).totals.errors).toBe(0);
  });
});
