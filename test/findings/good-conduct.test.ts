import { Pool } from 'undici';
import { describe, expect, test } from 'vitest';
import { inline } from '../integrators/inline.ts';
import { addressNumber } from '../support/addresses.ts';
import { ApiClient } from '../support/api-client.ts';
import type { TestAccount } from '../support/sandbox.ts';
import { FindingsStage } from './stage.ts';

const stage = new FindingsStage();
const MINUTE_MS = 60_000;

const orders = (account: TestAccount, count: number) =>
  Array.from({ length: count }, (_, index) =>
    stage.order(account, { external_id: `order-${index}`, address: addressNumber(index) }),
  );

describe('retry-after-ignored', () => {
  test('does not report requests that were sent at the same time as the one that was limited', async () => {
    const account = stage.account([], { key: { ratePerMinute: 15 } });
    // Each of the orders has a connection of its own, on which no response has been limited.
    await Promise.all(Array.from({ length: 12 }, () => account.api.balance()));
    const results = await Promise.all(orders(account, 12));
    expect(results.filter(result => result?.status === 429)).toHaveLength(9);
    expect(stage.found(account, 'retry-after-ignored')).toEqual([]);
  });

  test('reports another request on the connection that was limited', async () => {
    const account = stage.account(['rate-limited']);
    const pool = new Pool(stage.sandbox.baseUrl, { connections: 1 });
    const api = new ApiClient(pool, account.apiKey);
    await api.balance();
    await api.status({ external_id: 'a' });
    await pool.destroy();
    expect(stage.found(account, 'retry-after-ignored')).toMatchObject([{ count: 1 }]);
  });

  test('reports a repeat at once, also under another external_id', async () => {
    const account = stage.account(['rate-limited']);
    await stage.order(account, { external_id: 'a' });
    await stage.order(account, { external_id: 'b' });
    expect(stage.found(account, 'retry-after-ignored')).toMatchObject([{ count: 1 }]);
  });
});

describe('refusal-repeated', () => {
  const refused = (account: TestAccount) => stage.order(account, { external_id: 'a' });

  test('does not report a job that tries again every quarter of an hour', async () => {
    const account = stage.account([], { balanceSun: 0 });
    for (let tries = 0; tries < 4; tries++) {
      await refused(account);
      await account.advance(15 * MINUTE_MS);
    }
    expect(stage.found(account, 'refusal-repeated')).toEqual([]);
  });

  test('does not report a repeat after the refund of another order', async () => {
    const account = stage.account(['failed-with-refund'], { balanceSun: 5_000_000 });
    await stage.order(account, { external_id: 'first', address: addressNumber(9) });
    await refused(account);
    await refused(account);
    await account.advance(MINUTE_MS);
    expect((await refused(account))?.status).toBe(202);
    await refused(account);
    expect(stage.found(account, 'refusal-repeated')).toEqual([]);
  });
});

describe('refund-not-learned', () => {
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
    expect(stage.rules(await acknowledgeLate(false))).toEqual(['refund-not-learned']);
  });

  test('does not report such an event if the client had read of the refund before', async () => {
    expect(stage.rules(await acknowledgeLate(true))).toEqual([]);
  });
});

describe('end-not-learned', () => {
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

test('never-retried does not report a 429 or 503 that was followed by a refusal', async () => {
  const once =
    'requests:\n  - match: { operation: createOrder }\n    times: 1\n    reply: { error: SERVICE_UNAVAILABLE }\n';
  const account = stage.sandbox.openAccount({ scenarios: [inline(once)], balanceSun: 0 });
  await stage.order(account, { external_id: 'a' });
  await stage.order(account, { external_id: 'a' });
  expect(stage.rules(account)).toEqual([]);
});

test('key-in-url reports a bearer token under whatever name', async () => {
  const account = stage.account();
  await account.api.call('GET', '/api/v1/balance/?x=Bearer%20abc');
  expect(stage.rules(account)).toEqual(['key-in-url', 'unknown-field']);
});
