import type { Account } from 'energy-rental-sandbox';
import { test } from 'energy-rental-sandbox/vitest';
import { describe, expect } from 'vitest';
import { hasOrder, learn, type Purchase } from './purchases.ts';
import { RunningIntegration } from './running-integration.ts';

const INVOICE = { externalId: 'invoice-7', packageId: 1, address: 'TSandboxRecipientxxxxxxxxxxxvU7EX1' };

/** The integration, connected to an account in which a scenario is active. */
async function start(account: Account, scenario: string): Promise<RunningIntegration> {
  const { base_url: baseUrl, api_key: apiKey, webhook_secret: webhookSecret } = account;
  const advance = (byMs: number) => account.advance({ by: `${byMs}ms` });
  // Only what never responds is given up early: elsewhere, a busy machine must not cause a second request.
  const patience = scenario === 'hang-after-commit' ? { timeoutMs: 500 } : {};
  const running = await RunningIntegration.start({ baseUrl, apiKey, webhookSecret, advance, ...patience });
  await account.webhook.set({ url: running.webhookUrl });
  await account.scenarios.use(scenario);
  return running;
}

describe('a purchase is paid once and followed to its end', () => {
  test.for([
    'happy-path',
    'response-lost',
    'hang-after-commit',
    'gateway-502-after-commit',
    'service-unavailable',
    'rate-limited',
    'not-found-after-accept',
    'review-then-delivered',
    'webhooks-lost',
    'webhook-duplicated',
    'webhook-forged',
    'webhook-reordered',
    'webhook-late',
  ])('%s', async (scenario, { account }) => {
    await using running = await start(account, scenario);
    await running.client.buy(INVOICE);
    expect(await running.client.follow('invoice-7')).toMatchObject({ status: 'completed' });
    expect(await account.orders()).toHaveLength(1);
    await account.expectNoFindings();
  });
});

test('an order that failed is followed until its amount is refunded', async ({ account }) => {
  await using running = await start(account, 'refund-late');
  await running.client.buy(INVOICE);
  expect(await running.client.follow('invoice-7')).toMatchObject({ status: 'failed', refunded: true });
});

test('an order whose refund does not come is left to a person', async ({ account }) => {
  await using running = await start(account, 'failed-without-refund');
  await running.client.buy(INVOICE);
  expect(await running.client.follow('invoice-7')).toMatchObject({ status: 'failed', refunded: false });
  expect(await running.store.unsettled()).toHaveLength(1);
});

test('a refusal is kept with its reason, and not repeated before the caller asks again', async ({
  account,
}) => {
  await using running = await start(account, 'insufficient-balance');
  const purchase = await running.client.buy(INVOICE);
  expect(purchase).toMatchObject({ status: 'refused', refusal: 'INSUFFICIENT_BALANCE' });
  await account.expectRequest({ operation: 'createOrder' }, { exactly: 1 });
  await account.scenarios.use('happy-path');
  expect(await running.client.buy(INVOICE)).toMatchObject({ status: 'processing', refusal: null });
});

test('a purchase outlives the loss of access, and is resumed', async ({ account }) => {
  await using running = await start(account, 'ip-not-allowed');
  await running.client.buy(INVOICE);
  await expect(running.client.follow('invoice-7')).rejects.toThrow('403 IP_NOT_ALLOWED');
  const [purchase] = await running.store.unsettled();
  expect(hasOrder(purchase!)).toBe(true);
});

test('the id of a purchase cannot be used for another one', async ({ account }) => {
  await using running = await start(account, 'happy-path');
  await running.client.buy(INVOICE);
  await running.client.buy(INVOICE);
  await expect(running.client.buy({ ...INVOICE, packageId: 2 })).rejects.toThrow('another purchase');
  await account.expectRequest({ operation: 'createOrder' }, { exactly: 1 });
});

test('purchases that the process left behind are resumed when it starts again', async ({ account }) => {
  await using running = await start(account, 'happy-path');
  await running.store.add({ ...INVOICE, status: 'unknown', refunded: false, refusal: null });
  await running.client.resume();
  expect(await running.store.get('invoice-7')).toMatchObject({ status: 'completed' });
});

describe('a report', () => {
  const purchase: Purchase = { ...INVOICE, status: 'delegated', refunded: false, refusal: null };

  test.for([
    ['completed', 'completed'],
    ['delegating', 'delegated'],
    ['paused', 'delegated'],
  ] as const)('of %s leaves a delegated order %s', ([status, expected], { expect }) => {
    expect(learn(purchase, { status, refunded: false }).status).toBe(expected);
  });

  test('that is late does not take back a refund', () => {
    const refunded = learn({ ...purchase, status: 'failed' }, { status: 'failed', refunded: true });
    expect(learn(refunded, { status: 'failed', refunded: false })).toMatchObject({ refunded: true });
  });
});
