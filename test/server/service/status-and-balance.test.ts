import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressNumber, RECIPIENT } from '../../support/addresses.ts';
import { ODD_PACKAGE } from '../../support/odd-package.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';

const sandbox = await startTestSandbox();
afterAll(() => sandbox.close());

const TXID = /^[0-9a-f]{64}$/;

describe('the status of an order', () => {
  test('[STA-1] [STA-2] [STA-3] [STA-4] [STA-5] [STA-6] [STA-7] [STA-8] [STA-12] [STA-17] has all fourteen keys from the start', async () => {
    const account = sandbox.openAccount({ settings: { packages: [ODD_PACKAGE] } });
    await account.api.order({ external_id: 'a', package_id: 7, address: addressNumber(3) });
    expect((await account.api.status({ id: 1 })).json).toEqual({
      success: true,
      data: {
        id: 1,
        external_id: 'a',
        address: addressNumber(3),
        energy_amount: 77_000,
        duration_minutes: 10,
        price_trx: 3.311,
        status: 'processing',
        txid: null,
        refunded: false,
        error_code: null,
        created_at: '2026-01-01 00:00:00',
        delivered_at: null,
        completed_at: null,
        updated_at: '2026-01-01 00:00:00',
      },
    });
  });

  test('[STA-3] [HOOK-13] has external_id null, in webhooks too, if none was given', async () => {
    const account = sandbox.openAccount();
    const receiver = await sandbox.receive(account.account);
    await account.api.order({ package_id: 1, address: RECIPIENT });
    await account.quiet();
    expect((await account.api.status({ id: 1 })).data.external_id).toBeNull();
    expect(receiver.events.map(({ data }) => data.external_id)).toEqual([null]);
  });

  test('[STA-9] [STA-13] [STA-14] [STA-15] [STA-16] [LIFE-2] [LIFE-3] [LIFE-4] [LIFE-5] changes at its exact instants', async () => {
    const account = sandbox.openAccount();
    await account.api.order({ package_id: 1, duration_minutes: 5, address: RECIPIENT });
    const seen = [];
    for (const byMs of [2_999, 1, 8_999, 1, 299_999, 1, 8_999, 1, 86_400_000]) {
      await account.advance(byMs);
      const { data } = await account.api.status({ id: 1 });
      seen.push([data.status, data.txid !== null, data.delivered_at, data.completed_at, data.updated_at]);
    }
    const delivered = '2026-01-01 00:00:12';
    const completed = '2026-01-01 00:05:21';
    expect(seen).toEqual([
      ['processing', false, null, null, '2026-01-01 00:00:00'],
      ['delegating', true, null, null, '2026-01-01 00:00:03'],
      ['delegating', true, null, null, '2026-01-01 00:00:03'],
      ['delegated', true, delivered, null, delivered],
      ['delegated', true, delivered, null, delivered],
      ['undelegating', true, delivered, null, '2026-01-01 00:05:12'],
      ['undelegating', true, delivered, null, '2026-01-01 00:05:12'],
      ['completed', true, delivered, completed, completed],
      ['completed', true, delivered, completed, completed],
    ]);
  });

  test('[STA-9] [STA-12] keeps its txid and its creation time', async () => {
    const account = sandbox.openAccount();
    await account.api.order({ package_id: 1, address: RECIPIENT });
    await account.advance(3_000);
    const early = (await account.api.status({ id: 1 })).data;
    await account.settle();
    const late = (await account.api.status({ id: 1 })).data;
    expect(early.txid).toMatch(TXID);
    expect(late).toMatchObject({ txid: early.txid, created_at: early.created_at });
  });

  test('[STA-7] keeps its price when the price of the package changes', async () => {
    const account = sandbox.openAccount();
    await account.api.order({ package_id: 1, address: RECIPIENT });
    const prices = [{ package_id: 1, duration_minutes: 60, price_trx: 9 }];
    sandbox.core.runner.execute(account.account, 'change', { prices, discount_percent: 50 });
    expect((await account.api.status({ id: 1 })).data.price_trx).toBe(3.9);
  });

  test('[STA-11] [LIFE-6] in review has ORDER_REVIEW until it is moved manually', async () => {
    const account = sandbox.openAccount();
    await account.api.order({ package_id: 1, address: 'TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK' });
    await account.advance(30 * 86_400_000);
    expect((await account.api.status({ id: 1 })).data).toMatchObject({
      status: 'review',
      error_code: 'ORDER_REVIEW',
      refunded: false,
    });
    sandbox.core.runner.execute(account.account, 'move', { order: 1, to: 'delegated' });
    const { data } = await account.api.status({ id: 1 });
    expect(data).toMatchObject({ status: 'delegated', error_code: null });
    expect(data.txid).toMatch(TXID);
    expect(data.delivered_at).toBe(data.updated_at);
  });

  test('[STA-10] [STA-11] [STA-15] [LIFE-7] of a failed order shows when the amount was refunded', async () => {
    const account = sandbox.openAccount();
    await account.api.order({ package_id: 1, address: 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR' });
    await account.advance(12_000);
    const failed = (await account.api.status({ id: 1 })).data;
    expect(failed).toMatchObject({ status: 'failed', error_code: 'ORDER_FAILED', refunded: false });
    expect((await account.api.balance()).data.balance_trx).toBe(996.1);
    await account.advance(5_000);
    const refunded = (await account.api.status({ id: 1 })).data;
    expect(refunded).toEqual({ ...failed, refunded: true, updated_at: '2026-01-01 00:00:17' });
    expect((await account.api.balance()).data.balance_trx).toBe(1000);
  });
});

describe('times are written', () => {
  test.each([
    ['[STA-16] in UTC by default', 'UTC', '2026-06-30T23:59:59Z', '2026-06-30 23:59:59'],
    ['[STA-16] ahead of UTC, in the next year', 'Asia/Tokyo', '2025-12-31T15:00:00Z', '2026-01-01 00:00:00'],
  ])('%s', async (_name, time_zone, manual_clock_start, written) => {
    const account = sandbox.openAccount({ settings: { time_zone, manual_clock_start } });
    await account.api.order({ package_id: 1, address: RECIPIENT });
    expect((await account.api.status({ id: 1 })).data.created_at).toBe(written);
  });

  test('[STA-16] in a new time zone, but only in orders that are created after the change', async () => {
    const account = sandbox.openAccount({ settings: { manual_clock_start: '2026-01-01T00:00:00Z' } });
    await account.api.order({ package_id: 1, address: RECIPIENT });
    sandbox.core.runner.execute(account.account, 'change', { assumptions: { time_zone: 'Asia/Tokyo' } });
    await account.api.order({ package_id: 1, address: RECIPIENT });
    await account.advance(3_000);
    const times = async (id: number) => {
      const { created_at, updated_at } = (await account.api.status({ id })).data;
      return [created_at, updated_at];
    };
    expect(await times(1)).toEqual(['2026-01-01 00:00:00', '2026-01-01 00:00:03']);
    expect(await times(2)).toEqual(['2026-01-01 09:00:00', '2026-01-01 09:00:03']);
  });
});

describe('a lookup', () => {
  let api: TestSandbox['api'];
  beforeAll(async () => {
    ({ api } = sandbox.openAccount());
    await api.order({ external_id: 'one', package_id: 1, address: RECIPIENT });
    await api.order({ external_id: '1', package_id: 2, address: RECIPIENT });
    await api.order({ external_id: 'l'.repeat(128), package_id: 1, address: RECIPIENT });
  });

  test.each<[string, Record<string, string | number>, string]>([
    ['[STA-2] [STA-17] by id', { id: 2 }, '2'],
    ['[STA-17] by id with leading zeros', { id: '002' }, '2'],
    ['[STA-18] by external_id', { external_id: 'one' }, '1'],
    ['[STA-18] by an external_id of digits, which is not an id', { external_id: '1' }, '2'],
    ['[STA-18] [LIM-2] by an external_id of 128 characters', { external_id: 'l'.repeat(128) }, '3'],
    ['[STA-17] by both: id wins', { id: 1, external_id: '1' }, '1'],
    ['[STA-17] by id next to an invalid external_id', { id: 1, external_id: 'ä' }, '1'],
    ['[STA-18] by external_id next to an id without a value', { id: '', external_id: 'one' }, '1'],
    ['[STA-19] [ERR-9] by nothing', {}, '400 ID_REQUIRED'],
    ['[STA-19] [ERR-9] by two parameters without values', { id: '', external_id: '' }, '400 ID_REQUIRED'],
    ['[STA-19] [ERR-9] by an id that is a word', { id: 'one' }, '400 ID_REQUIRED'],
    ['[STA-19] [ERR-9] by id 0', { id: 0 }, '400 ID_REQUIRED'],
    ['[STA-19] [ERR-9] by id -1', { id: -1 }, '400 ID_REQUIRED'],
    ['[STA-19] [ERR-9] by id 1.0', { id: '1.0' }, '400 ID_REQUIRED'],
    ['[STA-20] [ERR-10] by an unknown id', { id: 4 }, '404 NOT_FOUND'],
    ['[STA-20] [ERR-10] by an id of thirty digits', { id: '9'.repeat(30) }, '404 NOT_FOUND'],
    ['[STA-20] [ERR-10] by an unknown external_id', { external_id: 'none' }, '404 NOT_FOUND'],
    [
      '[STA-21] [ERR-12] [LIM-2] by 129 characters',
      { external_id: 'l'.repeat(129) },
      '422 EXTERNAL_ID_INVALID',
    ],
    ['[STA-21] [ERR-12] by an external_id with a space', { external_id: 'a b' }, '422 EXTERNAL_ID_INVALID'],
  ])('%s', async (_name, query, outcome) => {
    const answer = await api.status(query);
    expect(answer.status === 200 ? String(answer.data.id) : answer.outcome).toBe(outcome);
  });

  test('[STA-20] [ERR-10] finds no order of another account', async () => {
    const other = sandbox.openAccount();
    expect((await other.api.status({ id: 1 })).outcome).toBe('404 NOT_FOUND');
    expect((await other.api.status({ external_id: 'one' })).outcome).toBe('404 NOT_FOUND');
  });
});

test('[STA-19] both selectors are ID_REQUIRED if the account says so, unless one has no value', async () => {
  const account = sandbox.openAccount({ settings: { status_selectors: 'reject_both' } });
  await account.api.order({ external_id: 'one', package_id: 1, address: RECIPIENT });
  for (const external_id of ['one', 'ä']) {
    const both = await account.api.status({ id: 1, external_id });
    expect([both.outcome, both.explain]).toEqual(['400 ID_REQUIRED', 'give id or external_id, not both']);
  }
  expect((await account.api.status({ id: 1, external_id: '' })).outcome).toBe('200');
  expect((await account.api.status({ id: '', external_id: 'one' })).outcome).toBe('200');
});

test('[BAL-1] [GEN-3] the balance is the available amount, in TRX', async () => {
  const account = sandbox.openAccount({ balanceSun: 1 });
  expect((await account.api.balance()).text).toBe('{"success":true,"data":{"balance_trx":0.000001}}');
});

test('[BAL-2] the balance has no parameters: those that are sent are ignored', async () => {
  const account = sandbox.openAccount({ balanceSun: 1_000_000, settings: { unknown_fields: 'reject' } });
  const answer = await account.api.call('GET', '/api/v1/balance/?account=other&balance_trx=5');
  expect(answer.text).toBe('{"success":true,"data":{"balance_trx":1}}');
});

test('[STA-8] [LIFE-6] [LIFE-7] the status of an order takes each of the seven values', async () => {
  const account = sandbox.openAccount();
  const seen = new Set<string>();
  const see = async (id: number): Promise<void> => {
    seen.add((await account.api.status({ id })).data.status);
  };
  for (const [id, states] of [
    [1, ['delegating', 'delegated', 'undelegating', 'completed']],
    [2, ['review', 'failed']],
  ] as const) {
    await account.api.order({ package_id: 1, address: RECIPIENT });
    await see(id);
    for (const to of states) {
      sandbox.core.runner.execute(account.account, 'move', { order: id, to });
      await see(id);
    }
  }
  expect([...seen].sort().join(' ')).toBe(
    'completed delegated delegating failed processing review undelegating',
  );
});
