import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Sandbox } from '../../src/client/sandbox-interface.ts';
import { createReceiver, type ReceivedWebhook } from '../../src/client/webhook-receiver.ts';
import { localSandbox, order, PATIENT } from './sandboxes.ts';

/** Longer than a test may take: a call that waited for the end of a delivery would not end. */
const ENDLESS_MS = 600_000;

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe('a handler of webhooks from a sandbox', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await localSandbox();
  });

  afterAll(() => sandbox.close());

  test.each([
    ['advance', (account: Account) => account.advance({ by: '1h' })],
    ['move', (account: Account) => account.move(1, 'review')],
    ['trigger', (account: Account) => account.trigger('order.failed')],
    ['resend', (account: Account, { event_id: eventId }: ReceivedWebhook) => account.resend(eventId)],
  ])('cannot call %s, which would wait for its own response, and fails at once', async (name, call) => {
    await using account = await sandbox.createAccount({
      clock: 'manual',
      assumptions: { webhook_timeout_ms: ENDLESS_MS },
    });
    const failures: unknown[] = [];
    await using receiver = await createReceiver({
      answer: async delivery => {
        failures.push(await failureOf(call(account, delivery)));
        return { status: 204 };
      },
    });
    await account.webhook.set(receiver);
    await order(account);
    await account.advance({ by: '3s' });
    const event = expect.stringMatching(
      new RegExp(`^${name}: this call waits for the response to order\\.processing \\(order-1-.*\\), but`),
    );
    expect(failures[0]).toMatchObject({ code: 'IN_HANDLER', message: event });
    expect(failures).toHaveLength(2);
  });

  test('can advance another account, read its own, and advance once it has responded', async () => {
    await using account = await sandbox.createAccount({ clock: 'manual' });
    await using other = await sandbox.createAccount({ clock: 'manual' });
    await using receiver = await createReceiver();
    const later = new Promise<unknown>(resolve => {
      receiver.answerNext(async () => {
        await other.advance({ by: '1h' });
        const orders = await account.orders();
        setImmediate(async () => {
          await account.waitForWebhook('order.processing', PATIENT);
          resolve([orders.length, await failureOf(account.advance({ by: '3s' }))]);
        });
        return { status: 204 };
      });
    });
    await account.webhook.set(receiver);
    await order(account);
    expect(await later).toEqual([1, null]);
    expect((await account.read()).clock.now).toBe('2026-01-01T00:00:03.000Z');
    expect((await other.read()).clock.now).toBe('2026-01-01T01:00:00.000Z');
  });
});
