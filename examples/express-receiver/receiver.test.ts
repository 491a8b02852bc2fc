import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Account } from 'energy-rental-sandbox';
import { test } from 'energy-rental-sandbox/vitest';
import { expect } from 'vitest';
import { createReceiverApp, type OrderEvent } from './receiver.ts';

const LIFECYCLE = ['processing', 'delegating', 'delegated', 'undelegating', 'completed'];

/** The app on a free port, set as the account's webhook destination. */
class Served implements AsyncDisposable {
  readonly handled: OrderEvent[] = [];
  readonly #server: Server;

  private constructor(account: Account, failures: number) {
    let left = failures;
    const app = createReceiverApp({
      secret: account.webhook_secret,
      onEvent: async event => {
        if (left-- > 0) throw new Error('the database is unavailable');
        this.handled.push(event);
      },
    });
    this.#server = app.listen(0, '127.0.0.1');
  }

  static async start(account: Account, failures = 0): Promise<Served> {
    const served = new Served(account, failures);
    await once(served.#server, 'listening');
    const { port } = served.#server.address() as AddressInfo;
    await account.webhook.set({ url: `http://127.0.0.1:${port}/webhooks` });
    return served;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

async function order({ base_url: baseUrl, api_key: apiKey }: Account): Promise<void> {
  const response = await fetch(`${baseUrl}/api/v1/order/`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ package_id: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' }),
  });
  expect(response.status).toBe(202);
}

test.for([
  'webhook-duplicated',
  'webhook-forged',
  'webhook-altered',
  'webhook-reserialised',
  'webhook-reordered',
  'webhook-replayed',
  'webhook-late',
  'webhook-id-reused',
  'webhook-before-response',
])('%s: each status change of an order is processed once', async (scenario, { account }) => {
  await using served = await Served.start(account);
  await account.scenarios.use(scenario);
  await order(account);
  await account.advance({ until: 'idle' });
  const statuses = served.handled.map(({ data }) => data.status);
  expect([...statuses].sort()).toEqual([...LIFECYCLE].sort());
  expect(new Set(served.handled.map(({ event_id: id }) => id)).size).toBe(LIFECYCLE.length);
});

test('unknown events and fields are acknowledged, and unknown events are not processed', async ({
  account,
}) => {
  await using served = await Served.start(account);
  await account.scenarios.use('webhook-unknown-event');
  await order(account);
  await account.advance({ until: 'idle' });
  const known = LIFECYCLE.filter(status => status !== 'delegating');
  // Webhooks can arrive in any order.
  expect(served.handled.map(({ data }) => data.status).toSorted()).toEqual(known.toSorted());
  await account.expectWebhook({ acknowledged: false }, { never: true });
});

test('an event whose processing failed is sent again and then processed', async ({ account }) => {
  await using served = await Served.start(account, 1);
  await order(account);
  await account.advance({ by: '5s' });
  await account.expectWebhook({ event: 'order.processing', attempts: 2, acknowledged: true }, { exactly: 1 });
  expect(served.handled.map(({ event }) => event)).toContain('order.processing');
});

test('a webhook without a valid signature is refused and not processed', async ({ account }) => {
  await using served = await Served.start(account);
  const { event_id: eventId } = await account.trigger('order.failed');
  const before = served.handled.length;
  for (const corrupt of ['wrong-secret', 'missing-prefix', 'altered-body', 'stale-signature'] as const) {
    expect((await account.resend(eventId, { corrupt })).answer?.status).toBe(401);
  }
  expect(served.handled).toHaveLength(before);
});
