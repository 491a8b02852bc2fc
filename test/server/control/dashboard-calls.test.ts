import { expect } from 'vitest';
import { asAfterCrash, freshFolder } from '../../host/storage/folders.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { type ControlClient, startControlled, test } from '../../support/control-api.ts';
import type { TestSandbox } from '../../support/sandbox.ts';

const MARK = { 'X-Sandbox-Dashboard': '1' };
const ORDER = { package_id: 1, address: RECIPIENT };
const FAILS = 'TFaiLedNotRefundedxxxxxxxxxxvAp4wu';

/** What a look at the account must not change. */
async function observed(control: ControlClient) {
  const [account, requests, findings, coverage, keys] = await Promise.all([
    control.call('getAccount'),
    control.call('listRequests'),
    control.call('listFindings', { query: { final: 'true' } }),
    control.call('getCoverage'),
    control.call('listKeys'),
  ]);
  return { account, requests, findings, met: coverage.met, keys };
}

/** The service as the dashboard's order form calls it. */
async function form(control: ControlClient, { api }: TestSandbox) {
  const { api_key: key } = await control.call('getDashboardKey');
  return {
    key,
    order: (body: Readonly<Record<string, unknown>>, headers = {}) =>
      api.call('POST', '/api/v1/order/', { key, body, headers: { ...MARK, ...headers } }),
  };
}

test('the price of a selection and the key of the dashboard leave no trace in the account', async ({
  sandbox,
  control,
}) => {
  const before = await observed(control);
  const { quote } = await control.call('previewQuote', { query: { package_id: 1 } });
  const refused = await control.call('previewQuote', { query: { energy_amount: 1 } });
  const { api_key } = await control.call('getDashboardKey');
  expect((await control.call('getDashboardKey')).api_key).toBe(api_key);
  expect(refused).toMatchObject({ quote: null, error: 'CUSTOM_ENERGY_OUT_OF_RANGE' });
  const after = await observed(control);
  expect(after).toEqual(before);
  expect((await sandbox.api.quote({ package_id: 1 })).data).toMatchObject(quote!);
});

test('a preview of a price uses up no rule of a scenario', async ({ sandbox, control }) => {
  const yaml =
    'name: once\nsummary: The first quote is refused.\nrequests:\n  - match: { operation: getQuote }\n    times: 1\n    reply: { status: 503, error: SERVICE_UNAVAILABLE }\n';
  await control.call('addScenario', { body: { yaml } });
  expect((await control.call('previewQuote', { query: { package_id: 1 } })).error).toBeNull();
  expect((await sandbox.api.quote({ package_id: 1 })).outcome).toBe('503 SERVICE_UNAVAILABLE');
});

test('an order of the form is in the journal as its own, and is no finding, no coverage and no match of an assertion', async ({
  sandbox,
  control,
}) => {
  await sandbox.receive();
  const before = await observed(control);
  const page = await form(control, sandbox);
  // The integration would be told that it has no external_id, that it was never confirmed, that a loss went unnoticed.
  expect((await page.order({ package_id: 1, address: FAILS })).status).toBe(202);
  expect((await page.order({ package_id: 1, address: FAILS, extra: 1 })).status).toBe(202);
  expect((await page.order({ package_id: 99, address: RECIPIENT })).status).toBe(404);
  await sandbox.settle();
  const after = await observed(control);
  expect(after.requests.items.map(one => [one.by_dashboard, one.key, one.status])).toEqual([
    [true, 'dashboard', 202],
    [true, 'dashboard', 202],
    [true, 'dashboard', 404],
  ]);
  expect(after.account).toMatchObject({ orders: 2, requests: 3, keys: 1 });
  expect([after.findings, after.met, after.keys]).toEqual([before.findings, before.met, before.keys]);
  const order = await control.call('getOrder', { path: { order: 1 } });
  expect(order).toMatchObject({ key: 'dashboard', status: 'failed' });
  expect(order.timeline[0]!.cause).toBe('dashboard');
  const verdict = await control.call('verifyRequests', {
    body: { match: { operation: 'createOrder' }, count: { never: true } },
  });
  expect(verdict.ok).toBe(true);
});

