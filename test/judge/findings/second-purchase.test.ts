import { Pool } from 'undici';
import { describe, expect, test } from 'vitest';
import { BUILT_IN_RECEIVER } from '../../../src/core/webhook/read-webhook.ts';
import { addressNumber } from '../../support/addresses.ts';
import { ApiClient } from '../../support/api-client.ts';
import type { TestAccount } from '../../support/sandbox.ts';
import { inline } from '../../system/integrators/inline.ts';
import { FIELDS, FindingsStage } from './stage.ts';

const stage = new FindingsStage();
const MINUTE_MS = 60_000;

const twice = (account: TestAccount) => stage.found(account, 'paid-twice');

/** Asks for an order repeatedly, with a pause before each question. */
async function poll(account: TestAccount, external_id: string, count: number, pauseMs: number) {
  for (let asked = 0; asked < count; asked++) {
    await account.advance(pauseMs);
    await account.api.status({ external_id });
  }
}

describe('five orders under new ids after a 502 are an error that costs four of them', () => {
  test.each([
    ['without a receiver, at once', false, 0],
    ['without a receiver, with pauses', false, 40_000],
    ['with a receiver, at once', true, 0],
    ['with a receiver, with pauses in which the orders are delivered', true, 40_000],
  ])('%s', async (_, hasReceiver, pauseMs) => {
    const account = stage.account(['gateway-502-after-commit']);
    if (hasReceiver) await stage.sandbox.receive(account.account);
    for (let attempt = 1; attempt <= 5; attempt++) {
      await stage.order(account, { external_id: `try-${attempt}` });
      if (hasReceiver) await account.quiet();
      if (pauseMs > 0) await account.advance(pauseMs);
    }
    await account.settle();
    const found = stage.all(account.account);
    expect(found.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual(
      Array.from({ length: 4 }, () => 'error paid-twice'),
    );
    expect(found.reduce((sum, { cost_trx }) => sum + cost_trx!, 0)).toBeCloseTo(15.6);
  });
});

describe('a response that does not contain the order tells nothing of it', () => {
  test.each([
    ['{}', 202],
    ['null', 202],
    ['{ success: false }', 202],
    ['{ success: true }', 200],
    ['{ success: true, data: { order_id: 999 } }', 202],
    ['{ success: false, error: INTERNAL }', 500],
  ])('%s with %i', async (body, status) => {
    const replaced = inline(
      `requests:\n  - match: { operation: createOrder }\n    times: 1\n    commit: true\n    reply: { status: ${status}, body: ${body} }\n`,
    );
    const account = stage.sandbox.openAccount({ scenarios: [replaced] });
    await stage.order(account, { external_id: 'a' });
    await stage.order(account, { external_id: 'b' });
    expect(twice(account)).toMatchObject([{ severity: 'error', cost_trx: 3.9 }]);
  });

  test('but one that a scenario writes, and that contains it, does', async () => {
    const replaced = inline(
      'requests:\n  - match: { operation: createOrder }\n    times: 1\n    commit: true\n    reply: { status: 202, body: { success: true, data: { order_id: 1 } } }\n',
    );
    const account = stage.sandbox.openAccount({ scenarios: [replaced] });
    await stage.order(account, { external_id: 'a' });
    await stage.order(account, { external_id: 'b' });
    expect(twice(account)).toEqual([]);
  });
});

test('a lost list that is bought again singly counts each order once', async () => {
  const lost = inline(
    'requests:\n  - match: { operation: createOrdersBulk }\n    times: 1\n    commit: true\n    fault: connection-reset\n',
  );
  const account = stage.sandbox.openAccount({ scenarios: [lost] });
  await account.api
    .bulk(['b1', 'b2'].map(external_id => ({ ...FIELDS, external_id, duration_minutes: 60 })))
    .catch(() => null);
  // Package 1 has 65,000 Energy: another selector of the same thing.
  await stage.order(account, { external_id: 's1' });
  await stage.order(account, { external_id: 's2' });
  const found = stage.all(account.account);
  expect(found.map(({ rule, cost_trx }) => [rule, cost_trx])).toEqual([
    ['paid-twice', 3.9],
    ['paid-twice', 3.9],
  ]);
});

test('a webhook that the built-in receiver acknowledged does not tell the client', async () => {
  const account = stage.account(['response-lost'], { webhookUrl: BUILT_IN_RECEIVER });
  await stage.order(account, { external_id: 'a' });
  await account.advance(11 * MINUTE_MS);
  await stage.order(account, { external_id: 'b' });
  expect(twice(account)).toHaveLength(1);
});

describe('a list that was accepted in part, and is sent again', () => {
  const item = { ...FIELDS, duration_minutes: 60 };
  const batch = (...ids: string[]) => ids.map(external_id => ({ ...item, external_id }));

  /** Sends a batch of which the second item fails, and then another one. */
  async function twoBatches(first: readonly string[], second: readonly string[]): Promise<TestAccount> {
    const account = stage.account(['bulk-partial']);
    await account.api.bulk(batch(...first));
    await account.api.bulk(batch(...second));
    return account;
  }

  test('costs each item that is bought again under derived external_ids', async () => {
    const account = await twoBatches(['inv-1', 'inv-2', 'inv-3'], ['inv-1-b', 'inv-2-b', 'inv-3-b']);
    const [first, third, again, thirdAgain] = account.state.orders;
    expect(twice(account)).toMatchObject([
      { severity: 'error', orders: [first!.id, again!.id], cost_trx: 3.9 },
      { severity: 'error', orders: [third!.id, thirdAgain!.id], cost_trx: 3.9 },
    ]);
  });

  test('costs as much in single requests', async () => {
    const account = stage.account(['bulk-partial']);
    await account.api.bulk(batch('inv-1', 'inv-2'));
    for (const external_id of ['inv-1-b', 'inv-2-b']) await stage.order(account, { ...item, external_id });
    expect(twice(account)).toHaveLength(1);
  });

  test('costs as much under any external_ids, if the list is about several customers', async () => {
    const account = stage.account(['bulk-partial']);
    const list = (...ids: string[]) =>
      batch(...ids).map((one, index) => ({ ...one, address: addressNumber(index) }));
    await account.api.bulk(list('x', 'y'));
    await account.api.bulk(list('p', 'q'));
    expect(twice(account)).toHaveLength(1);
  });

  test.each([
    ['under ids of their own', ['inv-1', 'inv-2'], ['inv-3', 'inv-4']],
    ['under ids that only begin alike', ['inv-1', 'inv-2'], ['inv-11', 'inv-21']],
    ['in part', ['inv-1', 'inv-2', 'inv-3'], ['inv-1-b', 'inv-4', 'inv-5']],
    ['as a smaller batch', ['inv-1', 'inv-2'], ['inv-2-b']],
  ])('is not reported if the same recipients get further orders %s', async (_, first, second) => {
    expect(twice(await twoBatches(first, second))).toEqual([]);
  });
});

describe('a list that was accepted in part, and is bought again in single requests under any external_ids', () => {
  /** Sends a list of which every second item fails, then these of its items one by one. */
  async function singly(length: number, ...again: readonly number[]): Promise<TestAccount> {
    const account = stage.account(['bulk-partial']);
    const items = Array.from({ length }, (_, index) => ({
      package_id: 1,
      duration_minutes: 60,
      address: addressNumber(index),
    }));
    await account.api.bulk(items.map((one, index) => ({ ...one, external_id: `list-${index}` })));
    for (const index of again) await stage.order(account, { ...items[index], external_id: `one-${index}` });
    return account;
  }

  test('costs each item that had been accepted', async () => {
    expect(twice(await singly(4, 3, 1, 0, 2))).toMatchObject([
      { severity: 'error', cost_trx: 3.9 },
      { severity: 'error', cost_trx: 3.9 },
    ]);
  });

  test.each([
    ['only the failed items are', 4, [1, 3]],
    ['one recipient gets another order after the failed item', 2, [1, 0]],
  ] as const)('is not reported if %s', async (_, length, again) => {
    expect(twice(await singly(length, ...again))).toEqual([]);
  });
});

describe('a client that only its webhooks tell', () => {
  test.each([
    ['review', 'error'],
    ['failed-without-refund', 'warning'],
  ])('must not buy again after %s', async (scenario, severity) => {
    const account = stage.account([scenario]);
    await stage.sandbox.receive(account.account);
    await stage.order(account, { external_id: 'a' });
    await account.advance(MINUTE_MS);
    await account.quiet();
    await stage.order(account, { external_id: 'b' });
    expect(twice(account)).toMatchObject([{ severity, cost_trx: 3.9 }]);
  });
});

describe('a failed order whose refund does not come', () => {
  /** Asks for a failed order for twenty minutes, then for the balance if it does not buy again at once. */
  async function waited(isDirect: boolean): Promise<TestAccount> {
    const account = stage.account(['failed-without-refund']);
    await stage.order(account, { external_id: 'a' });
    await poll(account, 'a', 20, MINUTE_MS);
    if (!isDirect) await account.api.balance();
    await stage.order(account, { external_id: 'b' });
    return account;
  }

  test('is named if the same is bought right after a question about it, however late', async () => {
    expect(twice(await waited(true))).toMatchObject([{ severity: 'warning', cost_trx: 3.9 }]);
  });

  test('is not named if the same is bought later for another reason', async () => {
    expect(twice(await waited(false))).toEqual([]);
  });
});

describe('another product for the same address right after a status query that failed', () => {
  async function replaced(fields: Record<string, unknown> = {}): Promise<TestAccount> {
    const once =
      'requests:\n  - match: { operation: getOrderStatus, nth: 1 }\n    reply: { error: SERVICE_UNAVAILABLE }\n';
    const account = stage.sandbox.openAccount({ scenarios: [inline(once)] });
    await stage.order(account, { external_id: 'a' });
    await poll(account, 'a', 1, 3_000);
    await stage.order(account, { external_id: 'b', package_id: 2, ...fields });
    return account;
  }

  test('is a warning with what it may have cost', async () => {
    expect(twice(await replaced())).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('bought something else for its address') },
    ]);
  });

  test('is none if the first order is asked for soon, or the address is another one', async () => {
    const account = await replaced();
    await poll(account, 'a', 1, MINUTE_MS);
    expect(twice(account)).toEqual([]);
    expect(twice(await replaced({ address: addressNumber(3) }))).toEqual([]);
  });
});

