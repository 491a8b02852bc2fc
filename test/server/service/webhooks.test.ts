import { afterAll, describe, expect, test } from 'vitest';
import { addressNumber, RECIPIENT } from '../../support/addresses.ts';
import { HELD_TIMEOUT_MS, HeldTimeouts } from '../../support/held-timeouts.ts';
import { type Reaction, signatureOf, type WebhookReceiver } from '../../support/receiver.ts';
import { startTestSandbox, type TestAccount } from '../../support/sandbox.ts';

const host = new HeldTimeouts();
const sandbox = await startTestSandbox({ hostClock: host });
afterAll(() => sandbox.close());

const ORDER = { external_id: 'w', package_id: 1, address: RECIPIENT };
const RETRY_PAUSES_MS = [5_000, 30_000, 120_000, 300_000, 900_000, 1_800_000, 3_600_000, 7_200_000];

async function receiving(
  settings: Record<string, number> = {},
): Promise<{ account: TestAccount; receiver: WebhookReceiver }> {
  const account = sandbox.openAccount({ settings });
  return { account, receiver: await sandbox.receive(account.account) };
}

const attemptsOf = ({ state }: TestAccount, event: number) => state.events[event]!.attempts;

describe('a delivery', () => {
  test('[HOOK-1] [HOOK-2] [HOOK-3] [HOOK-4] [HOOK-5] [AUTH-14] is a signed JSON POST to the destination', async () => {
    const { account, receiver } = await receiving();
    await account.api.order(ORDER);
    await account.quiet();
    const [delivery] = receiver.deliveries;
    expect(delivery).toMatchObject({ method: 'POST', path: '/hooks?from=sandbox' });
    expect(delivery!.headers['content-type']).toBe('application/json');
    expect(delivery!.headers['content-length']).toBe(String(delivery!.body.length));
    expect(delivery!.headers['x-webhook-event']).toBe('order.processing');
    expect(delivery!.headers['x-webhook-id']).toBe(delivery!.event.event_id);
    const { secret } = account.state.webhook;
    expect(delivery!.headers['x-webhook-signature']).toBe(signatureOf(delivery!.body, secret));
    expect(delivery!.headers['x-webhook-signature']).not.toBe(signatureOf(delivery!.body, account.apiKey));
    expect(delivery!.headers.authorization).toBeUndefined();
  });

  test("[HOOK-5] [HOOK-15] [AUTH-14] is signed with the UTF-8 bytes of each account's own secret", async () => {
    const account = sandbox.openAccount({ webhookSecret: 'schlüssel 鍵 \u0001' });
    const receiver = await sandbox.receive(account.account);
    await account.api.order(ORDER);
    await account.quiet();
    const [{ body, headers }] = receiver.deliveries as [WebhookReceiver['deliveries'][0]];
    expect(headers['x-webhook-signature']).toBe(signatureOf(body, 'schlüssel 鍵 \u0001'));
  });

  test('[HOOK-9] [HOOK-10] [HOOK-12] [HOOK-13] [LIFE-8] carries the order as it was at each change', async () => {
    const { account, receiver } = await receiving();
    await account.api.order({ ...ORDER, duration_minutes: 5 });
    const expected = [];
    for (const byMs of [0, 3_000, 9_000, 300_000, 9_000]) {
      await account.advance(byMs);
      const { id, ...order } = (await account.api.status({ id: 1 })).data;
      const created_at = new Date(account.nowMs).toISOString();
      expected.push({ event: `order.${order.status}`, created_at, data: { order_id: id, ...order } });
    }
    expect(receiver.events.map(({ event_id: _, ...rest }) => rest)).toEqual(expected);
    expect(Object.keys(receiver.events[0]!.data)).toHaveLength(14);
  });

  test('[HOOK-9] [LIFE-8] also reports review and failed', async () => {
    const { account, receiver } = await receiving();
    await account.api.order({ ...ORDER, address: 'TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK' });
    await account.advance(3_000);
    sandbox.core.runner.execute(account.account, 'move', { order: 1, to: 'failed', refundAfterMs: 0 });
    await account.quiet();
    expect(receiver.names).toEqual(['order.processing', 'order.review', 'order.failed']);
    expect(receiver.events.map(({ data }) => data.error_code)).toEqual([
      null,
      'ORDER_REVIEW',
      'ORDER_FAILED',
    ]);
    expect(receiver.events[2]!.data.refunded).toBe(true);
  });

  test('[LIFE-7] a later refund sends no webhook', async () => {
    const { account, receiver } = await receiving();
    await account.api.order({ ...ORDER, address: 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR' });
    await account.settle();
    expect(receiver.names).toEqual(['order.processing', 'order.delegating', 'order.failed']);
    expect(receiver.events[2]!.data.refunded).toBe(false);
    expect((await account.api.status({ id: 1 })).data.refunded).toBe(true);
  });

  test('[HOOK-11] [HOOK-13] has an event_id of the right shape that no other event has', async () => {
    const { account, receiver } = await receiving();
    await account.api.bulk(
      Array.from({ length: 20 }, (_, n) => ({
        external_id: `e${n}`,
        package_id: 1,
        address: addressNumber(n),
      })),
    );
    await account.settle();
    expect(receiver.events).toHaveLength(100);
    expect(new Set(receiver.events.map(({ event_id }) => event_id)).size).toBe(100);
    for (const { event, event_id, data } of receiver.events) {
      expect(event_id).toMatch(
        new RegExp(`^order-${data.order_id}-${event.replace('.', '\\.')}-[0-9a-f]{12}$`),
      );
    }
  });

  test('[HOOK-15] goes only to the destination of its own account', async () => {
    const [one, other] = [await receiving(), await receiving()];
    await one.account.api.order(ORDER);
    await one.account.settle();
    expect(one.receiver.deliveries).toHaveLength(5);
    expect(other.receiver.deliveries).toHaveLength(0);
  });

  test('[HOOK-15] without a destination is recorded as not sent', async () => {
    const account = sandbox.openAccount();
    await account.api.order(ORDER);
    await account.settle();
    expect(account.state.events.map(({ state, attempts }) => [state, attempts.length])).toEqual(
      Array(5).fill(['unsent', 0]),
    );
  });

  test('does not delay the response of the request that causes it', async () => {
    const { account, receiver } = await receiving();
    let letGo = (): void => {};
    const held = new Promise<Reaction>(resolve => {
      letGo = () => resolve(204);
    });
    receiver.next(() => held);
    expect((await account.api.order(ORDER)).status).toBe(202);
    expect((await account.api.status({ id: 1 })).data.status).toBe('processing');
    letGo();
    await account.quiet();
  });
});

describe('an acknowledgement', () => {
  test.each([200, 299])('[HOOK-6] is status %i', async status => {
    const { account, receiver } = await receiving();
    receiver.always(status);
    await account.api.order(ORDER);
    await account.settle();
    expect(account.state.events.map(({ state }) => state)).toEqual(Array(5).fill('delivered'));
    expect(receiver.deliveries).toHaveLength(5);
  });

  test.each<[string, Reaction, string]>([
    ['[HOOK-7] is not a 300', 300, 'redirected'],
    ['[HOOK-7] is not a redirect, which is not followed', { redirectTo: '/elsewhere' }, 'redirected'],
    ['[HOOK-7] is not a 400', 400, 'refused'],
    ['[HOOK-7] is not a 500', 500, 'refused'],
    ['[HOOK-7] is not a broken connection', 'reset', 'unreachable'],
    ['[HOOK-7] is not a missing response', 'hang', 'timeout'],
  ])('%s, so it is retried', async (_name, reaction, kind) => {
    const { account, receiver } = await receiving({ webhook_timeout_ms: HELD_TIMEOUT_MS });
    receiver.next(() => {
      if (reaction === 'hang') host.expire();
      return reaction;
    });
    await account.api.order(ORDER);
    await account.quiet();
    expect(attemptsOf(account, 0).map(({ outcome }) => outcome.kind)).toEqual([kind]);
    await account.advance(5_000);
    expect(attemptsOf(account, 0).map(({ outcome }) => outcome.kind)).toEqual([kind, 'acknowledged']);
    expect(receiver.deliveries.filter(({ path }) => path !== '/hooks?from=sandbox')).toEqual([]);
  });

  test('[HOOK-7] that is refused is retried after 5xx, 408 and 429 only, if the account says so', async () => {
    const temporary: readonly Reaction[] = [500, 503, 599, 408, 429, 'reset'];
    for (const reaction of [...temporary, 301, 400, 404, 410]) {
      const account = sandbox.openAccount({ settings: { retry_on: '5xx_408_429' } });
      const receiver = await sandbox.receive(account.account);
      receiver.always(reaction);
      await account.api.order(ORDER);
      await account.quiet();
      const expected = temporary.includes(reaction) ? 'scheduled' : 'exhausted';
      expect(account.state.events[0]?.state, String(reaction)).toBe(expected);
      expect(account.state.events[0]?.attempts).toHaveLength(1);
    }
  });

  test('[HOOK-7] is not a refused connection', async () => {
    const account = sandbox.openAccount({ webhookUrl: 'http://127.0.0.1:1/' });
    await account.api.order(ORDER);
    await account.quiet();
    expect(attemptsOf(account, 0)[0]!.outcome.kind).toBe('unreachable');
  });
});

describe('retries', () => {
  test('[HOOK-7] [HOOK-8] [LIM-4] come 8 times after growing delays, with the same bytes each time, and then stop', async () => {
    const { account, receiver } = await receiving();
    receiver.always(500);
    await account.api.order({ ...ORDER, address: 'TStuckProcessingxxxxxxxxxxxxyWkBmR' });
    const startMs = account.nowMs;
    await account.settle();
    await account.advance(30 * 86_400_000);
    const pauses = attemptsOf(account, 0).map(({ atMs }, n, all) => atMs - (all[n - 1]?.atMs ?? startMs));
    expect(pauses).toEqual([0, ...RETRY_PAUSES_MS]);
    expect(receiver.deliveries).toHaveLength(9);
    const [first] = receiver.deliveries;
    for (const { body, headers } of receiver.deliveries) {
      expect(body.equals(first!.body)).toBe(true);
      expect(headers['x-webhook-id']).toBe(first!.headers['x-webhook-id']);
      expect(headers['x-webhook-signature']).toBe(first!.headers['x-webhook-signature']);
    }
    expect(account.state.events[0]!.state).toBe('exhausted');
  });

  test('[HOOK-7] happen at their instant and not a millisecond earlier', async () => {
    const { account, receiver } = await receiving();
    receiver.next(500);
    await account.api.order(ORDER);
    await account.advance(4_999);
    const ofFirst = () => receiver.names.filter(name => name === 'order.processing');
    expect(ofFirst()).toHaveLength(1);
    await account.advance(1);
    expect(ofFirst()).toHaveLength(2);
  });

  test('[HOOK-5] [HOOK-7] [HOOK-15] use the destination and the secret that are set by then', async () => {
    const { account, receiver } = await receiving();
    receiver.always(500);
    await account.api.order({ ...ORDER, address: 'TStuckProcessingxxxxxxxxxxxxyWkBmR' });
    await account.quiet();
    const moved = await sandbox.receive(account.account);
    const { url } = account.state.webhook;
    sandbox.core.runner.execute(account.account, 'setWebhook', { url, secret: 'the next secret' });
    await account.advance(5_000);
    expect(receiver.deliveries).toHaveLength(1);
    const [retry] = moved.deliveries;
    expect(retry!.body.equals(receiver.deliveries[0]!.body)).toBe(true);
    expect(retry!.headers['x-webhook-signature']).toBe(signatureOf(retry!.body, 'the next secret'));
  });

  test.each<[string, number[], number]>([
    ['none, if the account is set so', [], 1],
    ['as the account wants them', [1_000, 1_000, 60_000], 4],
    ['at the same instant, where the pauses are 0', [0, 0], 3],
  ])('are %s', async (_name, webhook_retry_delays_ms, attempts) => {
    const account = sandbox.openAccount({ settings: { webhook_retry_delays_ms } });
    const receiver = await sandbox.receive(account.account);
    receiver.always(500);
    await account.api.order({ ...ORDER, address: 'TStuckProcessingxxxxxxxxxxxxyWkBmR' });
    const startMs = account.nowMs;
    await account.settle();
    expect(receiver.deliveries).toHaveLength(attempts);
    expect(account.nowMs - startMs).toBe(webhook_retry_delays_ms.reduce((sum, ms) => sum + ms, 0));
  });
});

test('first attempts of an order are sent one after the other, even if time passes quickly while one is in flight', async () => {
  const { account, receiver } = await receiving();
  let underWay = 0;
  let most = 0;
  receiver.always(async () => {
    most = Math.max(most, ++underWay);
    await new Promise(resolve => setImmediate(resolve));
    underWay--;
    return 204;
  });
  await account.api.order(ORDER);
  const { runner } = sandbox.core;
  runner.holdAt(account.account, runner.hold(account.account), account.nowMs + 3_700_000);
  await account.quiet();
  expect(most).toBe(1);
  expect(receiver.names).toEqual([
    'order.processing',
    'order.delegating',
    'order.delegated',
    'order.undelegating',
    'order.completed',
  ]);
});