test('the header of the dashboard hides no request with another key', async ({ sandbox, control }) => {
  await form(control, sandbox);
  await sandbox.api.call('POST', '/api/v1/order/', { body: ORDER, headers: MARK });
  const { requests, findings } = await observed(control);
  expect(requests.items).toMatchObject([{ by_dashboard: false, key: 'default' }]);
  expect(findings.items.map(({ rule }) => rule)).toContain('order-without-external-id');
});

test('the key of the dashboard is refused without its header, in the control API, and once the account is deleted', async ({
  sandbox,
  control,
}) => {
  const page = await form(control, sandbox);
  const refused = await sandbox.api.as(page.key).balance();
  expect([refused.outcome, refused.explain]).toEqual([
    '401 UNAUTHORIZED',
    'this is the key of the dashboard, which no other client can use; create a key',
  ]);
  const me = { path: { account: 'me' }, headers: { authorization: `Bearer ${page.key}` } };
  expect((await control.refusal('getAccount', me)).outcome).toMatch(/^401/);
  await control.call('resetAccount');
  expect((await page.order(ORDER)).status).toBe(202);
  await control.call('deleteAccount');
  expect((await page.order(ORDER)).outcome).toBe('401 UNAUTHORIZED');
});

test('a key of the dashboard has at most the scopes and addresses of the key that asked for it', async ({
  sandbox,
  control,
}) => {
  const ofKey = async (request: Readonly<Record<string, unknown>>) => {
    const { api_key } = await control.call('createKey', { body: request });
    const as = { path: { account: 'me' }, headers: { authorization: `Bearer ${api_key}` } };
    return (await control.call('getDashboardKey', as)).api_key;
  };
  const call = (key: string) =>
    sandbox.api.call('POST', '/api/v1/order/', { key, body: ORDER, headers: MARK });
  const reading = await ofKey({ scopes: ['orders:read'] });
  const buying = await ofKey({ scopes: ['orders:create'] });
  expect((await call(reading)).outcome).toBe('403 SCOPE_FORBIDDEN');
  expect((await call(buying)).status).toBe(202);
  expect(reading).not.toBe(buying);
  const limited = await ofKey({ rate_limit_per_minute: 1 });
  expect((await call(limited)).status).toBe(202);
  expect((await call(limited)).outcome).toBe('429 RATE_LIMITED');
  expect((await call((await form(control, sandbox)).key)).status).toBe(202);
});

test('a key of the dashboard dies with the key that asked for it: revoked, expired or replaced', async ({
  sandbox,
  control,
}) => {
  const expires_at = '2026-01-02T00:00:00Z';
  const { api_key: short } = await control.call('createKey', { body: { expires_at } });
  const { api_key: long, key } = await control.call('createKey');
  const pageOf = async (bearer: string) => {
    const as = { path: { account: 'me' }, headers: { authorization: `Bearer ${bearer}` } };
    return (await control.call('getDashboardKey', as)).api_key;
  };
  const [ofShort, ofLong] = [await pageOf(short), await pageOf(long)];
  const outcome = async (bearer: string) =>
    (await sandbox.api.call('GET', '/api/v1/balance/', { key: bearer, headers: MARK })).outcome;
  expect([await outcome(ofShort), await outcome(ofLong)]).toEqual(['200', '200']);
  await control.call('advanceClock', { body: { to: expires_at } });
  expect([await outcome(ofShort), await outcome(ofLong)]).toEqual(['401 TOKEN_EXPIRED', '200']);
  await control.call('revokeKey', { path: { key: key.id } });
  expect(await outcome(ofLong)).toBe('401 UNAUTHORIZED');
  expect(await outcome((await form(control, sandbox)).key)).toBe('200');
});

test('a scenario that changes the key of a request changes no key of the account if the form made it', async ({
  sandbox,
  control,
}) => {
  const page = await form(control, sandbox);
  const { keys } = await observed(control);
  const yaml =
    'name: revoke\nsummary: The key is revoked.\nrequests:\n  - match: { operation: createOrder }\n    set: { key: { revoked: true } }\n';
  await control.call('addScenario', { body: { yaml } });
  await page.order(ORDER);
  expect((await page.order(ORDER)).status).toBe(202);
  expect((await observed(control)).keys).toEqual(keys);
});

