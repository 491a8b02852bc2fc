import { beforeEach, describe, expect, test } from 'vitest';
import { NO_FIELDS, type RequestViolation } from '../../../src/engine/request/service-request.ts';
import { addressNumber } from '../../support/addresses.ts';
import { violationOf } from '../requests.ts';

import { begin, bulk, item, itemsOf, results, world } from './bulk-stage.ts';

beforeEach(() => begin());

describe('each item is placed independently', () => {
  test('in index order, for 15 minutes by default, with the key of the request', () => {
    expect(results(bulk([item('a'), item('b', { durationMinutes: 60 })]))).toEqual([1, 2]);
    const { orders } = world.account.state;
    expect(orders.map(order => [order.externalId, order.durationMinutes, order.key])).toEqual([
      ['a', 15, 'key-0'],
      ['b', 60, 'key-0'],
    ]);
  });

  test('and its result has its own external_id', () => {
    const decision = bulk([item('a'), item(null), item('c', { packageId: 99 })]);
    expect(itemsOf(decision).map(({ externalId }) => externalId)).toEqual(['a', '', 'c']);
    expect(decision).toMatchObject({ rule: null, isReplaced: false, delayMs: 0 });
    for (const { answer, result } of itemsOf(decision)) expect(answer).toBe(result);
  });

  test('so that one with a violation fails with its code, and the others are placed', () => {
    const violations: RequestViolation[] = [
      violationOf('1', 'PRODUCT_REQUIRED', 1),
      violationOf('address', 'INVALID_TRON_ADDRESS', 1),
    ];
    const decision = bulk([item('a'), NO_FIELDS, item('c')], { violations });
    expect(results(decision)).toEqual([1, 'PRODUCT_REQUIRED', 2]);
    expect(itemsOf(decision)[1]!.result).toEqual({ error: 'PRODUCT_REQUIRED', explain: '1 is wrong' });
  });

  test('so that one that is too expensive fails, and a cheaper one after it is placed', () => {
    world.execute('change', { balance_trx: 3 });
    expect(results(bulk([item('a', { packageId: 5 }), item('b')]))).toEqual(['INSUFFICIENT_BALANCE', 1]);
  });
});

describe('an item that repeats an external_id', () => {
  test('gets its order, within one bulk request and across several', () => {
    expect(results(bulk([item('a'), item('a')]))).toEqual([1, 1]);
    expect(results(bulk([item('a')]))).toEqual([1]);
    expect(world.account.state.ledger.filter(row => row.kind === 'debit')).toHaveLength(1);
  });

  test('gets its order even if its other fields are invalid, and counts as a mismatch', () => {
    bulk([item('a')]);
    const violations = [violationOf('address', 'INVALID_TRON_ADDRESS', 0)];
    const [found] = itemsOf(bulk([item('a')], { violations }));
    expect(found!.result).toMatchObject({ idempotent: true, mismatch: true, order: { id: 1 } });
  });

  test('fails if the external_id itself is invalid', () => {
    bulk([item('a')]);
    const violations = [
      violationOf('address', 'INVALID_TRON_ADDRESS', 0),
      violationOf('external_id', 'EXTERNAL_ID_INVALID', 0),
    ];
    expect(results(bulk([item('a')], { violations }))).toEqual(['INVALID_TRON_ADDRESS']);
  });

  test('is not affected by a violation of the external_id of another item', () => {
    bulk([item('a')]);
    const violations = [violationOf('external_id', 'EXTERNAL_ID_INVALID', 1)];
    const [found, other] = itemsOf(bulk([item('a'), item('')], { violations }));
    expect(found!.result).toMatchObject({ idempotent: true, mismatch: false });
    expect(other!.result).toMatchObject({ error: 'EXTERNAL_ID_INVALID' });
  });

  test('is EXTERNAL_ID_INVALID if it differs or has violations and the account rejects mismatches', () => {
    bulk([item('a')]);
    world.execute('change', { assumptions: { idempotency_mismatch: 'reject' } });
    expect(results(bulk([item('a', { address: addressNumber(2) }), item('a'), item('b')]))).toEqual([
      'EXTERNAL_ID_INVALID',
      1,
      2,
    ]);
    const violations = [violationOf('duration_minutes', 'RENTAL_DURATION_UNAVAILABLE', 0)];
    expect(results(bulk([item('a')], { violations }))).toEqual(['EXTERNAL_ID_INVALID']);
  });
});
