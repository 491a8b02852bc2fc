import { describe, expect, test } from 'vitest';
import { BUILT_IN_RECEIVER } from '../../../src/core/webhook/read-webhook.ts';
import type { TestAccount } from '../../support/sandbox.ts';
import { inline } from '../../system/integrators/inline.ts';
import { FindingsStage } from './stage.ts';

const stage = new FindingsStage();

describe('paid-twice', () => {
  test('is reported once for a lost order, however often the same is bought afterwards', async () => {
    const account = stage.account(['response-lost']);
    await stage.order(account, { external_id: 'lost' });
    account.state.scenarios = [];
    for (const external_id of ['again', 'new-1', 'new-2']) await stage.order(account, { external_id });
    const [first, second] = account.state.orders;
    expect(stage.found(account, 'paid-twice')).toMatchObject([
      {
        orders: [first!.id, second!.id],
        count: 1,
        cost_trx: second!.priceSun / 1e6,
        message: expect.stringContaining('the connection was reset'),
      },
    ]);
  });

  test('is not reported if the status is queried before', async () => {
    const account = stage.account(['response-lost']);
    await stage.order(account, { external_id: 'a' });
    await account.api.status({ external_id: 'a' });
    await stage.order(account, { external_id: 'b' });
    await account.api.status({ external_id: 'b' });
    expect(stage.rules(account)).toEqual([]);
  });
});

describe('a client that learns of a lost order by its webhook', () => {
  const MINUTE_MS = 60_000;

  /** An account whose order `a` has lost its response, while its receiver acknowledges the webhooks of the first minute. */
  async function learned(): Promise<TestAccount> {
    const account = stage.account(['response-lost']);
    await stage.sandbox.receive(account.account);
    await stage.order(account, { external_id: 'a' });
    await account.advance(MINUTE_MS);
    return account;
  }

  test('has no finding if it does nothing more', async () => {
    const account = await learned();
    await account.settle();
    expect(stage.rules(account)).toEqual([]);
  });

  test('has no finding if it buys something else', async () => {
    const account = await learned();
    await stage.order(account, { external_id: 'b', package_id: 2 });
    await stage.order(account, { external_id: 'b', package_id: 2 });
    await account.settle();
    expect(stage.rules(account)).toEqual([]);
  });

  test('has no finding if it buys the same once more when no retry is to be expected', async () => {
    const account = await learned();
    await account.advance(10 * MINUTE_MS);
    await stage.order(account, { external_id: 'b' });
    await stage.order(account, { external_id: 'b' });
    await account.settle();
    expect(stage.rules(account)).toEqual([]);
  });

  test('has paid twice if it buys the same a moment later: its receiver and its retry loop are two programs', async () => {
    const account = await learned();
    for (const external_id of ['b', 'b', 'c', 'c']) await stage.order(account, { external_id });
    await account.settle();
    const [first, second] = account.state.orders;
    expect(stage.all(account.account)).toMatchObject([
      { rule: 'paid-twice', severity: 'error', orders: [first!.id, second!.id], count: 1, cost_trx: 3.9 },
    ]);
  });

  test('has nothing lost if only a webhook before the response has told it of the order', async () => {
    const { library } = stage.sandbox.core;
    const early = inline(
      'webhooks:\n  - match: { event: order.processing }\n    deliver: { before_response: true }\n',
    );
    const account = stage.sandbox.openAccount({ scenarios: [library.get('response-lost')!, early] });
    await stage.sandbox.receive(account.account);
    await stage.order(account, { external_id: 'a' });
    expect(stage.rules(account)).toEqual([]);
  });

  test('has paid twice if only a built-in receiver acknowledged the webhook, which the client then cannot know', async () => {
    const account = stage.account(['response-lost'], { webhookUrl: BUILT_IN_RECEIVER });
    await stage.order(account, { external_id: 'a' });
    await account.advance(MINUTE_MS);
    expect(account.state.events[0]!.attempts[0]!.outcome.kind).toBe('acknowledged');
    await stage.order(account, { external_id: 'b' });
    expect(stage.rules(account)).toContain('paid-twice');
  });

  test('has paid twice if all that it acknowledged were events that it does not have to understand', async () => {
    const unknown = inline('webhooks:\n  - corrupt: unknown-event\n');
    const { library } = stage.sandbox.core;
    const account = stage.sandbox.openAccount({ scenarios: [library.get('response-lost')!, unknown] });
    await stage.sandbox.receive(account.account);
    await stage.order(account, { external_id: 'a' });
    await account.advance(MINUTE_MS);
    expect(account.state.events[0]!.attempts[0]!.outcome.kind).toBe('acknowledged');
    await stage.order(account, { external_id: 'b' });
    expect(stage.rules(account)).toContain('paid-twice');
  });

  test('has paid twice if it buys the same later although no webhook was acknowledged', async () => {
    const account = stage.account(['response-lost']);
    await stage.order(account, { external_id: 'a' });
    await account.advance(11 * MINUTE_MS);
    await stage.order(account, { external_id: 'b' });
    expect(stage.rules(account)).toContain('paid-twice');
  });
});

describe('an order whose response is lost, and of which no later response tells either', () => {
  const abandoned = (account: TestAccount) =>
    stage.found(account, 'order-abandoned').filter(({ severity }) => severity === 'error');
  const failing =
    'requests:\n  - match: { operation: createOrder, nth: 1 }\n    commit: true\n    fault: connection-reset\n  - match: { operation: getOrderStatus }\n    times: 1\n    reply: { error: SERVICE_UNAVAILABLE }\n  - match: { operation: createOrder, repeat: true }\n    reply: { error: SERVICE_UNAVAILABLE }\n';

  /** Asks for the order once, or repeats it, and is answered 503. */
  async function asked(how: 'query' | 'repeat'): Promise<TestAccount> {
    const account = stage.sandbox.openAccount({ scenarios: [inline(failing)] });
    await stage.order(account, { external_id: 'a' });
    if (how === 'query') await account.api.status({ external_id: 'a' });
    else await stage.order(account, { external_id: 'a' });
    return account;
  }

  test.each(['query', 'repeat'] as const)('is lost ten minutes after the last %s', async how => {
    const account = await asked(how);
    expect(abandoned(account)).toEqual([]);
    await account.advance(11 * 60_000);
    expect(abandoned(account)).toMatchObject([
      { cost_trx: 3.9, message: expect.stringContaining('last request about it was') },
    ]);
  });

  test('is not lost if the client goes on asking until a response tells of it', async () => {
    const account = await asked('query');
    for (let minutes = 0; minutes < 30; minutes += 6) {
      await account.advance(6 * 60_000);
      await account.api.status({ external_id: 'a' });
    }
    await account.advance(60 * 60_000);
    expect(abandoned(account)).toEqual([]);
  });
});

describe('an order that nobody asks for', () => {
  test('is reported once ten minutes of account time have passed after a lost response', async () => {
    const account = stage.account(['response-lost']);
    await stage.order(account, { external_id: 'a' });
    const now = () => stage.sandbox.running.findings.of(account.account, account.nowMs);
    expect(now()).toEqual([]);
    await account.advance(10 * 60_000);
    expect(now().filter(({ severity }) => severity === 'error')).toMatchObject([
      { rule: 'order-abandoned', orders: [account.state.orders[0]!.id] },
    ]);
  });
});
