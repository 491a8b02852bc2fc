import { expect, test } from 'vitest';
import type { TestAccount } from '../../support/sandbox.ts';
import { FindingsStage } from './stage.ts';

const stage = new FindingsStage();

/** What a careless client does: it loses responses, buys again, repeats a refusal, and queries an order once. */
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

/** Adds copies of one request to the journal of an account until it has dropped all others. */
function overflow({ account }: TestAccount): void {
  const journal = stage.sandbox.core.journalOf(account);
  const copy = { ...journal.list()[0]!, id: 'copy' };
  while (journal.list()[0]!.id !== copy.id) journal.record(copy);
}

/** The findings without what differs between accounts. @param dropAfter the step after which the journal drops all requests */
async function findingsOf(dropAfter: number): Promise<object[]> {
  const account = stage.account(['response-lost']);
  for (const [index, step] of STEPS.entries()) {
    await step(account);
    if (index === dropAfter) overflow(account);
  }
  return stage
    .all(account.account)
    .map(({ rule, count, orders, cost_trx }) => ({ rule, count, orders, cost_trx }));
}

test('findings stay the same when the journal has dropped their requests', async () => {
  const whole = await findingsOf(-1);
  expect(whole.length).toBeGreaterThan(2);
  for (const dropAfter of STEPS.keys()) expect(await findingsOf(dropAfter)).toEqual(whole);
});
