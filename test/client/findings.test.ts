import { AssertionError } from 'node:assert';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountOptions } from '../../src/client/call-options.ts';
import type { Account, Sandbox } from '../../src/client/sandbox-interface.ts';
import { OptionError } from '../../src/server/sandbox-options.ts';
import { createSandbox } from '../../src/testing/create-sandbox.ts';
import { localSandbox, order, RECIPIENT } from './sandboxes.ts';

/** A client that does not repeat the external_id of an order whose response was lost. */
async function buyTwice(account: Account): Promise<void> {
  await order(account, { external_id: 'inv-1' }).catch(() => null);
  await account.advance({ by: '3s' });
  await order(account, { external_id: 'inv-1b' }).catch(() => null);
}

const LOSSY: AccountOptions = { scenarios: ['response-lost'] };

const wrong = (value: unknown): never => value as never;

describe('findings of a sandbox', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await localSandbox();
  });

  afterAll(() => sandbox.close());

  const open = (options: AccountOptions = {}): Promise<Account> =>
    sandbox.createAccount({ clock: 'manual', ...options });

  /** The message of the error that the expectation throws. */
  const refusal = async (account: Account, ...args: Parameters<Account['expectNoFindings']>) => {
    const error = await account.expectNoFindings(...args).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(AssertionError);
    return (error as AssertionError).message;
  };

  test('are listed by severity and rule, of one account or of all', async () => {
    const account = await open({ ...LOSSY, name: 'listed' });
    await buyTwice(account);
    const [paidTwice] = await account.findings({ rule: 'paid-twice' });
    expect(paidTwice).toMatchObject({
      id: 'paid-twice-1',
      severity: 'error',
      account: 'listed',
      orders: [1, 2],
      count: 1,
      cost_trx: 3.9,
      at: '2026-01-01T00:00:03.000Z',
    });
    expect((await account.findings({ severity: 'error' })).map(({ rule }) => rule)).toEqual(['paid-twice']);
    const all = await sandbox.findings({ rule: 'paid-twice' });
    expect(all.map(({ account: name }) => name)).toContain('listed');
    expect(await sandbox.findings({ rule: 'paid-twice', limit: 1 })).toEqual(all.slice(0, 1));
  });

  test('are reviewed by the failure of an expectation: what was done, what it cost, and how to fix it', async () => {
    const account = await open({ ...LOSSY, name: 'reviewed' });
    await buyTwice(account);
    const [fix] = (await account.findings({ rule: 'paid-twice' })).map(one => one.fix);
    const [first, second] = (await account.requests()).map(({ id }) => id);
    expect(await refusal(account)).toBe(
      [
        'account reviewed: 1 finding',
        '',
        'error paid-twice, cost 3.9 TRX',
        `  At 00:00:00, ${first} made order 1 (external_id inv-1): 65,000 Energy for 60 minutes to ${RECIPIENT}, 3.9 TRX. No response had told the client of the first order: the connection was reset. That does not mean that there was none. At 00:00:03, ${second} bought the same again as order 2 (external_id inv-1b). If it is one purchase, 3.9 TRX are lost. Instead of ${second}: repeat ${first} under external_id inv-1, or send GET /api/v1/status/?external_id=inv-1.`,
        `  (orders 1, 2; requests ${first}, ${second})`,
        `  Fix: ${fix}`,
        '  More: npx energy-rental-sandbox findings --explain paid-twice',
        '',
        'Total cost: 3.9 TRX',
      ].join('\n'),
    );
  });

  test('are accepted if they are less severe, of an excepted rule, or not yet final', async () => {
    const account = await open(LOSSY);
    await order(account).catch(() => null);
    expect(await refusal(account)).toMatch(/^error order-abandoned.*^warning order-without-external-id/ms);
    expect(await refusal(account, { severity: 'error' })).toMatch(/^account \S+: 1 finding$/m);
    expect(await refusal(account, { final: false })).not.toContain('order-abandoned');
    await account.expectNoFindings({ except: ['order-abandoned', 'order-without-external-id'] });
    await account.advance({ by: '10m' });
    expect(await refusal(account, { final: false })).toContain('order-abandoned');
  });

  test('tell which rules were judged, which do not apply, and which are off', async () => {
    const account = await open({ name: 'judged' });
    const statusOf = async (of: Account | Sandbox, rule: string) =>
      (await of.findingRules()).find(({ id }) => id === rule);
    expect(await statusOf(account, 'paid-twice')).toEqual({
      id: 'paid-twice',
      title: 'The same was bought again, although the first order could exist, or was still open.',
      severity: 'error',
      status: 'not-applicable',
      reason:
        'every response told the client of its order, and none was open or failed when it asked (try the scenario response-lost)',
    });
    await account.scenarios.use('response-lost');
    await order(account, { external_id: 'a' }).catch(() => null);
    await order(account, { external_id: 'a' });
    const judged = { severity: 'error', status: 'judged', reason: null };
    expect(await statusOf(account, 'paid-twice')).toMatchObject(judged);
    expect(await statusOf(sandbox, 'paid-twice')).toMatchObject(judged);
  });

  test.each<[string, (account: Account) => Promise<unknown>, string]>([
    [
      'an excepted rule',
      one => one.expectNoFindings({ except: [wrong('paid-twise')] }),
      'except: there is no rule "paid-twise"; did you mean "paid-twice"?',
    ],
    [
      'a rule',
      one => one.findings({ rule: wrong('genuine-refusd') }),
      'rule: there is no rule "genuine-refusd"; did you mean "genuine-refused"?',
    ],
    [
      'a severity',
      one => one.expectNoFindings({ severity: wrong('warn') }),
      'severity must be one of "error", "warning", "info", but is "warn"; did you mean "warning"?',
    ],
    [
      'an option of the expectation',
      one => one.expectNoFindings(wrong({ severty: 'info' })),
      'expectNoFindings: unknown option "severty"; did you mean "severity"?',
    ],
    [
      'an option of the list',
      one => one.findings(wrong({ rules: 'paid-twice' })),
      'rules is not a parameter of listFindings; did you mean "rule"?',
    ],
  ])('are refused with the nearest name for %s that does not exist', async (_, call, message) => {
    await expect(call(await open())).rejects.toThrow(message);
  });
});

