import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BUILT_IN_RECEIVER } from '../../src/core/webhook/read-webhook.ts';
import { MAX_ARRIVALS } from '../../src/webhooks/built-in-receiver.ts';
import { MAX_CONCURRENCY_PER_ACCOUNT } from '../../src/webhooks/delivery-limits.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { type ControlClient, startControlled } from '../support/control-api.ts';
import { HELD_TIMEOUT_MS, HeldTimeouts } from '../support/held-timeouts.ts';
import type { TestAccount } from '../support/sandbox.ts';
import { SimulatedHost } from '../system/integrators/simulated-host.ts';

/** Longer than every test, so that only an abort ends a response that hangs. */
const ENDLESS_MS = 600_000;

type Started = Awaited<ReturnType<typeof startControlled>>;

describe('the built-in receiver', () => {
  const host = new HeldTimeouts();
  let started: Started;
  beforeAll(async () => {
    started = await startControlled({ webhooksAsDescribed: false, hostClock: host });
  });
  afterAll(() => started.sandbox.close());

  /** Opens an account whose webhooks go to its receiver. */
  function open(
    name: string,
    settings = {},
  ): { readonly shop: TestAccount; readonly control: ControlClient } {
    const shop = started.sandbox.openAccount({
      name,
      webhookUrl: BUILT_IN_RECEIVER,
      balanceSun: 10 ** 12,
      settings,
    });
    return { shop, control: started.control.of(name) };
  }

  const order = (shop: TestAccount, externalId: string) =>
    shop.api.order({ external_id: externalId, package_id: 1, address: RECIPIENT });

  /** Resends the first event of an account. */
  async function resend(control: ControlClient, corrupt?: string): Promise<void> {
    const { items } = await control.call('listEvents');
    const path = { event_id: items[0]!.event_id };
    await control.call('resendEvent', { path, body: corrupt === undefined ? {} : { corrupt } });
  }

  test('verifies what arrives and acknowledges it', async () => {
    const { shop, control } = open('plain');
    await order(shop, 'inv-1');
    await shop.quiet();
    const { items, bound, dropped } = await control.call('listArrivals');
    expect({ bound, dropped }).toEqual({ bound: MAX_ARRIVALS, dropped: 0 });
    expect(items).toMatchObject([
      {
        number: 1,
        event: 'order.processing',
        order_id: 1,
        external_id: 'inv-1',
        signature: { valid: true, problem: null },
        duplicate_of: null,
        state: 'sent',
        status: 200,
      },
    ]);
    const [delivery] = (await control.call('listDeliveries')).items;
    expect(items[0]!.body).toBe(delivery!.sent.body);
    expect(delivery).toMatchObject({ url: BUILT_IN_RECEIVER, outcome: 'acknowledged' });
  });

  test('fails as often as the dial says, and then recognizes the retries as duplicates', async () => {
    const { shop, control } = open('fails');
    await control.call('setReceiver', { body: { status: 500, times: 2 } });
    await order(shop, 'inv-1');
    await shop.quiet();
    expect(await control.call('getReceiver')).toMatchObject({ is_destination: true, status: 500, times: 1 });
    const [event] = (await control.call('listEvents')).items;
    expect(event).toMatchObject({
      state: 'scheduled',
      last_delivery: { outcome: 'refused', status: 500 },
      next_attempt: { number: 2, of: 9 },
    });
    await shop.settle();
    const { items } = await control.call('listArrivals');
    const ofFirst = items.filter(({ event_id }) => event_id === event!.event_id);
    expect(ofFirst.map(({ status }) => status)).toEqual([500, 200]);
    expect(ofFirst[1]!.duplicate_of).toBe(ofFirst[0]!.number);
    expect(items.filter(({ status }) => status === 500)).toHaveLength(2);
    expect(await control.call('getReceiver')).toMatchObject({ status: 200, times: null });
  });

  test('refuses a forged webhook, unless its dial says not to verify', async () => {
    const { shop, control } = open('forged');
    await order(shop, 'inv-1');
    await shop.quiet();
    await resend(control, 'wrong-secret');
    await control.call('setReceiver', { body: { verify: false } });
    await resend(control, 'wrong-secret');
    const { items } = await control.call('listArrivals');
    expect(items.map(({ signature, status }) => [signature.valid, status])).toEqual([
      [true, 200],
      [false, 401],
      [false, 200],
    ]);
    expect(items[1]!.signature.problem).toContain('does not match');
  });

  test('reports a response that hangs at once, and that it timed out', async () => {
    const { shop, control } = open('hangs', { webhook_timeout_ms: HELD_TIMEOUT_MS });
    await control.call('setReceiver', { body: { hang: true } });
    await order(shop, 'inv-1');
    expect((await control.call('listArrivals')).items).toMatchObject([{ state: 'pending', status: null }]);
    host.expire();
    await shop.quiet();
    expect((await control.call('listArrivals')).items).toMatchObject([{ state: 'timeout', status: null }]);
    const [delivery] = (await control.call('listDeliveries')).items;
    expect(delivery).toMatchObject({ outcome: 'timeout', answer: null });
  });

  test('responds late if the dial says so', async () => {
    const { shop, control } = open('slow');
    await control.call('setReceiver', { body: { delay: '60ms' } });
    await order(shop, 'inv-1');
    await shop.quiet();
    const { items } = await control.call('listArrivals');
    expect(items[0]!.duration_ms).toBeGreaterThanOrEqual(55);
  });

  test('never causes a finding, whatever its dial says', async () => {
    const { shop, control } = open('judged', { webhook_timeout_ms: 30, webhook_retry_delays_ms: [1_000] });
    await order(shop, 'inv-1');
    await shop.quiet();
    for (const dial of [{ status: 500 }, { status: 400 }, { hang: true }, { delay: '20ms' }]) {
      await control.call('setReceiver', { body: dial });
      await order(shop, `inv-${JSON.stringify(dial).length}`);
      await shop.settle();
      await resend(control);
      await resend(control, 'extra-field');
      await resend(control, 'reserialised');
    }
    await control.call('setReceiver', { body: { verify: false } });
    await resend(control, 'wrong-secret');
    const states = (await control.call('listEvents')).items.map(({ state }) => state);
    expect(states).toContain('exhausted');
    const outcomes = (await control.call('listDeliveries')).items.map(({ outcome }) => outcome);
    expect(new Set(outcomes)).toEqual(new Set(['acknowledged', 'refused', 'timeout']));
    const aboutWebhooks = started.sandbox
      .findings(shop.account)
      .filter(({ events, severity }) => events.length > 0 && severity !== 'info');
    expect(aboutWebhooks).toEqual([]);
  });

  test('does not delay an account because responses of another account hang', async () => {
    const first = open('hog', { webhook_timeout_ms: ENDLESS_MS });
    const second = open('neighbor');
    await first.control.call('setReceiver', { body: { hang: true } });
    for (let batch = 0; batch < 6; batch++) {
      const orders = Array.from({ length: 50 }, (_, index) => ({
        external_id: `hog-${batch}-${index}`,
        package_id: 1,
        address: RECIPIENT,
      }));
      await first.shop.api.bulk(orders);
    }
    await expect
      .poll(async () => (await first.control.call('listArrivals', { query: { limit: 1_000 } })).items.length)
      .toBe(MAX_CONCURRENCY_PER_ACCOUNT);
    await order(second.shop, 'inv-1');
    await second.shop.quiet();
    expect((await second.control.call('listArrivals')).items).toHaveLength(1);
    await first.control.call('resetAccount', { body: {} });
    await first.shop.quiet();
    expect((await first.control.call('listArrivals')).items).toEqual([]);
    expect((await first.control.call('getReceiver')).hang).toBe(true);
  });

  test('keeps a limited number of arrivals and counts the others', async () => {
    const { shop, control } = open('many');
    for (let batch = 0; batch < 11; batch++) {
      const orders = Array.from({ length: 50 }, (_, index) => ({
        external_id: `many-${batch}-${index}`,
        package_id: 1,
        address: RECIPIENT,
      }));
      await shop.api.bulk(orders);
    }
    await shop.quiet();
    const page = await control.call('listArrivals', { query: { sort: 'newest', limit: 1_000 } });
    expect([page.items.length, page.items[0]!.number, page.dropped]).toEqual([MAX_ARRIVALS, 550, 50]);
    expect(await control.call('clearArrivals')).toEqual({ cleared: MAX_ARRIVALS });
    await resend(control);
    expect((await control.call('listArrivals')).items).toMatchObject([{ number: 1, duplicate_of: null }]);
  });

  test('names what is wrong with a dial', async () => {
    const { control } = open('wrong');
    expect((await control.refusal('setReceiver', { body: { status: 42 } })).outcome).toBe(
      '400 INVALID_REQUEST body.status',
    );
    expect((await control.refusal('setReceiver', { body: { delay: 'soon' } })).outcome).toBe(
      '400 INVALID_REQUEST body.delay',
    );
  });

  test('is still the destination after a snapshot is restored', async () => {
    const { shop, control } = open('kept');
    await order(shop, 'inv-1');
    await control.call('takeSnapshot', { body: { name: 'before' } });
    const file = await control.call('exportSnapshot', { path: { name: 'before' } });
    await control.call('importSnapshot', { path: { name: 'again' }, body: file });
    await control.call('restoreSnapshot', { path: { name: 'again' } });
    expect((await control.call('getWebhook')).url).toBe(BUILT_IN_RECEIVER);
  });
});