describe('a double click', () => {
  /** Sends as many orders at once, each on a connection of its own. */
  async function clicks(count: number): Promise<TestAccount> {
    const account = stage.account();
    const apis = Array.from(
      { length: count },
      () => new ApiClient(new Pool(stage.sandbox.baseUrl, { connections: 1 }), account.apiKey),
    );
    await Promise.all(apis.map((api, index) => api.order({ ...FIELDS, external_id: `click-${index}` })));
    return account;
  }

  test('is a warning with what it may have cost', async () => {
    expect(twice(await clicks(2))).toMatchObject([{ severity: 'warning', cost_trx: 3.9 }]);
  });

  test('is none if a third order comes at once: the client buys for many', async () => {
    expect(twice(await clicks(5))).toEqual([]);
  });
});

describe('is silent about', () => {
  test('a suite of tests that share an account and an address, on two connections and a standing clock', async () => {
    const account = stage.account();
    const apis = [1, 2].map(
      () => new ApiClient(new Pool(stage.sandbox.baseUrl, { connections: 1 }), account.apiKey),
    );
    for (let test = 0; test < 6; test++) {
      const api = apis[test % 2]!;
      await api.order({ ...FIELDS, external_id: `test-${test}` });
      for (let asked = 0; asked < 4; asked++) await api.status({ external_id: `test-${test}` });
    }
    expect(stage.all(account.account)).toEqual([]);
  });

  test('a hot wallet that buys for many customers, retries with backoff, and polls slow orders meanwhile', async () => {
    const account = stage.account(['response-lost', 'slow-delivery']);
    for (let customer = 0; customer < 5; customer++) {
      const external_id = `customer-${customer * 7}`;
      await Promise.all([
        stage.order(account, { external_id }),
        stage.order(account, { external_id: `other-${customer}` }),
      ]);
      await account.advance(2_000);
      await stage.order(account, { external_id });
      await stage.order(account, { external_id: `other-${customer}` });
      for (let known = 0; known <= customer; known++)
        await account.api.status({ external_id: `customer-${known * 7}` });
      await account.advance(100_000);
    }
    await account.settle();
    for (let customer = 0; customer < 5; customer++)
      for (const external_id of [`customer-${customer * 7}`, `other-${customer}`])
        await account.api.status({ external_id });
    expect(twice(account)).toEqual([]);
  });

  test.each(['review', 'failed-without-refund'])(
    'a hot wallet that goes on to buy while earlier orders end in %s',
    async scenario => {
      const account = stage.account([scenario]);
      for (const external_id of ['a', 'b', 'c']) await stage.order(account, { external_id });
      await poll(account, 'a', 3, 10_000);
      await stage.order(account, { external_id: 'd' });
      expect(twice(account)).toEqual([]);
    },
  );

  test('a client that polls with growing pauses, and buys for another customer between two of them', async () => {
    const account = stage.account(['slow-delivery']);
    await stage.order(account, { external_id: 'a' });
    for (const ms of [10_000, 20_000, 40_000, 80_000]) await poll(account, 'a', 1, ms);
    await stage.order(account, { external_id: 'b' });
    await poll(account, 'a', 1, 160_000);
    expect(twice(account)).toEqual([]);
  });

  test('two equal items of one list', async () => {
    const account = stage.account(['response-lost']);
    const items = ['a', 'b'].map(external_id => ({ ...FIELDS, external_id }));
    await account.api.bulk(items).catch(() => null);
    expect(twice(account)).toEqual([]);
  });

  test('the next test, which has other scenarios', async () => {
    const account = stage.account(['response-lost']);
    await stage.order(account, { external_id: 'a' });
    stage.sandbox.core.runner.execute(account.account, 'setScenarios', { scenarios: [] });
    await stage.order(account, { external_id: 'b' });
    expect(twice(account)).toEqual([]);
  });

  test('a purchase that the test has moved', async () => {
    const account = stage.account(['review']);
    await stage.order(account, { external_id: 'a' });
    stage.sandbox.core.runner.execute(account.account, 'move', { order: 1, to: 'review' });
    await account.api.status({ external_id: 'a' });
    await stage.order(account, { external_id: 'b' });
    expect(twice(account)).toEqual([]);
  });

  test('a purchase after the first was refused for want of money, under a new id', async () => {
    const account = stage.account([], { balanceSun: 0 });
    await stage.order(account, { external_id: 'a' });
    stage.sandbox.core.runner.execute(account.account, 'deposit', { amountSun: 100e6 });
    await stage.order(account, { external_id: 'b' });
    expect(stage.all(account.account)).toEqual([]);
  });

  test('a status query that fails long after the order was delivered', async () => {
    const failing = inline(
      'requests:\n  - match: { operation: getOrderStatus, nth: 2 }\n    reply: { error: SERVICE_UNAVAILABLE }\n',
    );
    const account = stage.sandbox.openAccount({ scenarios: [failing] });
    await stage.order(account, { external_id: 'a' });
    await poll(account, 'a', 2, 20_000);
    await stage.order(account, { external_id: 'b' });
    expect(twice(account)).toEqual([]);
  });
});

describe('customers who share a magic address', () => {
  const lost = () => stage.sandbox.core.library.get('response-lost')!.magic_address!;
  const review = () => stage.sandbox.core.library.get('review')!.magic_address!;

  test('are not accused of what another one has not repeated', async () => {
    const account = stage.account();
    await stage.order(account, { external_id: 'anna', address: lost() });
    await account.api.balance();
    await stage.order(account, { external_id: 'berta', address: lost() });
    expect(twice(account)).toEqual([]);
  });

  test('are not accused of an order of another one in review', async () => {
    const account = stage.account();
    await stage.order(account, { external_id: 'anna', address: review() });
    await poll(account, 'anna', 3, 10_000);
    await stage.order(account, { external_id: 'berta', address: review() });
    expect(twice(account)).toEqual([]);
  });

  test('are accused if one buys again at once, or under an id with a suffix', async () => {
    for (const [first, second] of [
      ['a', 'b'],
      ['inv-7', 'inv-7-retry'],
    ] as const) {
      const account = stage.account();
      await stage.order(account, { external_id: first, address: lost() });
      await stage.order(account, { external_id: second, address: lost() });
      expect(twice(account)).toHaveLength(1);
    }
  });
});
