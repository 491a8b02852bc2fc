import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../src/findings/finding.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox, type TestAccount, type TestSandbox } from '../support/sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox({ rateLimit: 100_000 });
});
afterAll(() => sandbox.close());

const FIELDS = { address: RECIPIENT, package_id: 1 };
const LOSES_FIRST = 'response-lost';

function openAccount(scenario: string): TestAccount {
  return sandbox.openAccount({ scenarios: [sandbox.core.library.get(scenario)!] });
}

const rulesOf = (found: readonly Finding[]): string[] => found.map(({ rule }) => rule);
const order = (account: TestAccount, body: Record<string, unknown>) =>
  account.api.order(body).catch(() => null);
const costly = (account: TestAccount): readonly Finding[] =>
  sandbox.findings(account.account).filter(({ severity }) => severity === 'error');

describe('paid-twice', () => {
  test('is reported if a lost order is bought again under another external_id, with the price of the second', async () => {
    const account = openAccount(LOSES_FIRST);
    await order(account, { external_id: 'try-1', ...FIELDS });
    await order(account, { external_id: 'try-2', ...FIELDS });
    const [finding, ...others] = costly(account);
    expect(others.filter(({ rule }) => rule === 'paid-twice')).toEqual([]);
    const [first, second] = account.state.orders;
    expect(finding).toMatchObject({
      id: 'paid-twice-1',
      rule: 'paid-twice',
      severity: 'error',
      orders: [first!.id, second!.id],
      count: 1,
      cost_trx: second!.priceSun / 1e6,
    });
    expect(finding!.message).toContain('the connection was reset');
  });

  test('is not reported if the external_id is repeated', async () => {
    const account = openAccount(LOSES_FIRST);
    await order(account, { external_id: 'a', ...FIELDS });
    await order(account, { external_id: 'a', ...FIELDS });
    await order(account, { external_id: 'b', ...FIELDS });
    expect(rulesOf(costly(account)).filter(rule => rule === 'paid-twice')).toEqual([]);
  });

  test('is not reported if the status is queried before', async () => {
    const account = openAccount(LOSES_FIRST);
    await order(account, { external_id: 'a', ...FIELDS });
    await account.api.status({ external_id: 'a' });
    await order(account, { external_id: 'b', ...FIELDS });
    expect(rulesOf(costly(account)).filter(rule => rule === 'paid-twice')).toEqual([]);
  });
});

describe('never-confirmed', () => {
  test('is reported if nothing is done after a lost response, once ten minutes of account time have passed', async () => {
    const account = openAccount(LOSES_FIRST);
    await order(account, { external_id: 'a', ...FIELDS });
    const now = (): readonly Finding[] => sandbox.running.findings.of(account.account, account.nowMs);
    expect(now()).toEqual([]);
    await account.advance(10 * 60_000);
    expect(now()).toMatchObject([{ rule: 'never-confirmed', orders: [account.state.orders[0]!.id] }]);
  });

  test('is withdrawn when the client repeats the external_id', async () => {
    const account = openAccount(LOSES_FIRST);
    await order(account, { external_id: 'a', ...FIELDS });
    expect(rulesOf(costly(account))).toEqual(['never-confirmed']);
    await order(account, { external_id: 'a', ...FIELDS });
    expect(costly(account)).toEqual([]);
  });
});
