import { describe, expect, test } from 'vitest';
import type { LearnedRow } from '../../../src/lab/calibrate/learned-row.ts';
import type { CalibrateOptions, CalibrationResult } from '../../../src/lab/calibrate/options-and-result.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { calibrateText } from './draws.ts';
import { harOf, type WireExchange } from './har-log.ts';

const STARTED_MS = Date.parse('2026-03-02T10:00:00.000Z');

type Answer = readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>];

interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const BALANCE = { success: true, data: { balance_trx: 12.5 } };
const json = (body: unknown): Buffer =>
  Buffer.from(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));

/** Exchanges one second apart, with the headers of a client that has a key. */
class Traffic {
  readonly exchanges: WireExchange[] = [];

  add(path: string, [status, answer, responseHeaders = {}]: Answer, asked: Asked = {}): this {
    const atMs = STARTED_MS + this.exchanges.length * 1_000;
    const type = { 'content-type': 'application/json' };
    this.exchanges.push({
      atMs,
      endMs: atMs + 50,
      method: asked.method ?? (asked.body === undefined ? 'GET' : 'POST'),
      url: `https://api.example.com${path}`,
      requestHeaders: { authorization: 'Bearer key-1', ...(asked.body ? type : {}), ...asked.headers },
      requestBody: asked.body === undefined ? null : json(asked.body),
      status,
      responseHeaders: { ...(typeof answer === 'string' ? {} : type), ...responseHeaders },
      responseBody: json(answer),
    });
    return this;
  }

  /** What is learned of one row. */
  async row(name: string): Promise<LearnedRow> {
    const { rows } = await this.calibrated();
    return rows.find(({ row }) => row === name)!;
  }

  calibrated(options: CalibrateOptions = { replay: false }): Promise<CalibrationResult> {
    return calibrateText(JSON.stringify(harOf(this.exchanges)), options);
  }
}

const ORDER = {
  external_id: 'a',
  package_id: 1,
  duration_minutes: 60,
  address: RECIPIENT,
};
const ACCEPTED: Answer = [
  202,
  { success: true, data: { order_id: 7, external_id: 'a', status: 'processing' } },
];
const statusOf = (status: string, updated_at: string, refunded = false): Answer => [
  200,
  { success: true, data: { id: 7, status, refunded, updated_at, external_id: 'a' } },
];

const accepted = (): Traffic => new Traffic().add('/api/v1/balance/', [200, BALANCE]);
const unlearned = { verdict: 'not-observed' };

test('calibrate learns from refusals that a service takes one selector, no duplicates and no invalid repeats', async () => {
  const order = { external_id: 'a', package_id: 1, address: RECIPIENT };
  const item = { external_id: 'b', package_id: 1, address: RECIPIENT };
  const refused = (index: number) => ({
    index,
    external_id: 'b',
    status: 'failed',
    error: 'EXTERNAL_ID_INVALID',
  });
  const results = [{ index: 0, external_id: 'b', status: 'accepted', order: { id: 8 } }, refused(1)];
  const traffic = accepted()
    .add('/api/v1/order/', ACCEPTED, { body: order })
    .add('/api/v1/order/', [422, { success: false, error: 'INVALID_TRON_ADDRESS' }], {
      body: { ...order, address: 'T' },
    })
    .add('/api/v1/status/?id=7&external_id=a', [400, { success: false, error: 'ID_REQUIRED' }])
    .add('/api/v1/orders/bulk/', [207, { success: true, data: { accepted: 1, failed: 1, results } }], {
      body: { orders: [item, item] },
    });
  expect(await traffic.row('invalid_repeat')).toMatchObject({ value: 'reject' });
  expect(await traffic.row('status_selectors')).toMatchObject({ value: 'reject_both' });
  expect(await traffic.row('bulk_duplicates')).toMatchObject({ value: 'reject' });
});

