import { expect, test } from 'vitest';
import type { TestAccount } from '../support/sandbox.ts';
import { FindingsStage } from './stage.ts';

const stage = new FindingsStage();

/** What a careless client does: loses responses, buys again, polls, and repeats refusals. */
const STEPS: readonly ((account: TestAccount) => Promise<unknown>)[] = [
  account => stage.order(account, { external_id: 'a' }),
  account => stage.order(account, { external_id: 'b' }),
  account => stage.order(account, {}),
  account => stage.order(account, { external_id: 'c', package_id: 999_999 }),
  account => stage.order(account, { external_id: 'c', package_id: 999_999 }),
  account => stage.order(account, { external_id: 'c', package_id: 999_999 }),
  account => account.advance(20_000),
  account => account.api.status({ external_id: 'a' }),
  account => account.settle(),
];

/** The findings without what differs from account to account. */
async function findingsWhenCutAfter(cut: number): Promise<object[]> {
  const account = stage.account(['response-lost']);
  for (const [index, step] of STEPS.entries()) {
    await step(account);
    if (index === cut) stage.sandbox.core.journalOf(account.account).clear();
  }
  return stage
    .all(account.account)
    .map(({ rule, count, orders, cost_trx }) => ({ rule, count, orders, cost_trx }));
}

test('findings do not depend on where the request journal was cut', async () => {
  const whole = await findingsWhenCutAfter(-1);
  expect(whole.length).toBeGreaterThan(3);
  for (const cut of STEPS.keys()) expect(await findingsWhenCutAfter(cut)).toEqual(whole);
});
