import { describe, expect, test } from 'vitest';
import { RULES } from '../../../src/judge/findings/rule-table.ts';
import { CHAIN_CASES } from './cases/chain-cases.ts';
import { ORDER_CASES } from './cases/order-cases.ts';
import { REQUEST_CASES } from './cases/request-cases.ts';
import { WEBHOOK_CASES } from './cases/webhook-cases.ts';
import { FindingsStage } from './stage.ts';

const stage = new FindingsStage();
const CASES = [...ORDER_CASES, ...CHAIN_CASES, ...REQUEST_CASES, ...WEBHOOK_CASES];

test('every rule has a client or receiver with its bug, and one without', () => {
  expect([...new Set(CASES.map(({ rule }) => rule))].sort()).toEqual(RULES.map(({ id }) => id).sort());
});

describe.for(CASES)('$rule', ({ rule, implies = [], bad, good }) => {
  const { severity, milder = [], fix } = RULES.find(({ id }) => id === rule)!;

  test('is reported for the bug, and no other error or warning that the bug does not imply', async () => {
    const account = await bad(stage);
    const [finding, ...others] = stage.found(account, rule);
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ id: `${rule}-1`, fix, account: account.state.name });
    expect([severity, ...milder]).toContain(finding!.severity);
    expect(stage.sandbox.judged(rule, account.account)).toBe('judged');
    const expected = [rule, ...implies];
    const reported = new Set(stage.rules(account));
    expect([...reported].filter(one => !expected.includes(one))).toEqual([]);
  });

  test('is judged and not reported without the bug', async () => {
    const account = await good(stage);
    expect(stage.found(account, rule)).toEqual([]);
    expect(stage.sandbox.judged(rule, account.account)).toBe('judged');
  });
});

test('no rule applies to an account without requests', () => {
  const judged = stage.sandbox.running.findings.assessmentsOf(stage.account().account);
  expect(judged.filter(({ status }) => status !== 'not-applicable')).toEqual([]);
});
