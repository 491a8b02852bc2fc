import { Pool } from 'undici';
import { describe, expect, test } from 'vitest';
import { createReceiver } from '../../../src/client/webhook-receiver.ts';
import { addressNumber } from '../../support/addresses.ts';
import { ApiClient } from '../../support/api-client.ts';
import type { TestAccount } from '../../support/sandbox.ts';
import { inline } from '../../system/integrators/inline.ts';
import { FIELDS, FindingsStage } from './stage.ts';

const stage = new FindingsStage();
const MINUTE_MS = 60_000;
const item = FIELDS;

const orders = (account: TestAccount, count: number) =>
  Array.from({ length: count }, (_, index) =>
    stage.order(account, { external_id: `order-${index}`, address: addressNumber(index) }),
  );

describe('a key that is limited', () => {
  test('does not report requests that were sent at the same time as the one that was limited', async () => {
    const account = stage.account([], { key: { ratePerMinute: 15 } });
    // Each of the orders has a connection of its own, on which no response has been limited.
    await Promise.all(Array.from({ length: 12 }, () => account.api.balance()));
    const results = await Promise.all(orders(account, 12));
    expect(results.filter(result => result?.status === 429)).toHaveLength(9);
    expect(stage.found(account, 'refusal-ignored')).toEqual([]);
  });

  test.each<[string, (account: TestAccount) => readonly Promise<{ status: number } | null>[]]>([
    [
      'orders to one address',
      account => Array.from({ length: 12 }, (_, index) => stage.order(account, { external_id: `${index}` })),
    ],
    ['identical requests', account => Array.from({ length: 12 }, () => account.api.balance())],
  ])('does not report %s that were sent at the same time', async (_, send) => {
    const account = stage.account([], { key: { ratePerMinute: 5 } });
    const results = await Promise.all(send(account));
    expect(results.map(result => result?.status)).toContain(429);
    expect(stage.found(account, 'refusal-ignored')).toEqual([]);
  });

  test('does not report requests that waited for a connection when one was limited', async () => {
    const account = stage.account([], { key: { ratePerMinute: 3 } });
    const pool = new Pool(stage.sandbox.baseUrl, { connections: 2 });
    const api = new ApiClient(pool, account.apiKey);
    const results = await Promise.all(Array.from({ length: 12 }, () => api.balance()));
    await pool.destroy();
    expect(results.filter(({ status }) => status === 429)).toHaveLength(9);
    expect(stage.found(account, 'refusal-ignored')).toEqual([]);
  });

  test('reports the same request again on a connection that was idle after it had been limited', async () => {
    const account = stage.account([], { key: { ratePerMinute: 1 } });
    const pool = new Pool(stage.sandbox.baseUrl, { connections: 2 });
    const api = new ApiClient(pool, account.apiKey);
    await Promise.all([api.balance(), api.balance(), api.balance()]);
    stage.host.pass(100);
    await api.balance();
    await pool.destroy();
    expect(stage.found(account, 'refusal-ignored')).toHaveLength(1);
  });

  test('reports the same request again at once if the client sends one after the other', async () => {
    const account = stage.account([], { key: { ratePerMinute: 1 } });
    const pool = new Pool(stage.sandbox.baseUrl, { connections: 1 });
    const api = new ApiClient(pool, account.apiKey);
    for (let requests = 0; requests < 3; requests++) await api.balance();
    await api.status({ external_id: 'another' });
    await pool.destroy();
    expect(stage.found(account, 'refusal-ignored')).toMatchObject([{ count: 1, severity: 'error' }]);
  });

  test('reports a client that opens a connection for each request, and sends one after the other', async () => {
    const account = stage.account([], { key: { ratePerMinute: 1 } });
    for (let requests = 0; requests < 20; requests++) {
      const pool = new Pool(stage.sandbox.baseUrl);
      await new ApiClient(pool, account.apiKey).balance();
      await pool.destroy();
      stage.host.pass(1);
    }
    expect(stage.found(account, 'refusal-ignored')).toHaveLength(1);
  });

  test('understands a date in Retry-After', async () => {
    const dated = inline(
      'requests:\n  - match: { operation: createOrder }\n    times: 1\n    reply: { error: RATE_LIMITED, headers: { Retry-After: "Thu, 01 Jan 2026 00:01:00 GMT" } }\n',
    );
    for (const [ms, count] of [
      [50_000, 1],
      [61_000, 0],
    ] as const) {
      const account = stage.sandbox.openAccount({ scenarios: [dated] });
      await stage.order(account, { external_id: 'a' });
      await account.advance(ms);
      await stage.order(account, { external_id: 'a' });
      expect(stage.found(account, 'refusal-ignored')).toHaveLength(count);
    }
  });

  test('reports a repeat of the refused order at once', async () => {
    const account = stage.account(['rate-limited']);
    await stage.order(account, { external_id: 'a' });
    await stage.order(account, { external_id: 'b' });
    expect(stage.found(account, 'refusal-ignored')).toEqual([]);
    await stage.order(account, { external_id: 'b' });
    expect(stage.found(account, 'refusal-ignored')).toMatchObject([{ count: 1 }]);
  });
});

