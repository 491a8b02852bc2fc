import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { verify } from '../../../src/server/control/assertion-matching.ts';
import { temporaryFolder } from '../../cli/support.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { sharedSandbox, startControlled, test } from '../../support/control-api.ts';
import { runToEnd } from '../../support/run-to-end.ts';

const ORDER = { external_id: 'inv-1', package_id: 1, address: RECIPIENT };

/** For tests that leave it unchanged. */
const shared = sharedSandbox();

describe('a count', () => {
  test.each([
    [undefined, 0, false, 'at least 1'],
    [undefined, 2, true, 'at least 1'],
    [{ exactly: 2 }, 2, true, 'exactly 2'],
    [{ exactly: 2 }, 3, false, 'exactly 2'],
    [{ at_least: 2 }, 1, false, 'at least 2'],
    [{ at_least: 2 }, 3, true, 'at least 2'],
    [{ at_most: 1 }, 0, true, 'at most 1'],
    [{ at_most: 1 }, 2, false, 'at most 1'],
    [{ at_least: 1, at_most: 2 }, 3, false, 'at least 1 and at most 2'],
    [{ never: true as const }, 0, true, 'none'],
    [{ never: true as const }, 1, false, 'none'],
  ])('of %j with %i matches is %s', (count, found, ok, expected) => {
    const result = runToEnd(verify(Array(found).fill('x'), [], count));
    expect(result).toMatchObject({ ok, expected });
  });
});

describe('asserting requests', () => {
  test('succeeds if all given fields match', async ({ sandbox, control }) => {
    await sandbox.api.order(ORDER);
    await sandbox.api.status({ external_id: 'inv-1' });
    const match = {
      operation: 'createOrder',
      method: 'post',
      path: '/api/v1/*/',
      status: 202,
      key: 'default',
      external_id: 'inv-?',
      order: 1,
      body: { package_id: 1, address: 'T*' },
      headers: { 'Content-Type': 'application/json' },
    };
    const verdict = await control.call('verifyRequests', { body: { match, count: { exactly: 1 } } });
    expect(verdict).toMatchObject({
      ok: true,
      matched: 1,
      message: 'expected exactly 1, found 1 of 2 requests',
    });
    const status = { operation: 'getOrderStatus', query: { external_id: 'inv-*' } };
    expect((await control.call('verifyRequests', { body: { match: status } })).ok).toBe(true);
  });

  test('reports the nearest misses, and the field in which each differs', async ({ sandbox, control }) => {
    await sandbox.api.balance();
    const near = await sandbox.api.order({ ...ORDER, external_id: 'inv-2' });
    const verdict = await control.call('verifyRequests', {
      body: { match: { operation: 'createOrder', external_id: 'inv-1', body: { package_id: 1 } } },
    });
    expect(verdict.ok).toBe(false);
    expect(verdict.near_misses[0]).toEqual({
      request_id: near.headers['x-sandbox-request-id'],
      differences: [{ field: 'external_id', expected: 'inv-1', actual: 'inv-2' }],
    });
    expect(verdict.near_misses[1]?.differences.map(({ field }) => field)).toEqual([
      'operation',
      'external_id',
      'body.package_id',
    ]);
    expect(verdict.message).toBe(
      `expected at least 1, found 0 of 2 requests; the nearest miss is ${near.headers['x-sandbox-request-id']}: external_id: expected "inv-1", found "inv-2"`,
    );
  });

  test('finds an external_id in an item of a bulk request', async ({ sandbox, control }) => {
    await sandbox.api.bulk([ORDER, { ...ORDER, external_id: 'inv-2' }]);
    const match = { operation: 'createOrdersBulk', external_id: 'inv-2', order: 2 };
    expect((await control.call('verifyRequests', { body: { match } })).ok).toBe(true);
  });

  test('reports what happened but should not have', async ({ sandbox, control }) => {
    const { headers } = await sandbox.api.balance();
    const body = { match: { operation: 'getBalance' }, count: { never: true } };
    expect(await control.call('verifyRequests', { body })).toMatchObject({
      ok: false,
      matched: 1,
      message: 'expected none, found 1 of 1 request',
      matches: [headers['x-sandbox-request-id']],
      near_misses: [],
    });
  });

  test.each([
    [{ match: { status: '202' } }, 'body.match.status'],
    [{ match: {}, count: { exactly: -1 } }, 'body.count.exactly'],
    [{ match: {}, count: { never: false } }, 'body.count.never'],
    [{ match: {}, count: { exactly: 0, at_least: 3 } }, 'body.count.at_least'],
    [{ match: {}, count: { exactly: 1, never: true } }, 'body.count.exactly'],
    [{ match: {}, count: { at_least: 1, never: true } }, 'body.count.at_least'],
    [{ match: {}, count: { time: 1 } }, 'body.count.time'],
    [{ match: { status: 2020 } }, 'body.match.status'],
    [{}, 'body.match'],
  ])('with %j is refused at %s', async (body, path) => {
    const { outcome } = await shared.control.refusal('verifyRequests', { body });
    expect(outcome).toBe(`400 INVALID_REQUEST ${path}`);
  });
});