describe('calibrate does not learn', () => {
  test.each([
    ['a redirect to another scheme', '/api/v1/balance', [301, '', { location: 'https://x/api/v1/balance' }]],
    ['an order that does not exist', '/api/v1/status?id=7', [404, { success: false, error: 'NOT_FOUND' }]],
    [
      'a package that does not exist',
      '/api/v1/quote?package_id=7',
      [404, { success: false, error: 'PACKAGE_NOT_FOUND' }],
    ],
  ] as const)('what happens to a path without a slash from %s', async (_name, path, answer) => {
    expect(await accepted().add(path, answer).row('trailing_slash')).toMatchObject(unlearned);
  });

  test('from a refusal which of two settings it follows from', async () => {
    const order = { external_id: 'a', package_id: 1, address: 'T', color: 'red' };
    const refused = [400, { success: false, error: 'INVALID_JSON' }] as const;
    const traffic = accepted()
      .add('/api/v1/order/', refused, { body: order, headers: { 'content-type': 'text/plain' } })
      .add('/api/v1/quote/?package_id=1&color=red', refused);
    expect(await traffic.row('content_type')).toMatchObject(unlearned);
    expect(await traffic.row('unknown_fields')).toMatchObject({ value: 'reject', count: 1 });
  });

  test('that CORS is off from the error page of a proxy', async () => {
    const headers = { origin: 'https://app.example' };
    const allowed = { 'access-control-allow-origin': '*' };
    const traffic = new Traffic()
      .add('/api/v1/balance/', [200, BALANCE, allowed], { headers })
      .add('/api/v1/order/', [413, '<html>413</html>', { server: 'proxy' }], { headers, body: {} });
    expect(await traffic.row('cors')).toMatchObject({ verdict: 'contradicted', value: 'any_origin' });
  });

  test('a limit of the key from limits of the operations', async () => {
    const limited = (limit: string): Answer => [200, BALANCE, { 'x-ratelimit-limit': limit }];
    const traffic = new Traffic()
      .add('/api/v1/balance/', limited('120'))
      .add('/api/v1/quote/?package_id=1', limited('30'));
    expect(await traffic.row('rate_limit_per_minute')).toMatchObject({
      ...unlearned,
      observed: 'the operations have limits of their own (getBalance: 120, getQuote: 30)',
    });
  });

  test('a limit that changed and changed back', async () => {
    const traffic = new Traffic();
    for (const limit of ['120', '30', '120'])
      traffic.add('/api/v1/balance/', [200, BALANCE, { 'x-ratelimit-limit': limit }]);
    expect(await traffic.row('rate_limit_per_minute')).toMatchObject({
      ...unlearned,
      observed: 'no single value: 30 at #2, 120 before and after',
    });
  });

  test('the size of a body from a redirect, which reads none', async () => {
    const large = { external_id: 'a'.repeat(200_000) };
    const traffic = accepted()
      .add('/api/v1/order/', [301, '', { location: 'https://x/api/v1/order/' }], { body: large })
      .add('/api/v1/order/', [413, { success: false, error: 'PAYLOAD_TOO_LARGE' }], {
        body: { external_id: 'a'.repeat(150_000) },
      });
    const learned = await traffic.row('body_limit_bytes');
    expect(learned.bounds).toMatchObject({ min: null });
    expect(learned.value).toBeLessThan(150_100);
  });

  test('the minimum of custom amounts from an amount that is refused for its step', async () => {
    const refused = (error: string): Answer => [422, { success: false, error }];
    const traffic = accepted()
      .add('/api/v1/quote/?energy_amount=5', refused('CUSTOM_ENERGY_INVALID_STEP'))
      .add('/api/v1/quote/?energy_amount=50000', refused('DURATION_PRICE_UNAVAILABLE'));
    expect((await traffic.row('custom_energy_min')).bounds).toEqual({ min: null, max: 50_000 });
  });

  test('that a package exists from an order, if a later quote says that it does not', async () => {
    const order = { id: 1, package_id: 2, energy_amount: 65_000, duration_minutes: 60, price_trx: 5 };
    const traffic = accepted()
      .add('/api/v1/order/', [202, { success: true, data: { order_id: 1, status: 'processing' } }], {
        body: { external_id: 'a', package_id: 2, address: 'T' },
      })
      .add('/api/v1/status/?id=1', [200, { success: true, data: { ...order, status: 'processing' } }])
      .add('/api/v1/quote/?package_id=2', [404, { success: false, error: 'PACKAGE_NOT_FOUND' }]);
    const { value } = await traffic.row('packages');
    expect((value as { id: number }[]).map(({ id }) => id)).not.toContain(2);
  });

  test('when a refund came from an order that was first seen when it was refunded', async () => {
    const traffic = accepted()
      .add('/api/v1/order/', ACCEPTED, { body: ORDER })
      .add('/api/v1/status/?id=7', statusOf('processing', '2026-03-02 10:00:01'))
      .add('/api/v1/status/?id=7', statusOf('failed', '2026-03-02 10:05:00', true));
    expect((await traffic.calibrated()).scenario).toContain(
      'fewer than 20 orders were observed from beginning to end: 0.',
    );
  });

  test('a refund from an order that failed without one', async () => {
    const traffic = accepted()
      .add('/api/v1/order/', ACCEPTED, { body: ORDER })
      .add('/api/v1/status/?id=7', statusOf('processing', '2026-03-02 10:00:01'))
      .add('/api/v1/status/?id=7', statusOf('failed', '2026-03-02 10:05:00'));
    expect((await traffic.calibrated()).scenario).toContain('- { after: 299s, to: failed }');
  });

  test('error codes and limits of bulk items that the description does not have, and lists their values', async () => {
    const items = [1, 2, 3].map(number => ({ ...ORDER, external_id: `item-${number}` }));
    const traffic = accepted()
      .add('/api/v1/quote/?package_id=1', [422, { success: false, error: 'DAILY_LIMIT' }])
      .add('/api/v1/quote/?package_id=1', [422, { success: false, error: 'DAILY_LIMIT' }])
      .add('/api/v1/orders/bulk/', [400, { success: false, error: 'INVALID_JSON' }], {
        body: { orders: items },
      });
    expect((await traffic.calibrated()).not_learned).toEqual([
      { what: 'an unknown error code', observed: '422 DAILY_LIMIT', exchange: '#2', count: 2 },
      {
        what: 'another limit of bulk items',
        observed: '3 items: 400 INVALID_JSON',
        exchange: '#4',
        count: 1,
      },
    ]);
  });

  test('anything twice from an entry that occurs twice', async () => {
    const traffic = accepted();
    traffic.exchanges.push(traffic.exchanges[0]!);
    const { exchanges } = traffic;
    const deliveries = [0, 60_000].map((afterMs): WireExchange => {
      const atMs = STARTED_MS + 10_000 + afterMs;
      const event = { event: 'order.created', event_id: 'e-1', data: { order_id: 1 } };
      return {
        ...exchanges[0]!,
        atMs,
        endMs: atMs + 10,
        method: 'POST',
        url: 'http://receiver.example/webhooks',
        requestHeaders: { 'content-type': 'application/json', 'x-webhook-event': 'order.created' },
        requestBody: json(event),
        status: 500,
      };
    });
    exchanges.push(...deliveries, ...deliveries);
    const result = await calibrateText(JSON.stringify(harOf(exchanges)), { replay: false });
    const delays = result.rows.find(({ row }) => row === 'webhook_retry_delays_ms');
    expect(delays).toMatchObject({ count: 1, observed: 'the first: 1m' });
  });
});