describe('an order that is limited before its body is read', () => {
  const limits = (account: TestAccount) => stage.found(account, 'refusal-ignored');
  const limited = async (ids: readonly string[]): Promise<TestAccount> => {
    const account = stage.account([], { key: { ratePerMinute: 1 } });
    await account.api.balance();
    for (const external_id of ids) await stage.order(account, { external_id });
    return account;
  };

  test('is reported if it is sent again at once', async () => {
    expect(limits(await limited(['a', 'b', 'a']))).toMatchObject([{ count: 1, severity: 'error' }]);
  });

  test('is not reported if other orders follow, or if it is sent again in time', async () => {
    const account = await limited(['a', 'b', 'c']);
    await account.advance(MINUTE_MS);
    await account.api.balance();
    await stage.order(account, { external_id: 'a' });
    expect(limits(account)).toEqual([]);
  });
});

describe('an external_id that nobody has ordered', () => {
  const asked = async (account: TestAccount, times: number) => {
    for (let count = 0; count < times; count++) {
      await account.advance(10_000);
      await account.api.status({ external_id: 'undefined' });
    }
    return stage.found(account, 'refusal-ignored');
  };

  test('is reported if it is asked for six times', async () => {
    expect(await asked(stage.account(), 6)).toMatchObject([
      {
        severity: 'warning',
        message: expect.stringContaining('There is no order with external_id undefined.'),
      },
    ]);
  });

  test('is not reported if it is asked for less often, or if its order may have been made', async () => {
    expect(await asked(stage.account(), 5)).toEqual([]);
    const reset = 'requests:\n  - match: { operation: createOrder }\n    fault: connection-reset\n';
    const account = stage.sandbox.openAccount({ scenarios: [inline(reset)] });
    await stage.order(account, { external_id: 'undefined' });
    expect(await asked(account, 9)).toEqual([]);
  });
});

describe('a request that is refused', () => {
  test.each([
    ['three orders, each sent once', ['a', 'b', 'c'], 0],
    ['one order, sent three times', ['a', 'a', 'a'], 1],
  ])('is judged by its body, although it is refused without it: %s', async (_, ids, count) => {
    const expired = inline('given: { key: { expired: true } }\n');
    const account = stage.sandbox.openAccount({ scenarios: [expired] });
    for (const external_id of ids) await stage.order(account, { external_id });
    expect(stage.found(account, 'refusal-ignored')).toHaveLength(count);
  });

  const refused = (account: TestAccount) => stage.order(account, { external_id: 'a' });

  test('does not report a job that tries again every quarter of an hour', async () => {
    const account = stage.account([], { balanceSun: 0 });
    for (let tries = 0; tries < 4; tries++) {
      await refused(account);
      await account.advance(15 * MINUTE_MS);
    }
    expect(stage.found(account, 'refusal-ignored')).toEqual([]);
  });

  test('reports repeats between which nothing happened but that the clock was advanced by hand', async () => {
    const account = stage.account([], { balanceSun: 0 });
    for (let tries = 0; tries < 3; tries++) {
      await refused(account);
      await account.advance(1_000);
    }
    expect(stage.found(account, 'refusal-ignored')).toMatchObject([{ count: 1 }]);
  });

  test('does not report a repeat after the refund of another order', async () => {
    const account = stage.account(['failed-with-refund'], { balanceSun: 5_000_000 });
    await stage.order(account, { external_id: 'first', address: addressNumber(9) });
    await refused(account);
    await refused(account);
    await account.advance(MINUTE_MS);
    expect((await refused(account))?.status).toBe(202);
    await refused(account);
    expect(stage.found(account, 'refusal-ignored')).toEqual([]);
  });
});

