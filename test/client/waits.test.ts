import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Account, Sandbox } from '../../src/client/sandbox-interface.ts';
import { createReceiver } from '../../src/client/webhook-receiver.ts';
import { localSandbox, order, orderOverNewConnection, PATIENT } from './sandboxes.ts';

describe('a wait on a sandbox', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await localSandbox();
  });

  afterAll(() => sandbox.close());

  const open = (options: Parameters<Sandbox['createAccount']>[0] = {}): Promise<Account> =>
    sandbox.createAccount({ clock: 'manual', ...options });

  test('for an order works with a running clock', async () => {
    const account = await open({ clock: '10000x' });
    await order(account, { external_id: 'fast' });
    const reached = await account.waitForOrder('fast', 'completed', PATIENT);
    expect(reached.timeline.at(-1)?.status).toBe('completed');
    expect((await account.waitForOrder(1, 'delegating', PATIENT)).id).toBe(1);
  });

  test('for an order that does not exist yet resolves when it is created', async () => {
    const account = await open();
    const waiting = account.waitForOrder('later', 'processing', PATIENT);
    await order(account, { external_id: 'later' });
    expect((await waiting).external_id).toBe('later');
  });

  test('for an order on a stopped clock fails at once, and says how to advance it', async () => {
    const account = await open();
    await order(account);
    const wait = account.waitForOrder(1, 'delegated', PATIENT);
    await expect(wait).rejects.toThrow(
      /clock of account .* is stopped at 2026-01-01T00:00:00.000Z, and order 1 goes from processing to delegating at 2026-01-01T00:00:03.000Z: advance the clock, for example account.advance\(\{ until: 'order.delegated', order: 1 \}\)/,
    );
  });

  test('for a status that cannot be reached fails at once, and suggests a manual move', async () => {
    const account = await open({ scenarios: ['stuck-processing'] });
    await order(account);
    await expect(account.waitForOrder(1, 'failed', PATIENT)).rejects.toThrow(/account.move\(1, 'failed'\)/);
    const running = await open({ clock: '10000x', scenarios: ['failed-with-refund'] });
    await order(running);
    await running.waitForOrder(1, 'failed', PATIENT);
    await expect(running.waitForOrder(1, 'completed', PATIENT)).rejects.toThrow(
      /order 1 is failed, a final status, and was .*failed/,
    );
  });

  test('during an advance of a manual clock waits for its end, and then fails if the status was not reached', async () => {
    await using receiver = await createReceiver({ answer: { delay_ms: 50 } });
    const account = await open({ webhook: receiver });
    await order(account);
    const advance = account.advance({ by: '12s' });
    await receiver.waitFor('order.delegating', PATIENT);
    expect((await account.waitForOrder(1, 'delegated', PATIENT)).status).toBe('delegated');
    await advance;
    const short = account.advance({ by: '1s' });
    await expect(account.waitForOrder(1, 'completed', PATIENT)).rejects.toThrow(/advance the clock/);
    await short;
  });

  test('for an order during a delivery reports the status of the order when it times out', async () => {
    await using receiver = await createReceiver({ answer: { hang: true } });
    const account = await open({ webhook: receiver });
    await order(account);
    await receiver.waitFor('order.processing', PATIENT);
    await expect(account.waitForOrder(1, 'completed', { timeout_ms: 50 })).rejects.toThrow(
      'waited 50 ms for order 1 in completed: order 1 is processing',
    );
  });

  test('for a webhook resolves with its payload when it is acknowledged', async () => {
    await using receiver = await createReceiver({ answer: { delay_ms: 20 } });
    const account = await open({ webhook: receiver });
    const waiting = account.waitForWebhook('order.processing', PATIENT);
    await order(account, { external_id: 'acked' });
    expect((await waiting).payload).toMatchObject({ data: { external_id: 'acked' } });
    expect(
      (await account.waitForWebhook('order.processing', { order: 'acked', ...PATIENT })).acknowledged,
    ).toBe(true);
  });

  test('for a webhook that needs the clock fails at once, and says when it is due', async () => {
    await using receiver = await createReceiver({ fail_first: 1 });
    const account = await open({ webhook: receiver });
    await expect(account.waitForWebhook('order.delegated', PATIENT)).rejects.toThrow(
      /once the code under test has created one, advance the clock/,
    );
    await order(account);
    await expect(account.waitForWebhook('order.delegated', PATIENT)).rejects.toThrow(
      /order 1 goes from processing to delegating at .*: advance the clock/,
    );
    await receiver.waitFor('order.processing', PATIENT);
    await expect(account.waitForWebhook('order.processing', PATIENT)).rejects.toThrow(
      /retrying after 1 attempt,.*attempt 2 is due at 2026-01-01T00:00:05.000Z: advance the clock/,
    );
    await account.advance({ by: '5s' });
    expect((await account.waitForWebhook('order.processing', PATIENT)).attempts).toBe(2);
  });

  test('for a webhook that cannot come any more fails at once, and says why', async () => {
    const nowhere = await open();
    await order(nowhere);
    await expect(nowhere.waitForWebhook('order.processing', PATIENT)).rejects.toThrow(
      /no webhook destination/,
    );
    await using receiver = await createReceiver();
    const lost = await open({ webhook: receiver, scenarios: ['webhooks-lost'] });
    await order(lost);
    await expect(lost.waitForWebhook('order.processing', { order: 1, ...PATIENT })).rejects.toThrow(
      /dropped by a scenario/,
    );
  });

  test('for a request lists the nearest misses when it times out', async () => {
    const account = await open();
    await order(account, { external_id: 'inv-1' });
    expect((await account.waitForRequest({ external_id: 'inv-*' }, PATIENT)).json).toMatchObject({
      external_id: 'inv-1',
    });
    const wait = account.waitForRequest(
      { operation: 'createOrder', external_id: 'inv-2' },
      { timeout_ms: 100 },
    );
    await expect(wait).rejects.toThrow(
      /^waited 100 ms for a request: .*\n(.*\n)*.*external_id: expected "inv-2", got "inv-1"$/,
    );
    const later = account.waitForRequest({ body: { package_id: 2 } }, PATIENT);
    await order(account, { package_id: 2 });
    expect((await later).operation).toBe('createOrder');
  });

  test('times out even if the test has faked all timers', async () => {
    const account = await open({ clock: 'real' });
    await order(account);
    vi.useFakeTimers();
    try {
      await expect(account.waitForOrder(1, 'completed', { timeout_ms: 50 })).rejects.toThrow(
        /waited 50 ms for order 1 in completed: order 1 is processing/,
      );
    } finally {
      vi.useRealTimers();
    }
  });

  test('is served while the test fakes all timers, and afterwards', async () => {
    const account = await open({ clock: 'real' });
    vi.useFakeTimers({ now: 0 });
    try {
      // A connection that `fetch` keeps is idle only after a setImmediate, so a faked one leaves the next request waiting.
      expect(await orderOverNewConnection(account, { external_id: 'while-faked' })).toBe(202);
      expect(Date.parse((await account.read()).clock.now)).toBeGreaterThan(Date.UTC(2025));
    } finally {
      vi.useRealTimers();
    }
    expect((await account.order('while-faked')).id).toBe(1);
  });
});