test('calibrate lists where the service differs in what no setting can have', async () => {
  const refused = (status: number, error: string): Answer => [status, { success: false, error }];
  const invalid = { external_id: 'not valid', package_id: 1, address: 'T' };
  const traffic = accepted()
    .add('/api/v1/nothing/', refused(410, 'GONE'))
    .add('/api/v1/balance/', refused(405, 'METHOD_NOT_ALLOWED'), { method: 'DELETE' })
    .add('/api/v1/quote/?package_id=0', refused(404, 'PACKAGE_NOT_FOUND'))
    .add('/api/v1/order/', refused(422, 'INVALID_TRON_ADDRESS'), { body: invalid });
  const { differences } = await calibrateText(JSON.stringify(harOf(traffic.exchanges)));
  const others = differences!.filter(({ field }) => !field.startsWith('x-ratelimit-'));
  expect(others.map(({ field, observed, sandbox }) => [field, observed, sandbox])).toEqual([
    ['status', '410 GONE', '404 NOT_FOUND'],
    ['allow', 'missing', 'GET'],
    ['body.error', 'INVALID_TRON_ADDRESS', 'EXTERNAL_ID_INVALID'],
  ]);
});

test('calibrate lists attempts with other bytes, and events that were sent too late', async () => {
  const sent = (event: string, createdAt: string, atMs: number, extra = {}): WireExchange => ({
    atMs,
    endMs: atMs + 10,
    method: 'POST',
    url: 'http://receiver.example/webhooks',
    requestHeaders: { 'content-type': 'application/json', 'x-webhook-event': event },
    requestBody: json({
      event,
      event_id: `e-${event}`,
      created_at: createdAt,
      data: { order_id: 1, ...extra },
    }),
    status: 500,
    responseHeaders: {},
    responseBody: json(undefined),
  });
  const exchanges = [
    sent('order.delegated', '2026-03-02T10:00:09Z', STARTED_MS),
    sent('order.delegated', '2026-03-02T10:00:09Z', STARTED_MS + 5_000, { txid: null }),
    sent('order.delegating', '2026-03-02T10:00:03Z', STARTED_MS + 6_000),
  ];
  const result = await calibrateText(JSON.stringify(harOf(exchanges)), { replay: false });
  expect(result.not_learned).toEqual([
    {
      what: 'an attempt with other bytes than the first one',
      observed: 'order.delegated',
      exchange: '#2',
      count: 1,
    },
    {
      what: 'a first attempt after the one of a later event',
      observed: 'order.delegating after order.delegated',
      exchange: '#3',
      count: 1,
    },
  ]);
});

