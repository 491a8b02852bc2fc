import { afterAll, describe, expect, test } from 'vitest';
import type { Account } from '../../../src/core/engine/account.ts';
import { systemClock } from '../../../src/host/node/host-clock.ts';
import { BulkQueue } from '../../../src/server/service/service-router.ts';
import { addressNumber, RECIPIENT } from '../../support/addresses.ts';
import { ODD_PACKAGE } from '../../support/odd-package.ts';
import { startTestSandbox } from '../../support/sandbox.ts';

const sandbox = await startTestSandbox();
afterAll(() => sandbox.close());

const item = (change: Record<string, unknown> = {}) => ({
  external_id: 'i-1',
  package_id: 1,
  address: RECIPIENT,
  ...change,
});
const items = (count: number) => Array.from({ length: count }, (_, n) => item({ external_id: `i-${n}` }));

describe('a bulk', () => {
  test('[BULK-9] [BULK-14] [BULK-15] [BULK-16] [BULK-17] of valid items gets 202 with an order for each', async () => {
    const account = sandbox.openAccount();
    const answer = await account.api.bulk([item(), item({ external_id: 'i-2', address: addressNumber(2) })]);
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({
      success: true,
      data: {
        accepted: 2,
        failed: 0,
        results: [
          { index: 0, external_id: 'i-1', status: 'accepted', order: { id: 1 } },
          { index: 1, external_id: 'i-2', status: 'accepted', order: { id: 2 } },
        ],
      },
    });
  });

  test('[BULK-7] [BULK-10] [BULK-14] [BULK-18] [ERR-26] of valid and invalid items gets 207 with the result of each', async () => {
    const account = sandbox.openAccount();
    const answer = await account.api.bulk([
      item({ address: 'nobody' }),
      item({ external_id: 'i-2' }),
      item({ external_id: 'i-3', package_id: 77 }),
    ]);
    expect(answer.status).toBe(207);
    expect(answer.json).toEqual({
      success: true,
      data: {
        accepted: 1,
        failed: 2,
        results: [
          { index: 0, external_id: 'i-1', status: 'failed', error: 'INVALID_TRON_ADDRESS' },
          { index: 1, external_id: 'i-2', status: 'accepted', order: { id: 1 } },
          { index: 2, external_id: 'i-3', status: 'failed', error: 'PACKAGE_NOT_FOUND' },
        ],
      },
    });
    expect(account.state.orders).toHaveLength(1);
  });

  test('[BULK-11] of invalid items only gets 422 with the code of the first, and nothing else', async () => {
    const account = sandbox.openAccount();
    const answer = await account.api.bulk([item({ package_id: 99 }), item({ address: 5 })]);
    expect(answer.status).toBe(422);
    expect(answer.json).toEqual({ success: false, error: 'PACKAGE_NOT_FOUND' });
    expect(answer.explain).toContain('orders[1]: INVALID_TRON_ADDRESS');
    expect(account.state.ledger).toHaveLength(1);
  });

  test('[BULK-11] [BULK-18] of invalid items only also gets the results if the account says so', async () => {
    const account = sandbox.openAccount({ settings: { bulk_refusal_body: 'with_results' } });
    const answer = await account.api.bulk([item({ package_id: 99 }), item({ address: 5 })]);
    expect(answer.status).toBe(422);
    expect(answer.json).toEqual({
      success: false,
      error: 'PACKAGE_NOT_FOUND',
      data: {
        accepted: 0,
        failed: 2,
        results: [
          { index: 0, external_id: 'i-1', status: 'failed', error: 'PACKAGE_NOT_FOUND' },
          { index: 1, external_id: 'i-1', status: 'failed', error: 'INVALID_TRON_ADDRESS' },
        ],
      },
    });
    expect(account.state.ledger).toHaveLength(1);
  });

  test('[BULK-1] [LIM-1] takes 1 and 50 items', async () => {
    const account = sandbox.openAccount();
    expect((await account.api.bulk(items(1))).status).toBe(202);
    expect((await account.api.bulk(items(50))).data).toMatchObject({ accepted: 50, failed: 0 });
  });

  test.each<[string, unknown]>([
    ['[BULK-1] [BULK-12] [LIM-1] without orders', {}],
    ['[BULK-1] [BULK-12] [LIM-1] of no items', { orders: [] }],
    ['[BULK-1] [BULK-12] [LIM-1] of 51 items', { orders: items(51) }],
    ['[BULK-12] with null for orders', { orders: null }],
    ['[BULK-12] that is a bare list', [item()]],
    ['[BULK-12] without a body', undefined],
    ['[BULK-12] that is cut off', '{"orders":[{'],
  ])('%s is a 400 INVALID_JSON, and nothing is processed', async (_name, body) => {
    const account = sandbox.openAccount();
    const answer = await account.api.call('POST', '/api/v1/orders/bulk/', { body });
    expect(answer.outcome).toBe('400 INVALID_JSON');
    expect(account.state.orders).toEqual([]);
  });

  test('[BULK-13] [AUTH-12] without a key is UNAUTHORIZED', async () => {
    expect((await sandbox.api.bulk([item()], { key: null })).outcome).toBe('401 UNAUTHORIZED');
  });

  test.each([
    ['[BULK-13] [AUTH-12] with an expired key is TOKEN_EXPIRED', { expiresAtMs: 0 }, '401 TOKEN_EXPIRED'],
    [
      '[BULK-13] [AUTH-13] without the scope is SCOPE_FORBIDDEN',
      { scopes: ['quote'] },
      '403 SCOPE_FORBIDDEN',
    ],
    [
      '[BULK-13] [AUTH-13] from another address is IP_NOT_ALLOWED',
      { ipAllow: ['10.0.0.1'] },
      '403 IP_NOT_ALLOWED',
    ],
  ] as const)('%s, and nothing is processed', async (_name, key, outcome) => {
    const account = sandbox.openAccount();
    const text = sandbox.makeKey(key, account.account);
    expect((await account.api.bulk([item()], { key: text })).outcome).toBe(outcome);
    expect(account.state.orders).toEqual([]);
  });

  test('[BULK-7] tries cheaper items when the balance is too small for an earlier one', async () => {
    const account = sandbox.openAccount({ balanceSun: 4_000_000 });
    const answer = await account.api.bulk([
      item({ external_id: 'dear', package_id: 2, duration_minutes: 60 }),
      item({ external_id: 'cheap', duration_minutes: 60 }),
      item({ external_id: 'late', duration_minutes: 60 }),
    ]);
    expect(answer.data.results.map(result => ('error' in result ? result.error : result.order.id))).toEqual([
      'INSUFFICIENT_BALANCE',
      1,
      'INSUFFICIENT_BALANCE',
    ]);
    expect((await account.api.balance()).data.balance_trx).toBe(0.1);
  });

  test('[BULK-8] [HOOK-14] [LIFE-1] places orders with the usual lifecycle and webhooks', async () => {
    const account = sandbox.openAccount();
    const receiver = await sandbox.receive(account.account);
    expect((await account.api.bulk(items(3))).status).toBe(202);
    expect((await account.api.balance()).data.balance_trx).toBe(1000 - 3 * 2.99);
    for (const id of [1, 2, 3]) expect((await account.api.status({ id })).data.status).toBe('processing');
    await account.settle();
    for (const id of [1, 2, 3]) {
      expect((await account.api.status({ id })).data.status).toBe('completed');
      expect(receiver.events.filter(({ data }) => data.order_id === id).map(({ event }) => event)).toEqual([
        'order.processing',
        'order.delegating',
        'order.delegated',
        'order.undelegating',
        'order.completed',
      ]);
    }
  });
});