describe('a refund', () => {
  /** Responds to the only event of a failed order that matters: order.failed, sent after the refund. */
  async function acknowledgeLate(isQueriedBefore: boolean): Promise<TestAccount> {
    const late = inline(
      'orders:\n  - lifecycle:\n      - { after: 3s, to: failed, refund: { after: 5s } }\n' +
        'webhooks:\n  - match: { event: order.failed, attempt: 1 }\n    deliver: { after: 10m }\n',
    );
    const account = stage.sandbox.openAccount({ scenarios: [late] });
    await stage.sandbox.receive(account.account);
    await stage.order(account, { external_id: 'a' });
    await account.advance(MINUTE_MS);
    if (isQueriedBefore) await account.api.status({ external_id: 'a' });
    await account.settle();
    return account;
  }

  test('reports an event that arrives after the refund and does not say so', async () => {
    const account = await acknowledgeLate(false);
    expect(stage.rules(account)).toEqual(['order-abandoned']);
    expect(stage.found(account, 'order-abandoned')[0]!.events).toEqual([
      expect.stringContaining('order.failed'),
    ]);
  });

  test('does not report such an event if the client had read of the refund before', async () => {
    expect(stage.rules(await acknowledgeLate(true))).toEqual([]);
  });
});

describe('the end of an order', () => {
  test.each([
    ['failed-with-refund', /^order \d+ \(external_id a\) failed at \d\d:\d\d:\d\d\. The client neither/],
    ['happy-path', /^order \d+ \(external_id a\) was completed at \d\d:\d\d:\d\d\. The client neither/],
  ])('says how an order ended under %s', async (scenario, message) => {
    const account = stage.account([scenario]);
    await stage.order(account, { external_id: 'a' });
    await account.api.status({ external_id: 'a' });
    await account.settle();
    expect(stage.found(account, 'order-abandoned')[0]!.message).toMatch(message);
  });

  test('does not report the end of an order to a client that never asks and has no receiver', async () => {
    const account = stage.account(['failed-with-refund']);
    await stage.order(account, { external_id: 'a' });
    await account.settle();
    expect(stage.all(account.account)).toEqual([]);
  });

  test('does not report an order that a test never advances to its end', async () => {
    const account = stage.account();
    await stage.order(account, { external_id: 'a' });
    await account.advance(20 * MINUTE_MS);
    expect(stage.rules(account)).toEqual([]);
  });

  test('does not report an end that the response to a repeat has told', async () => {
    const account = stage.account();
    await stage.order(account, { external_id: 'a' });
    await account.settle();
    await stage.order(account, { external_id: 'a' });
    expect(stage.rules(account)).toEqual([]);
  });
});

describe('an attempt that made no order', () => {
  const never = (account: TestAccount) => stage.found(account, 'order-abandoned');

  test('does not report a 429 or 503 that was followed by a refusal', async () => {
    const once =
      'requests:\n  - match: { operation: createOrder }\n    times: 1\n    reply: { error: SERVICE_UNAVAILABLE }\n';
    const account = stage.sandbox.openAccount({ scenarios: [inline(once)], balanceSun: 0 });
    await stage.order(account, { external_id: 'a' });
    await stage.order(account, { external_id: 'a' });
    expect(stage.rules(account)).toEqual([]);
  });

  test('names a later request for the same under another external_id, which may be meant as the retry', async () => {
    const account = stage.account(['service-unavailable']);
    for (const external_id of ['try-1', 'try-2', 'try-2']) await stage.order(account, { external_id });
    expect(never(account)).toMatchObject([
      {
        message: expect.stringMatching(
          /It was never tried again under that external_id; \S+ asked for the same product under external_id try-2\.$/,
        ),
      },
    ]);
  });

  test('reports an item that failed with SERVICE_UNAVAILABLE until it is tried again, and no other failed item', async () => {
    const second =
      'requests:\n  - match: { operation: createOrder, item: 2 }\n    times: 1\n    reply: { error: SERVICE_UNAVAILABLE }\n';
    const account = stage.sandbox.openAccount({ scenarios: [inline(second)] });
    const ids = ['a', 'b', 'c'].map(external_id => ({ ...item, external_id }));
    await account.api.bulk([...ids.slice(0, 2), { ...ids[2]!, package_id: 999 }]);
    expect(never(account)).toMatchObject([
      { message: expect.stringContaining('external_id b; this item failed with SERVICE_UNAVAILABLE') },
    ]);
    await account.api.bulk([ids[1]!]);
    expect(never(account)).toEqual([]);
  });

  test('reports an order whose key was limited before its body was read', async () => {
    const account = stage.account([], { key: { ratePerMinute: 1 } });
    await account.api.balance();
    expect((await stage.order(account, { external_id: 'a' }))?.status).toBe(429);
    await account.advance(MINUTE_MS);
    await account.api.balance();
    expect(never(account)).toMatchObject([{ message: expect.stringContaining('before its body was read') }]);
    await account.advance(MINUTE_MS);
    await stage.order(account, { external_id: 'a' });
    expect(never(account)).toEqual([]);
  });

  test('takes every later order for the repeat of one whose body was not read, each item of a bulk request too', async () => {
    const account = stage.account([], { key: { ratePerMinute: 1 } });
    await account.api.balance();
    await Promise.all(orders(account, 3));
    expect(never(account)).toHaveLength(1);
    await account.advance(MINUTE_MS);
    await account.api.bulk([0, 1, 2].map(index => ({ ...item, external_id: `order-${index}` })));
    expect(never(account)).toEqual([]);
  });

  test('does not report the lost response to a repeat, because its order exists', async () => {
    const lost =
      'requests:\n  - match: { operation: createOrder, repeat: true }\n    commit: true\n    fault: connection-reset\n';
    const account = stage.sandbox.openAccount({ scenarios: [inline(lost)] });
    await stage.order(account, { external_id: 'a' });
    expect(await stage.order(account, { external_id: 'a' })).toBeNull();
    expect(stage.all(account.account)).toEqual([]);
  });
});