test('a refused amount is evidence for the minimum, even if none was accepted', async () => {
  const traffic = accepted().add('/api/v1/quote/?energy_amount=33000', [
    422,
    { success: false, error: 'CUSTOM_ENERGY_OUT_OF_RANGE' },
  ]);
  expect(await traffic.row('custom_energy_min')).toMatchObject({
    verdict: 'contradicted',
    observed: 'at least 33,001',
    evidence: [{ observed: '33000: CUSTOM_ENERGY_OUT_OF_RANGE' }],
  });
  expect(await traffic.row('custom_energy_max')).toMatchObject(unlearned);
});

test('if the assumed range does not fit, the range that is set has the amounts refused for their step', async () => {
  const refused = (error: string): Answer => [422, { success: false, error }];
  const traffic = accepted();
  const answers = [
    [2_000, 'CUSTOM_ENERGY_OUT_OF_RANGE'],
    [5_000, 'CUSTOM_ENERGY_INVALID_STEP'],
    [10_000, 'DURATION_PRICE_UNAVAILABLE'],
    [6_000_000, 'DURATION_PRICE_UNAVAILABLE'],
    [7_000_100, 'CUSTOM_ENERGY_INVALID_STEP'],
    [8_000_000, 'CUSTOM_ENERGY_OUT_OF_RANGE'],
    [9_000_100, 'CUSTOM_ENERGY_INVALID_STEP'],
  ] as const;
  for (const [amount, error] of answers)
    traffic.add(`/api/v1/quote/?energy_amount=${amount}`, refused(error));
  expect(await traffic.row('custom_energy_min')).toMatchObject({
    bounds: { min: 2_001, max: 10_000 },
    value: 5_000,
  });
  expect(await traffic.row('custom_energy_max')).toMatchObject({
    bounds: { min: 6_000_000, max: 7_999_999 },
    value: 7_000_100,
  });
});

test.each([
  ['a magic address', { address: 'TResponseLostxxxxxxxxxxxxxxxy7brq2' }],
  ['an external_id with the name of a scenario', { external_id: 'sandbox:response-lost:1' }],
])('a recording with %s is replayed like any other', async (_name, fields) => {
  const body = { ...ORDER, ...fields };
  const order = [
    202,
    { success: true, data: { order_id: 7, external_id: body.external_id, status: 'processing' } },
  ] as const;
  const traffic = accepted()
    .add('/api/v1/order/', order, { body })
    .add('/api/v1/status/?id=7', statusOf('delegated', '2026-03-02 10:00:05'))
    .add('/api/v1/status/?id=7', statusOf('completed', '2026-03-02 11:00:05'));
  const { differences, not_compared: notCompared } = await traffic.calibrated({});
  expect(notCompared).toEqual([]);
  expect(differences!.filter(({ field }) => /status$/.test(field))).toEqual([]);
});

test('what the sandbox cannot replay is listed', async () => {
  const limited = { 'x-ratelimit-limit': '99999999999' };
  const traffic = accepted()
    .add('/api/v1/balance/', [200, { success: true, data: { balance_trx: -1e15 } }, limited])
    .add('/api/v1/balance/', [200, BALANCE]);
  const { not_compared: notCompared } = await traffic.calibrated({});
  expect(notCompared!.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^the limit of key-1: /),
    expect.stringMatching(/^#2 GET \/api\/v1\/balance\/: the sandbox cannot replay it: /),
  ]);
});