describe('a message about many findings', () => {
  test('describes the first 20 and counts the others', async () => {
    await using sandbox = await createSandbox({ clock: 'manual' });
    const account = await sandbox.createAccount();
    for (let index = 0; index < 23; index++) {
      await order(account, { external_id: `id-${index}` });
      await order(account, { external_id: `id-${index}`, package_id: 2 });
    }
    const { message } = (await account.expectNoFindings().catch((error: Error) => error as Error)) as Error;
    expect(message).toContain('23 findings');
    expect(message.match(/^error external-id-reused/gm)).toHaveLength(20);
    expect(message).toContain('… and 3 findings more; account.findings() lists all');
  });
});

describe('the severities of rules', () => {
  test.each([
    [{ 'paid-twice': { severity: 'off', because: 'x' } }, 'findings: paid-twice: unknown field "because"'],
    [
      { 'paid-twice': { severity: 'off', reason: '' } },
      "findings: paid-twice: reason: expected a text, got ''",
    ],
    [
      { 'paid-twice': { reason: 'x' } },
      'findings: paid-twice: severity: expected error, warning, info or off, got undefined',
    ],
    ['off', 'findings: expected an object with'],
  ])('are refused if they are invalid: %j', async (findings, message) => {
    await expect(createSandbox({ findings: wrong(findings) })).rejects.toThrow(OptionError);
    await expect(createSandbox({ findings: wrong(findings) })).rejects.toThrow(message);
  });
});