describe('an item', () => {
  test.each([
    ['[BULK-6] [LIM-5] that names no duration lasts 15 minutes', {}, 15, 2.99],
    ['[BULK-6] [LIM-5] may last 5 minutes', { duration_minutes: 5 }, 5, 2.6],
    ['[BULK-6] [LIM-5] may last 60 minutes', { duration_minutes: 60 }, 60, 3.9],
    [
      '[BULK-5] [LIM-6] of a custom amount that names no duration lasts 60 minutes',
      { package_id: undefined, energy_amount: 100_000 },
      60,
      6,
    ],
    [
      '[BULK-5] with a null package and an amount is a custom one',
      { package_id: null, energy_amount: 100_000 },
      60,
      6,
    ],
  ])('%s', async (_name, change, duration_minutes, price_trx) => {
    const account = sandbox.openAccount();
    expect((await account.api.bulk([item(change)])).status).toBe(202);
    expect((await account.api.status({ id: 1 })).data).toMatchObject({ duration_minutes, price_trx });
  });

  const CUSTOM = { package_id: undefined, energy_amount: 100_000 };

  test.each([5, 7])(
    '[LIM-6] of a custom amount for %i minutes is CUSTOM_DURATION_UNAVAILABLE',
    async minutes => {
      const account = sandbox.openAccount();
      const answer = await account.api.bulk([
        item({ ...CUSTOM, external_id: 'a', duration_minutes: 60 }),
        item({ ...CUSTOM, external_id: 'b', duration_minutes: minutes }),
      ]);
      expect(answer.data.results[1]).toMatchObject({ error: 'CUSTOM_DURATION_UNAVAILABLE' });
      expect((await account.api.status({ id: 1 })).data.duration_minutes).toBe(60);
    },
  );

  test('of a custom amount can have every duration of the bulk table if the account says so', async () => {
    const account = sandbox.openAccount({ settings: { custom_sixty_only: false } });
    const { data } = await account.api.bulk([
      item({ ...CUSTOM, external_id: 'a' }),
      item({ ...CUSTOM, external_id: 'b', duration_minutes: 5 }),
    ]);
    expect(data.accepted).toBe(2);
    expect(account.state.orders.map(one => one.durationMinutes)).toEqual([15, 5]);
  });

  test('[BULK-6] [LIM-5] never lasts 30 minutes, even if the package is offered for them', async () => {
    const packages = [{ ...ODD_PACKAGE, durationsMinutes: [15, 30], pricesSun: { 15: 1, 30: 2 } }];
    const account = sandbox.openAccount({ settings: { packages } });
    const { data } = await account.api.bulk([
      item({ package_id: 7 }),
      item({ package_id: 7, external_id: 'long', duration_minutes: 30 }),
    ]);
    expect(data.results.map(one => ('error' in one ? one.error : one.status))).toEqual([
      'accepted',
      'RENTAL_DURATION_UNAVAILABLE',
    ]);
  });

  test('[BULK-2] [LIM-3] accepts an external_id of 120 characters', async () => {
    const external_id = 'y'.repeat(120);
    const { data } = await sandbox.openAccount().api.bulk([item({ external_id })]);
    expect(data.results[0]).toMatchObject({ external_id, status: 'accepted' });
  });

  test.each<[string, unknown, string]>([
    [
      '[BULK-2] [LIM-3] [ERR-26] with 121 characters of external_id',
      item({ external_id: 'y'.repeat(121) }),
      'EXTERNAL_ID_INVALID',
    ],
    ['[BULK-2] [ERR-26] without external_id', item({ external_id: undefined }), 'EXTERNAL_ID_INVALID'],
    ['[BULK-2] [ERR-26] with a null external_id', item({ external_id: null }), 'EXTERNAL_ID_INVALID'],
    ['[BULK-2] [ERR-26] with a number as external_id', item({ external_id: 5 }), 'EXTERNAL_ID_INVALID'],
    ['[BULK-4] [ERR-26] without address', item({ address: undefined }), 'INVALID_TRON_ADDRESS'],
    [
      '[BULK-4] [ERR-26] with a wrong checksum',
      item({ address: `${RECIPIENT.slice(0, -1)}x` }),
      'INVALID_TRON_ADDRESS',
    ],
    [
      '[BULK-4] [ERR-26] to a recipient that is not activated',
      item({ address: 'TNotActivatedxxxxxxxxxxxxxxy3pp14u' }),
      'ADDRESS_NOT_ACTIVE',
    ],
    ['[BULK-5] [ERR-26] without a product', item({ package_id: undefined }), 'PRODUCT_REQUIRED'],
    ['[BULK-5] [ERR-26] of package 0', item({ package_id: 0 }), 'PACKAGE_NOT_FOUND'],
    [
      '[BULK-6] [LIM-5] [ERR-26] for 30 minutes',
      item({ duration_minutes: 30 }),
      'RENTAL_DURATION_UNAVAILABLE',
    ],
    ['[BULK-6] [ERR-26] for "15" minutes', item({ duration_minutes: '15' }), 'RENTAL_DURATION_UNAVAILABLE'],
    ['[BULK-6] [ERR-26] for null minutes', item({ duration_minutes: null }), 'RENTAL_DURATION_UNAVAILABLE'],
    ['that is null', null, 'PRODUCT_REQUIRED'],
    ['that is a number', 5, 'PRODUCT_REQUIRED'],
    ['that is a list', [], 'PRODUCT_REQUIRED'],
    ['that is a string', 'x', 'PRODUCT_REQUIRED'],
  ])('%s fails, and the item next to it does not', async (_name, bad, error) => {
    const account = sandbox.openAccount();
    const { status, data } = await account.api.bulk([bad, item({ external_id: 'good' })]);
    const given = (bad as { external_id?: unknown } | null)?.external_id;
    expect(status).toBe(207);
    expect(data.results).toEqual([
      { index: 0, external_id: typeof given === 'string' ? given : '', status: 'failed', error },
      { index: 1, external_id: 'good', status: 'accepted', order: { id: 1 } },
    ]);
  });
});

const busy = sandbox.openAccount().account;
const other = sandbox.openAccount().account;

test('bulk requests of an account are admitted in order, and those of another account in between', async () => {
  const queue = new BulkQueue(systemClock);
  const admitted: string[] = [];
  const ask = (account: Account, name: string) => queue.admission(account).then(() => admitted.push(name));
  await Promise.all([
    ...[1, 2, 3, 4].map(number => ask(busy, `busy ${number}`)),
    ...[1, 2].map(number => ask(other, `other ${number}`)),
  ]);
  expect(admitted).toEqual(['busy 1', 'other 1', 'busy 2', 'other 2', 'busy 3', 'busy 4']);
});

test('one bulk request is admitted per turn of the event loop, the first one at once', async () => {
  let turns = 0;
  const yieldToEventLoop = (): Promise<void> => {
    turns += 1;
    return systemClock.yieldToEventLoop();
  };
  const queue = new BulkQueue({ ...systemClock, yieldToEventLoop });
  const admittedIn: number[] = [];
  const ask = () => queue.admission(busy).then(() => admittedIn.push(turns));
  await ask();
  await Promise.all([ask(), ask(), ask()]);
  expect(new Set(admittedIn).size).toBe(4);
});
