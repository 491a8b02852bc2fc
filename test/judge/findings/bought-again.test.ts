import { describe, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import type { TestAccount } from '../../support/sandbox.ts';
import { inline } from '../../system/integrators/inline.ts';
import { FindingsStage } from './stage.ts';

const stage = new FindingsStage();
const MINUTE_MS = 60_000;

describe('bought-again-after-not-found', () => {
  /** An account that accepted the order `a`, and then answered 404 to the query for it. */
  async function hidden(hasReceiver: boolean): Promise<TestAccount> {
    const rules =
      'requests:\n  - match: { operation: getOrderStatus }\n    times: 1\n    reply: { error: NOT_FOUND }\n';
    const account = stage.sandbox.openAccount({ scenarios: [inline(rules)] });
    if (hasReceiver) await stage.sandbox.receive(account.account);
    await stage.order(account, { external_id: 'a' });
    await account.api.status({ external_id: 'a' });
    return account;
  }

  test('is reported once for an order, however often the same is bought afterwards', async () => {
    const account = await hidden(false);
    for (const external_id of ['b', 'c']) await stage.order(account, { external_id });
    const [first, second] = account.state.orders;
    expect(stage.found(account, 'bought-again-after-not-found')).toMatchObject([
      { orders: [first!.id, second!.id], count: 1, cost_trx: second!.priceSun / 1e6 },
    ]);
  });

  test('is not reported once a webhook of a later state has shown that the order exists', async () => {
    const account = await hidden(true);
    await account.advance(MINUTE_MS);
    await stage.order(account, { external_id: 'b' });
    await account.settle();
    expect(stage.rules(account)).toEqual([]);
  });

  test('is reported if the webhook says no more than the response did', async () => {
    const account = await hidden(true);
    await account.quiet();
    expect(account.state.events[0]!.attempts[0]!.outcome.kind).toBe('acknowledged');
    await stage.order(account, { external_id: 'b' });
    expect(stage.rules(account)).toContain('bought-again-after-not-found');
  });

  test('is not reported once a repeat has returned the order', async () => {
    const account = await hidden(false);
    await stage.order(account, { external_id: 'a' });
    await stage.order(account, { external_id: 'b' });
    expect(stage.found(account, 'bought-again-after-not-found')).toEqual([]);
  });
});

describe('bought-again-while-open', () => {
  test('is reported once for an order, however often the same is bought while it is open', async () => {
    const account = stage.account(['stuck-processing']);
    await stage.order(account, { external_id: 'a' });
    await account.advance(6 * MINUTE_MS);
    for (const external_id of ['b', 'c', 'd']) await stage.order(account, { external_id });
    const [first, second] = account.state.orders;
    expect(stage.found(account, 'bought-again-while-open')).toMatchObject([
      { orders: [first!.id, second!.id], count: 1, cost_trx: second!.priceSun / 1e6 },
    ]);
  });

  test('is reported for each order that is open for too long, if it is bought again', async () => {
    const account = stage.account(['stuck-processing']);
    for (const external_id of ['a', 'b', 'c']) {
      await stage.order(account, { external_id });
      await account.advance(6 * MINUTE_MS);
    }
    const [a, b, c] = account.state.orders.map(({ id }) => id);
    expect(stage.found(account, 'bought-again-while-open').map(({ orders }) => orders)).toEqual([
      [a, b],
      [b, c],
    ]);
  });

  test('is reported for a lost order in review of which its webhook has told', async () => {
    const account = stage.account(['response-lost', 'review-then-delivered']);
    await stage.sandbox.receive(account.account);
    await stage.order(account, { external_id: 'a' });
    await account.advance(20_000);
    expect(account.state.orders[0]!.steps.at(-1)!.status).toBe('review');
    await stage.order(account, { external_id: 'b' });
    expect(stage.rules(account)).toContain('bought-again-while-open');
    expect(stage.found(account, 'paid-twice')).toEqual([]);
  });
});

describe('bulk-resent-whole', () => {
  const item = { address: RECIPIENT, package_id: 1, duration_minutes: 60 };
  const batch = (...ids: string[]) => ids.map(external_id => ({ ...item, external_id }));

  /** Sends a batch of which the second item fails, and then another one. */
  async function twoBatches(first: readonly string[], second: readonly string[]): Promise<TestAccount> {
    const account = stage.account(['bulk-partial']);
    await account.api.bulk(batch(...first));
    await account.api.bulk(batch(...second));
    return account;
  }

  test('is reported with its cost if the whole batch is bought again under derived external_ids', async () => {
    const account = await twoBatches(['inv-1', 'inv-2', 'inv-3'], ['inv-1-b', 'inv-2-b', 'inv-3-b']);
    const [first, third, again, thirdAgain] = account.state.orders;
    expect(stage.found(account, 'bulk-resent-whole')).toMatchObject([
      { orders: [again!.id, thirdAgain!.id], cost_trx: (first!.priceSun + third!.priceSun) / 1e6 },
    ]);
  });

  test.each([
    ['under ids of their own', ['inv-1', 'inv-2'], ['inv-3', 'inv-4']],
    ['under ids that only begin alike', ['inv-1', 'inv-2'], ['inv-11', 'inv-21']],
    ['in part', ['inv-1', 'inv-2', 'inv-3'], ['inv-1-b', 'inv-4', 'inv-5']],
    ['as a smaller batch', ['inv-1', 'inv-2'], ['inv-2-b']],
  ])('is not reported if the same recipients get further orders %s', async (_, first, second) => {
    expect(stage.found(await twoBatches(first, second), 'bulk-resent-whole')).toEqual([]);
  });
});