test('callers without a valid key are listed with what identifies them, and without their secrets', async ({
  sandbox,
  control,
}) => {
  const unknown = sandbox.api.as('ersk_demo_not-a-key-of-anyone-7890');
  await unknown.call('GET', '/api/v1/balance/?token=very-secret', { headers: { 'user-agent': 'shop/1.2' } });
  await sandbox.api.as(null).balance();
  await sandbox.api.balance();
  const { items, bound, dropped } = await control.call('listUnknownCallers', { query: { sort: 'newest' } });
  expect(items).toMatchObject([
    { explanation: expect.stringContaining('the Authorization header is missing'), key: null },
    {
      method: 'GET',
      url: '/api/v1/balance/?token=[redacted]',
      status: 401,
      error: 'UNAUTHORIZED',
      explanation: 'no account has this API key',
      ip: '127.0.0.1',
      user_agent: 'shop/1.2',
      key: '7890',
    },
  ]);
  expect([bound, dropped]).toEqual([500, 0]);
  expect(await control.call('clearUnknownCallers')).toEqual({ cleared: 2 });
  expect((await control.call('listUnknownCallers')).items).toEqual([]);
});

test('what is due next is listed in order, page by page, and happens at the instants that were listed', async () => {
  await using started = await startControlled({
    webhook_url: 'http://127.0.0.1:9/',
    webhooksAsDescribed: false,
  });
  const { control, sandbox } = started;
  await sandbox.api.order({ ...ORDER, external_id: 'plain' });
  await sandbox.api.order({
    package_id: 1,
    address: 'TRefundLatexxxxxxxxxxxxxxxxxvLFswR',
    external_id: 'late',
  });
  await sandbox.quiet();
  const { items, total } = await control.call('listUpcoming');
  expect(total).toBe(items.length);
  expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted());
  expect(
    items.map(({ kind, external_id, status, event, attempt }) => [
      kind,
      external_id,
      status ?? event,
      attempt,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['step', 'plain', 'delegating', null],
      ['retry', 'plain', 'order.processing', 2],
    ]),
  );
  const first = await control.call('listUpcoming', { query: { limit: 1 } });
  const second = await control.call('listUpcoming', { query: { limit: 1, cursor: first.next! } });
  expect([...first.items, ...second.items]).toEqual(items.slice(0, 2));
  const { fired } = await control.call('advanceClock', { body: { to: items[0]!.at } });
  expect(fired[0]).toMatchObject({ at: items[0]!.at, order_id: items[0]!.order_id });
  await control.call('advanceClock', { body: { until: 'order.failed', external_id: 'late' } });
  const refunds = (await control.call('listUpcoming')).items.filter(({ kind }) => kind === 'refund');
  expect(refunds).toMatchObject([{ external_id: 'late', status: null, event_id: null }]);
});

test('an order of the form is still its own when a crashed server starts again, with another key', async () => {
  const data = await freshFolder();
  const body = { ...ORDER, external_id: 'kept' };
  let key = '';
  let crashed = '';
  {
    await using started = await startControlled({ data });
    const page = await form(started.control, started.sandbox);
    key = page.key;
    expect((await page.order(body)).status).toBe(202);
    crashed = await asAfterCrash(data);
  }
  await using next = await startControlled({ data: crashed });
  const { control, sandbox } = next;
  const { timeline } = await control.call('getOrder', { path: { order: 1 } });
  expect(timeline[0]!.cause).toBe('dashboard');
  const stale = await sandbox.api.call('POST', '/api/v1/order/', { key, body, headers: MARK });
  expect(stale.outcome).toBe('401 UNAUTHORIZED');
  const page = await form(control, sandbox);
  expect((await page.order(body)).data).toMatchObject({ order_id: 1, idempotent: true });
  await sandbox.settle();
  expect((await control.call('listFindings', { query: { final: 'true' } })).items).toEqual([]);
});