test('the built-in receiver may be used on a server whose webhooks are guarded', async () => {
  const adminToken = 'a-token-that-is-long-enough';
  await using started = await startControlled({
    public_url: 'https://sandbox.example.com',
    admin_token: adminToken,
  });
  const headers = { 'X-Admin-Token': adminToken };
  const { control } = started;
  const refused = await control.refusal('setWebhook', { body: { url: 'http://127.0.0.1:9/' }, headers });
  expect(refused.outcome).toBe('400 INVALID_REQUEST body.url');
  await control.call('setWebhook', { body: { url: BUILT_IN_RECEIVER }, headers });
  await started.sandbox.api.order({ package_id: 1, address: RECIPIENT });
  await started.sandbox.quiet();
  expect((await control.call('listArrivals', { headers })).items).toHaveLength(1);
});

test('a server stops at once while responses of the built-in receiver hang', async () => {
  const started = await startControlled({
    webhook_url: BUILT_IN_RECEIVER,
    hostClock: new SimulatedHost(),
    assumptions: { webhook_timeout_ms: ENDLESS_MS },
  });
  await started.control.call('setReceiver', { body: { hang: true } });
  await started.sandbox.api.order({ package_id: 1, address: RECIPIENT });
  // No deadline of the shutdown can end on this host, so that what waited for one would not end.
  await started.sandbox.close();
  await expect(fetch(started.sandbox.baseUrl)).rejects.toThrow('fetch failed');
});
