import { type Account, createReceiver } from 'energy-rental-sandbox';
import { test } from 'energy-rental-sandbox/vitest';
import { expect } from 'vitest';
import { EnergyClient } from './energy-client.ts';
import { OrderBook } from './order-book.ts';

const ADDRESS = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const invoice = { externalId: 'invoice-1', packageId: 1, address: ADDRESS };

// A busy machine must not cause a second request, so only the scenario that never responds is given up early.
const clientOf = ({ base_url: baseUrl, api_key: apiKey }: Account, timeoutMs = 60_000): EnergyClient =>
  new EnergyClient({ baseUrl, apiKey, pauseMs: 1, timeoutMs });

test('an order goes from processing to completed', async ({ account }) => {
  const client = clientOf(account);
  expect(await client.order(invoice)).toEqual({ orderId: 48_211, status: 'processing' });
  await account.advance({ until: 'order.delegated' });
  expect(await client.status('invoice-1')).toBe('delegated');
  await account.advance({ until: 'order.completed' });
  expect(await client.status('invoice-1')).toBe('completed');
});

test.for(['response-lost', 'hang-after-commit', 'truncated-answer', 'gateway-502-after-commit'])(
  'an order whose response is faulted (%s) is paid once',
  async (scenario, { account }) => {
    await account.scenarios.use(scenario);
    const client = clientOf(account, scenario === 'hang-after-commit' ? 2_000 : undefined);
    const before = await client.balanceTrx();
    const { orderId } = await client.order(invoice);
    const { price_trx: priceTrx } = await account.order(orderId);
    expect(await client.balanceTrx()).toBeCloseTo(before - priceTrx);
    expect(await account.orders()).toHaveLength(1);
    await account.expectRequest({ operation: 'createOrder', external_id: 'invoice-1' }, { at_least: 2 });
  },
);

test('a request to a service that is down for a while is repeated', async ({ account }) => {
  await account.scenarios.use({
    name: 'down-twice',
    summary: 'The service is down for two requests.',
    requests: [{ match: { operation: 'createOrder' }, times: 2, reply: { error: 'SERVICE_UNAVAILABLE' } }],
  });
  expect((await clientOf(account).order(invoice)).orderId).toBe(48_211);
  await account.expectRequest({ operation: 'createOrder' }, { exactly: 3 });
});

test('a refusal is not repeated', async ({ account }) => {
  await account.setBalance(0);
  await expect(clientOf(account).order(invoice)).rejects.toMatchObject({
    status: 402,
    code: 'INSUFFICIENT_BALANCE',
  });
  await account.expectRequest({ operation: 'createOrder' }, { exactly: 1 });
});

test.for(['webhook-duplicated', 'webhook-reordered', 'webhook-replayed'])(
  'an order is counted once and its final state stays, whatever the order of webhooks (%s)',
  async (scenario, { account }) => {
    const book = new OrderBook();
    await using receiver = await createReceiver({
      secret: account.webhook_secret,
      answer: ({ payload, signature }) => {
        if (!signature.valid || !payload) return { status: 401 };
        book.apply(payload);
        return { status: 204 };
      },
    });
    await account.webhook.set({ url: receiver.url });
    await account.scenarios.use(scenario);
    await clientOf(account).order(invoice);
    await account.advance({ until: 'idle' });
    expect(receiver.received.length).toBeGreaterThan(0);
    expect([book.delivered, book.statusOf('invoice-1')]).toEqual([1, 'completed']);
  },
);