describe('an assertion', () => {
  test.each([
    [
      'verifyRequests',
      { operation: 'getBalanse' },
      'body.match.operation: there is no operation "getBalanse"; did you mean "getBalance"?',
    ],
    [
      'verifyRequests',
      { operation: 'createOder*' },
      'body.match.operation: there is no operation "createOder*"; did you mean "createOrder"?',
    ],
    [
      'verifyRequests',
      { method: 'PSOT' },
      'body.match.method: there is no HTTP method "PSOT"; did you mean "POST"?',
    ],
    [
      'verifyRequests',
      { error: 'RATE_LIMITTED' },
      'body.match.error: there is no error code "RATE_LIMITTED"; did you mean "RATE_LIMITED"?',
    ],
    ['verifyRequests', { key: 'nobody' }, 'body.match.key: there is no key "nobody"; known are default'],
    [
      'verifyRequests',
      { opration: 'createOrder' },
      'body.match.opration is not a field of verifyRequests; did you mean "operation"?',
    ],
    [
      'verifyWebhooks',
      { event: 'order.faild' },
      'body.match.event: there is no event "order.faild"; did you mean "order.failed"?',
    ],
    [
      'verifyWebhooks',
      { state: 'delivred' },
      'body.match.state: there is no state "delivred"; did you mean "delivered"?',
    ],
  ] as const)(
    'of %s with the unknown name in %j is refused with the nearest',
    async (call, match, message) => {
      const body = { match, count: { never: true } };
      expect((await shared.control.refusal(call, { body })).message).toBe(message);
    },
  );

  test('accepts wildcards that match a name, a revoked key and the error code of a scripted response', async ({
    control,
  }) => {
    const reply = { status: 418, body: { success: false, error: 'TEAPOT' } };
    const scenario = {
      name: 'teapot',
      summary: 'A teapot.',
      requests: [{ match: { operation: 'getBalance' }, reply }],
    };
    await control.call('addScenario', { body: { scenario } });
    for (const match of [
      { operation: 'create*' },
      { error: 'TEAPOT' },
      { error: '*_REQUIRED' },
      { key: 'def*' },
    ]) {
      const body = { match, count: { never: true as const } };
      expect((await control.call('verifyRequests', { body })).ok).toBe(true);
    }
    const match = { event: 'order.*', state: 'd*' };
    expect((await control.call('verifyWebhooks', { body: { match, count: { never: true } } })).ok).toBe(true);
  });
});

test('asserting events reports the differences of near misses', async ({ sandbox, control }) => {
  const receiver = await sandbox.receive();
  receiver.next(204, 500);
  await control.call('triggerEvent', { body: { event: 'order.review' } });
  const match = { event: 'order.review', order: 1, acknowledged: true, body: { data: { status: 'review' } } };
  const verdict = await control.call('verifyWebhooks', { body: { match, count: { exactly: 1 } } });
  expect(verdict.ok).toBe(false);
  expect(verdict.near_misses[0]?.differences).toEqual([
    { field: 'acknowledged', expected: true, actual: false },
  ]);
  await control.call('advanceClock', { body: { by: '5s' } });
  const later = await control.call('verifyWebhooks', { body: { match: { ...match, attempts: 2 } } });
  expect(later).toMatchObject({ ok: true, matches: [verdict.near_misses[0]?.event_id] });
});

/** The response to the first request takes longer than that to its repeat. */
const SLOW = `
name: slow
summary: The order is created at once, and the response arrives later.
requests:
  - match: { operation: createOrder }
    per: external_id
    times: 1
    commit: true
    reply: { after: 1s }
`;

const ORDERS = { match: { operation: 'createOrder' as const }, count: { exactly: 1 } };

test('an assertion counts a request and the repeat that a disturbance forced as one', async () => {
  await using started = await startControlled({ disturbances: ['service-unavailable'] });
  const { sandbox, control } = started;
  expect((await sandbox.api.order(ORDER)).status).toBe(503);
  expect((await control.call('verifyRequests', { body: ORDERS })).matched).toBe(1);
  await sandbox.api.order(ORDER);
  await sandbox.api.order(ORDER);
  expect(await control.call('verifyRequests', { body: ORDERS })).toMatchObject({ ok: true, matched: 1 });
});

test('an assertion counts a request as one with its repeat that was answered first', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'slow.yaml');
  await writeFile(file, SLOW);
  await using started = await startControlled({ disturbances: [file] });
  const { sandbox, control } = started;
  const slow = sandbox.api.order(ORDER);
  await expect.poll(() => sandbox.state.orders.length).toBe(1);
  expect((await sandbox.api.order(ORDER)).status).toBe(200);
  expect((await slow).status).toBe(202);
  expect(await control.call('verifyRequests', { body: ORDERS })).toMatchObject({ ok: true, matched: 1 });
});

test('an assertion counts a bulk request and its repeats as one if a disturbance refused it or its items', async () => {
  await using started = await startControlled({ disturbances: ['service-unavailable'] });
  const { sandbox, control } = started;
  const statuses: number[] = [];
  for (let attempt = 1; attempt <= 5; attempt += 1) statuses.push((await sandbox.api.bulk([ORDER])).status);
  expect(statuses).toEqual([503, 503, 422, 422, 202]);
  const match = { operation: 'createOrdersBulk' as const };
  expect((await control.call('verifyRequests', { body: { match, count: { exactly: 1 } } })).matched).toBe(1);
});

test('an assertion counts a second order that a client makes instead of a repeat', async () => {
  await using started = await startControlled({ disturbances: ['service-unavailable'] });
  const { sandbox, control } = started;
  await sandbox.api.order(ORDER);
  await sandbox.api.order({ ...ORDER, external_id: 'inv-2' });
  expect((await control.call('verifyRequests', { body: ORDERS })).matched).toBe(2);
});

test('an assertion counts every request that an active scenario refuses', async () => {
  await using started = await startControlled({ scenarios: ['service-unavailable'] });
  const { sandbox, control } = started;
  for (let attempt = 1; attempt <= 3; attempt += 1) await sandbox.api.order(ORDER);
  expect((await control.call('verifyRequests', { body: ORDERS })).matched).toBe(3);
});
