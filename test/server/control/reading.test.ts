import { beforeAll, describe, expect } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { sharedSandbox, startControlled, test } from '../../support/control-api.ts';
import { signatureOf } from '../../support/receiver.ts';

const ORDER = { external_id: 'inv-1', package_id: 1, address: RECIPIENT };

describe('an order', () => {
  test('is shown with its timeline, its deliveries, its ledger entries and its requests', async ({
    sandbox,
    control,
  }) => {
    await sandbox.receive();
    await sandbox.api.order(ORDER, { headers: { 'X-Sandbox-Scenario': 'failed-with-refund' } });
    await sandbox.api.status({ external_id: 'inv-1' });
    await control.call('advanceClock', { body: { until: 'idle' } });
    const order = await control.call('getOrder', { path: { order: 1 } });
    expect(order).toMatchObject({
      id: 1,
      external_id: 'inv-1',
      status: 'failed',
      refunded: true,
      scenario: 'failed-with-refund',
      rule: { id: 'failed-with-refund/orders[0]' },
      next_step: null,
      can_go_to: [],
      refund: { amount_trx: 3.9 },
    });
    expect(order.rule?.source).toMatch(/^scenarios\/failed-with-refund\.yaml:\d+:\d+$/);
    expect(order.timeline.map(({ status, cause }) => [status, cause === order.rule?.source])).toEqual([
      ['processing', false],
      ['delegating', true],
      ['failed', true],
    ]);
    expect(order.timeline[1]?.txid).toBe(order.txid);
    expect(order.timeline[2]?.event.deliveries).toHaveLength(1);
    expect(order.ledger.map(({ kind }) => kind)).toEqual(['debit', 'refund']);
    expect(order.requests.map(({ operation }) => operation)).toEqual(['createOrder', 'getOrderStatus']);
  });
});