describe('external-id-reused', () => {
  test('reports a repeat a day after the receiver acknowledged the end, of an order that a response had told', async () => {
    for (const [scenarios, hours, count] of [
      [[], 30, 1],
      [[], 12, 0],
      [['response-lost'], 30, 0],
    ] as const) {
      const account = stage.account(scenarios);
      await stage.sandbox.receive(account.account);
      await stage.order(account, { external_id: 'customer' });
      await account.settle();
      await account.quiet();
      await account.advance(hours * 60 * MINUTE_MS);
      await stage.order(account, { external_id: 'customer' });
      expect(stage.found(account, 'external-id-reused')).toHaveLength(count);
    }
  });

  test('reports a different purchase that the service refused, alone and in a bulk request', async () => {
    const account = stage.account([], { settings: { idempotency_mismatch: 'reject' } });
    await stage.order(account, { external_id: 'a' });
    const other = { external_id: 'a', address: addressNumber(2) };
    expect((await stage.order(account, other))?.status).toBe(422);
    await account.api.bulk([
      { ...item, ...other },
      { ...item, external_id: 'b' },
    ]);
    expect(stage.found(account, 'external-id-reused')).toMatchObject([
      { count: 2, message: expect.stringContaining('was refused') },
    ]);
  });
});

describe('deliveries-given-up', () => {
  test('does not report an event of which every attempt was forged, and rightly refused', async () => {
    const forged = inline('webhooks:\n  - corrupt: wrong-secret\n');
    const account = stage.sandbox.openAccount({ scenarios: [forged] });
    (await stage.sandbox.receive(account.account)).always(401);
    await stage.order(account, { external_id: 'a' });
    await account.settle();
    await account.api.status({ external_id: 'a' });
    expect(account.state.events.every(({ state }) => state === 'exhausted')).toBe(true);
    expect(stage.rules(account)).toEqual([]);
  });
});

test('key-in-url reports a bearer token under whatever name', async () => {
  const account = stage.account();
  await account.api.call('GET', '/api/v1/balance/?x=Bearer%20abc');
  expect(stage.rules(account)).toEqual(['key-in-url', 'unknown-field']);
});

test.for([
  ['an external_id that contains the name of a parameter', '/api/v1/status/?external_id=a%26key=b'],
  ['an external_id that contains a word of a header', '/api/v1/status/?external_id=forbearer%20bonds'],
  ['a parameter without a value', '/api/v1/balance/?token='],
])('key-in-url does not report %s', async ([, url]) => {
  const account = stage.account();
  await account.api.call('GET', url!);
  expect(stage.found(account, 'key-in-url')).toEqual([]);
});

test('nothing is said of a client that may have read what a receiver of its test acknowledged', async () => {
  const account = stage.account();
  await using receiver = await createReceiver({ answer: () => ({ status: 204 }) });
  stage.sandbox.core.runner.execute(account.account, 'setWebhook', {
    url: receiver.url,
    secret: receiver.secret,
  });
  await stage.order(account, { external_id: 'followed' });
  await account.settle();
  expect(receiver.received.at(-1)?.event).toBe('order.completed');
  expect(stage.rules(account)).toEqual([]);
});