describe('a list', () => {
  test('of orders is filtered and paged from either end, while orders are added', async ({
    sandbox,
    control,
  }) => {
    for (const id of ['a-1', 'b-1', 'a-2', 'a-3']) await sandbox.api.order({ ...ORDER, external_id: id });
    const first = await control.call('listOrders', { query: { external_id: 'a-*', limit: 2 } });
    expect(first.items.map(({ id }) => id)).toEqual([1, 3]);
    await sandbox.api.order({ ...ORDER, external_id: 'a-4' });
    const rest = await control.call('listOrders', { query: { external_id: 'a-*', cursor: first.next! } });
    expect(rest.items.map(({ id }) => id)).toEqual([4, 5]);
    expect(rest.next).toBeNull();
    const newest = await control.call('listOrders', { query: { sort: 'newest', limit: 2 } });
    expect(newest.items.map(({ id }) => id)).toEqual([5, 4]);
    const older = await control.call('listOrders', { query: { sort: 'newest', cursor: newest.next! } });
    expect(older.items.map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  test('of events, deliveries or requests is filtered by external_id', async ({ sandbox, control }) => {
    await sandbox.receive();
    await sandbox.api.bulk(['a-1', 'b-1'].map(id => ({ ...ORDER, external_id: id })));
    await sandbox.api.order({ ...ORDER, external_id: 'a-2' });
    await sandbox.api.status({ id: 3 });
    await sandbox.api.status({ external_id: 'b-1' });
    await control.call('advanceClock', { body: { by: '1s' } });
    const events = await control.call('listEvents', { query: { external_id: 'a-?' } });
    expect(events.items.map(({ external_id }) => external_id)).toEqual(['a-1', 'a-2']);
    const deliveries = await control.call('listDeliveries', { query: { external_id: 'b-1' } });
    expect(deliveries.items.map(({ order_id }) => order_id)).toEqual([2]);
    const requests = await control.call('listRequests', { query: { external_id: 'a-2' } });
    expect(requests.items.map(({ operation }) => operation)).toEqual(['createOrder', 'getOrderStatus']);
    const others = await control.call('listRequests', { query: { external_id: 'b-*' } });
    expect(others.items.map(({ operation }) => operation)).toEqual(['createOrdersBulk', 'getOrderStatus']);
  });

  test('of orders is filtered by status and time', async ({ sandbox, control }) => {
    await sandbox.api.order(ORDER);
    await sandbox.advance(60_000);
    await sandbox.api.order({ ...ORDER, external_id: 'b' });
    const ids = async (query: Record<string, string>) =>
      (await control.call('listOrders', { query })).items.map(({ id }) => id);
    expect(await ids({ status: 'processing' })).toEqual([2]);
    expect(await ids({ status: 'delegated' })).toEqual([1]);
    expect(await ids({ from: '2026-01-01T00:00:30Z' })).toEqual([2]);
    expect(await ids({ to: '2026-01-01T00:00:30Z' })).toEqual([1]);
  });

  test('of deliveries has one row per attempt, with the bytes that the receiver got', async ({
    sandbox,
    control,
  }) => {
    const receiver = await sandbox.receive();
    receiver.next(500);
    await sandbox.api.order(ORDER);
    await control.call('advanceClock', { body: { by: '1h' } });
    const { items } = await control.call('listDeliveries');
    expect(items.map(({ event, attempt, outcome }) => [event, attempt, outcome])).toEqual([
      ['order.processing', 1, 'refused'],
      ['order.delegating', 1, 'acknowledged'],
      ['order.processing', 2, 'acknowledged'],
      ['order.delegated', 1, 'acknowledged'],
    ]);
    for (const [index, { sent }] of items.entries()) {
      const { body, headers } = receiver.deliveries[index]!;
      expect(sent.body).toBe(body.toString());
      expect(sent.headers).toMatchObject({ 'X-Webhook-Signature': headers['x-webhook-signature'] });
      expect(signatureOf(body, sandbox.running.webhookSecret)).toBe(headers['x-webhook-signature']);
    }
    const refused = await control.call('listDeliveries', { query: { outcome: 'refused' } });
    expect(refused.items.map(({ answer }) => answer?.status)).toEqual([500]);
    const pages = await control.call('listDeliveries', { query: { limit: 3 } });
    const last = await control.call('listDeliveries', { query: { cursor: pages.next! } });
    expect([...pages.items, ...last.items]).toEqual(items);
  });

  test('of events shows the state of each, and an event shows its next attempt', async ({
    sandbox,
    control,
  }) => {
    const receiver = await sandbox.receive();
    receiver.always(503);
    await sandbox.api.order(ORDER);
    await sandbox.quiet();
    const { items } = await control.call('listEvents', { query: { state: 'scheduled' } });
    expect(items).toMatchObject([
      { event: 'order.processing', order_id: 1, attempts: 1, acknowledged: false },
    ]);
    const event = await control.call('getEvent', { path: { event_id: items[0]!.event_id } });
    expect(event.next_attempt).toEqual({ number: 2, of: 9, at: '2026-01-01T00:00:05.000Z' });
    expect(event.payload).toMatchObject({ event_id: items[0]!.event_id, data: { order_id: 1 } });
    const unknown = await control.refusal('getEvent', {
      path: { event_id: 'order-1-order.review-000000000000' },
    });
    expect(unknown.outcome).toBe('404 EVENT_NOT_FOUND params.event_id');
  });
});

describe('the journal', () => {
  test('shows a request with its response, without secrets', async ({ sandbox, control }) => {
    const answer = await sandbox.api.order(ORDER);
    const id = answer.headers['x-sandbox-request-id']!;
    const request = await control.call('getRequest', { path: { request: id } });
    expect(request).toMatchObject({
      id,
      operation: 'createOrder',
      method: 'POST',
      url: '/api/v1/order/',
      status: 202,
      error: null,
      key: 'default',
      orders: [1],
      explanation: '',
      violations: [],
      json: ORDER,
      answer: { json: { success: true }, body: answer.text },
    });
    expect(request.headers).toContainEqual({ name: 'authorization', value: 'Bearer [redacted]' });
    expect(JSON.stringify(request)).not.toContain(sandbox.apiKey);
  });

  test('lists violations of a request that succeeded', async ({ sandbox, control }) => {
    await sandbox.api.order(ORDER);
    const body = `{"external_id":"inv-1","package_id":2,"address":"${RECIPIENT}","colour":"red","adress":""}`;
    await sandbox.api.call('POST', '/api/v1/order/?a=1&a=2', {
      body,
      headers: { 'content-type': 'text/plain' },
    });
    await sandbox.api.call('GET', '/api/v1/balance');
    const { items } = await control.call('listRequests', { query: { sort: 'newest', limit: 2 } });
    expect(items[0]).toMatchObject({
      status: 404,
      violations: ['the path is missing its trailing slash; use /api/v1/balance/'],
    });
    expect(items[1]?.violations).toEqual([
      'Content-Type is text/plain, not application/json',
      'query.a is given more than once; the last value was used',
      'query.a is not a parameter of createOrder; it was ignored',
      'body.colour is not a field of createOrder; it was ignored',
      'body.adress is not a field of createOrder; it was ignored; did you mean "address"?',
      'idempotency-mismatch: the external_id belongs to an order that differs from this request',
    ]);
  });

  test('names the rule that applied, and why the nearest others did not', async () => {
    await using started = await startControlled({ scenarios: ['service-unavailable'] });
    const { sandbox, control } = started;
    await sandbox.api.order(ORDER);
    const { items } = await control.call('listRequests', { query: { operation: 'createOrder' } });
    expect(items[0]).toMatchObject({ status: 503, error: 'SERVICE_UNAVAILABLE' });
    expect(items[0]?.rule?.source).toMatch(/^scenarios\/service-unavailable\.yaml:\d+:\d+$/);
    await control.call('addScenario', {
      body: {
        scenario: {
          name: 'mine',
          summary: 'One order is refused.',
          requests: [{ match: { operation: 'createOrder', external_id: 'x-*' }, reply: { status: 503 } }],
        },
      },
    });
    await sandbox.api.order(ORDER);
    const newest = await control.call('listRequests', { query: { sort: 'newest', limit: 1 } });
    const { near_misses } = await control.call('getRequest', { path: { request: newest.items[0]!.id } });
    expect(near_misses[0]).toBe(
      'mine/requests[0] (inline requests[0]) did not apply: external_id: expected x-*, found inv-1.',
    );
  });

  test('reports its bound and how many entries were dropped, and pages continue after the drop', async ({
    sandbox,
    control,
  }) => {
    await sandbox.api.balance();
    const journal = sandbox.core.journalOf(sandbox.account);
    const [first] = journal.list();
    while (journal.recorded < 1_100) journal.record({ ...first!, id: `copy-${journal.recorded}` });
    const page = await control.call('listRequests', { query: { limit: 1 } });
    expect(page).toMatchObject({ bound: 500, dropped: 600, next: '601' });
    const { items } = await control.call('listRequests', { query: { cursor: '1099', limit: 10 } });
    expect(items).toHaveLength(1);
    expect(await control.call('clearRequests')).toEqual({ cleared: 500 });
    expect(await control.call('listRequests')).toMatchObject({ items: [], dropped: 0 });
  });
});

test('the register shows the values in force, for the server and for an account', async () => {
  await using started = await startControlled({ discount_percent: 3 });
  const { control } = started;
  await control.call('createAccount', { body: { name: 'x', discount_percent: 8 } });
  const value = async (query: Record<string, string>) => {
    const { items } = await control.call('listAssumptions', { query });
    return items.find(({ name }) => name === 'discount_percent');
  };
  expect(await value({})).toMatchObject({ default: 0, value: 3, changeable: true, section: 'Quote' });
  expect(await value({ account: 'x' })).toMatchObject({ default: 0, value: 8 });
  const wrong = await control.refusal('listAssumptions', { query: { account: 'y' } });
  expect(wrong.outcome).toBe('404 ACCOUNT_NOT_FOUND query.account');
});

test('info names no default key once it is revoked', async ({ sandbox, control }) => {
  expect((await control.call('getInfo')).default_api_key).toBe(sandbox.apiKey);
  await control.call('revokeKey', { path: { key: 'key-1' } });
  expect((await control.call('getInfo')).default_api_key).toBeNull();
});

test('an event lists the attempts that follow if all of them fail', async ({ sandbox, control }) => {
  const receiver = await sandbox.receive();
  receiver.always(500);
  await sandbox.api.order(ORDER);
  await sandbox.quiet();
  const planned = async (): Promise<readonly { number: number; at: string }[]> =>
    (await control.call('getOrder', { path: { order: '1' } })).timeline[0]!.event.planned_attempts;
  const before = await planned();
  expect(before.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  await sandbox.settle();
  const { timeline } = await control.call('getOrder', { path: { order: '1' } });
  const made = timeline[0]!.event.deliveries.map(({ attempt, at }) => ({ number: attempt, at }));
  expect(made.slice(1)).toEqual(before);
  expect(await planned()).toEqual([]);
});

test('an order counts its events that were given up, until a resend delivers them', async ({
  sandbox,
  control,
}) => {
  const receiver = await sandbox.receive();
  receiver.always(500);
  await sandbox.api.order(ORDER);
  await sandbox.settle();
  const givenUp = async (): Promise<number> => (await control.call('listOrders')).items[0]!.webhooks_given_up;
  expect(await givenUp()).toBe(5);
  receiver.always(204);
  const { items } = await control.call('listEvents', { query: { state: 'exhausted', limit: 1 } });
  await control.call('resendEvent', { path: { event_id: items[0]!.event_id } });
  expect(await givenUp()).toBe(4);
});

test('a delivery says whether the response waited for it', async ({ sandbox, control }) => {
  await sandbox.receive();
  await sandbox.api.call('POST', '/api/v1/order/', {
    body: ORDER,
    headers: { 'x-sandbox-scenario': 'webhook-before-response' },
  });
  await sandbox.advance(3_000);
  const { items } = await control.call('listDeliveries');
  expect(items.map(({ event, before_response }) => [event, before_response])).toEqual([
    ['order.processing', true],
    ['order.delegating', false],
  ]);
});

test('a request says when and how its response ended', async ({ sandbox, control }) => {
  await sandbox.api.order(ORDER);
  const lost = sandbox.api.call('POST', '/api/v1/order/', {
    body: { ...ORDER, external_id: 'b' },
    headers: { 'x-sandbox-scenario': 'response-lost' },
  });
  await expect(lost).rejects.toThrow();
  const { items } = await control.call('listRequests');
  expect(items.map(({ end, at, answered_at }) => [end, answered_at === at])).toEqual([
    ['sent', true],
    ['lost', true],
  ]);
});

const searched = sharedSandbox();
beforeAll(async () => {
  const { api } = searched.sandbox;
  await api.order({ external_id: 'beier:inv-10001', package_id: 1, address: RECIPIENT });
  await api.status({ external_id: 'beier:inv-10001' });
  await api.order({ external_id: 'other', package_id: 99, address: RECIPIENT });
  await api.balance();
});

/** Method, URL and external_ids of the requests that contain a text. */
const found = async (search: string): Promise<string[]> => {
  const { items } = await searched.control.call('listRequests', { query: { search } });
  return items.map(({ method, url, external_ids }) => [method, url, ...external_ids].join(' '));
};

const FOUND_ORDER = 'POST /api/v1/order/ beier:inv-10001';
const FOUND_STATUS = 'GET /api/v1/status/?external_id=beier%3Ainv-10001 beier:inv-10001';

test('a search finds an external_id in a body and percent-encoded in a URL', async () => {
  expect(await found('beier:inv-10001')).toEqual([FOUND_ORDER, FOUND_STATUS]);
  expect(await found('BEIER:INV')).toEqual([FOUND_ORDER, FOUND_STATUS]);
  expect(await found('beier%3Ainv')).toEqual([FOUND_STATUS]);
});

test('a search finds text in the bodies of requests and responses', async () => {
  expect(await found('"package_id":99')).toEqual(['POST /api/v1/order/ other']);
  expect(await found('balance_trx')).toContain('GET /api/v1/balance/');
});

test('a search finds nothing that is not there', async () => {
  expect(await found('beier:inv-10002')).toEqual([]);
});

test('a search finds orders by id, external_id, address and txid, and events by name, id and external_id', async () => {
  const { items } = await searched.control.call('listOrders', { query: {} });
  const [order] = items;
  const orders = async (query: Record<string, string | number>): Promise<number[]> =>
    (await searched.control.call('listOrders', { query })).items.map(({ id }) => id);
  expect(await orders({ order: order!.id })).toEqual([order!.id]);
  expect(await orders({ order: 999 })).toEqual([]);
  expect(await orders({ search: order!.external_id!.slice(2).toUpperCase() })).toContain(order!.id);
  expect(await orders({ search: order!.address.slice(0, 8).toLowerCase() })).toContain(order!.id);
  expect(await orders({ search: order!.address.slice(1, 9) })).toEqual([]);
  const events = async (search: string): Promise<number[]> =>
    (await searched.control.call('listEvents', { query: { search } })).items.map(({ order_id }) => order_id);
  expect(await events('ORDER.processing')).toContain(order!.id);
  expect(await events(`order-${order!.id}-`)).toEqual([order!.id]);
  expect(await events(order!.external_id!)).toEqual([order!.id]);
  expect(await events('order.nothing')).toEqual([]);
});

test('a search text has a limit', async () => {
  const { outcome } = await searched.control.refusal('listRequests', { query: { search: 'x'.repeat(201) } });
  expect(outcome).toBe('400 INVALID_REQUEST query.search');
});

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test.for([65, 30_000])(
  'a request with a body of %d levels is shown in the journal and can be matched',
  async (levels, { sandbox, control }) => {
    const deep = `{"package_id":1,"address":"${RECIPIENT}","extra":${nested(levels - 1)}}`;
    for (const body of [nested(levels), deep]) {
      expect((await sandbox.api.call('POST', '/api/v1/order/', { body })).outcome).toBe('400 INVALID_JSON');
    }
    const { items } = await control.call('listRequests');
    expect(items.length).toBe(2);
    for (const { id } of items) {
      const detail = await control.call('getRequest', { path: { request: id } });
      expect(detail).toMatchObject({ status: 400, error: 'INVALID_JSON', json: null });
      expect(detail.body).toHaveLength(id === items[0]!.id ? nested(levels).length : deep.length);
    }
    const verified = await control.call('verifyRequests', {
      body: { match: { operation: 'createOrder', body: { package_id: 1 } }, count: { exactly: 0 } },
    });
    expect(verified).toMatchObject({ matched: 0 });
  },
);
