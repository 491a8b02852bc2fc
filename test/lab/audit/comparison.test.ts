import { describe, expect, test } from 'vitest';
import { anonymous, anonymousText, type Identity } from '../../../src/lab/audit/order-placeholders.ts';
import {
  comparable,
  differences,
  differingPaths,
  inexactAmounts,
  isAmount,
  losses,
  sumsOf,
} from '../../../src/lab/audit/state-comparison.ts';

const IDENTITY: Identity = {
  unique: [
    ['order-7000001-order.completed-abc', '<event_id of order.completed>'],
    ['audit-1', '<external_id>'],
  ],
  orderId: 7_000_001,
  times: new Map([
    ['2026-05-01 10:00:00', '<time of order.processing>'],
    ['2026-05-01 10:00:07', '<time of order.delegated>'],
  ]),
};

describe('what a probe returns is compared', () => {
  test('without the ids of the order, in values and in names of fields', () => {
    const value = { 'audit-1': { id: 7_000_001, key: '7000001', note: 'order audit-1', amount: 3.9 } };
    expect(anonymous(value, IDENTITY)).toEqual({
      '<external_id>': { id: '<order_id>', key: '<order_id>', note: 'order <external_id>', amount: 3.9 },
    });
  });

  test('with the times of the order by their events, and without other times', () => {
    const value = {
      updated_at: '2026-05-01 10:00:07',
      received_at: '2026-05-02T08:30:00.123Z',
      seconds: 1_777_600_000,
      milliseconds: 1_777_600_000_000,
      count: 2,
    };
    expect(anonymous(value, IDENTITY)).toEqual({
      updated_at: '<time of order.delegated>',
      received_at: '<time>',
      seconds: '<time>',
      milliseconds: '<time>',
      count: 2,
    });
  });

  test('as text if it is not JSON', () => {
    expect(anonymousText('order 7000001 (audit-1) at 2026-05-02 08:30', IDENTITY)).toBe(
      'order <order_id> (<external_id>) at <time>',
    );
  });

  test('without the fields that differ between two plain runs', () => {
    const first = {
      rows: [
        { id: 1, ms: 3 },
        { id: 2, ms: 4 },
      ],
      host: 'a',
    };
    const second = {
      rows: [
        { id: 1, ms: 9 },
        { id: 2, ms: 4 },
      ],
      host: 'b',
    };
    const volatile = differingPaths(first, second);
    expect(volatile).toEqual(['host', 'rows[].ms']);
    const how = { ignored: new Set(volatile), ownTimes: new Set<string>() };
    expect(differences(comparable(first, how), comparable(second, how))).toEqual([]);
  });

  test('without the order of the elements of an array, but with their number', () => {
    const none = { ignored: new Set<string>(), ownTimes: new Set<string>() };
    expect(differences(comparable([2, 1], none), comparable([1, 2], none))).toEqual([]);
    expect(differences({ rows: [1] }, { rows: [1, 1] })).toEqual([
      { path: 'rows', text: 'rows: 2 elements instead of 1' },
    ]);
  });
});

const NONE: ReadonlySet<string> = new Set();

describe('amounts', () => {
  test('are what an order costs in TRX, cents, thousandths or sun, and in sun also with a margin', () => {
    expect([3.9, -3.9, 390, 3_900, 3_900_000, 4_400_000].filter(one => !isAmount(one, 3_900_000))).toEqual(
      [],
    );
    expect([0, 1, 4, 402, 404, 65_000, 60_000_000].filter(one => isAmount(one, 3_900_000))).toEqual([]);
  });

  test('may be texts, and add up in arrays', () => {
    const value = { paid: '3.9', rows: [{ sun: 1 }, { sun: 2 }], id: 'order-1' };
    expect([...sumsOf(value)]).toEqual([
      ['paid', 3.9],
      ['rows[].sun', 3],
    ]);
  });

  test.each([
    [[4.150012, '4.150012', 415.0012, 4_150_012, 4_450_012, 4.450012, 60, 65_000], []],
    [[4_150_012.0000000005], ['[]: 4150012.0000000005 instead of 4150012']],
    [[4_450_012.000000001], ['[]: 4450012.000000001 instead of 4450012']],
    [[4.450012000000001], ['[]: 4.450012000000001 instead of 4.450012']],
    [[4.15], ['[]: 4.15 instead of 4.150012']],
    [[415], ['[]: 415 instead of 415.0012']],
    [[4_150_012, 4.15], []],
    [[4_150_000], ['[]: 4150000 instead of 4150012']],
    [[5, 'delivered'], null],
  ])('are exact, if there are any: %j', (state, problems) => {
    expect(inexactAmounts(state, 4_150_012)).toEqual(problems);
  });

  test('must not grow', () => {
    expect(losses({ credited: 0 }, { credited: 3.9 }, new Set(['credited']))).toHaveLength(1);
  });
});

describe('after a delivery with something new', () => {
  test('more may be stored', () => {
    const before = { status: 'processing', events: ['processing'], count: 1 };
    const after = { status: 'processing', events: ['processing', 'paused'], count: 2, note: 'x' };
    expect(losses(before, after, NONE)).toEqual([]);
    expect(losses({ status: 'processing' }, { status: 'paused' }, NONE)).toEqual([]);
  });

  test.each([
    [{ status: 'processing' }, { status: 'failed' }, 'status: "failed" instead of "processing"'],
    [{ events: ['processing'] }, { events: [] }, 'events: "processing" is missing'],
    [{ count: 2 }, { count: 1 }, 'count: 1 instead of 2'],
    [{ error: null }, { error: 'x' }, 'error: "x" instead of null'],
  ])('nothing may be lost or replaced: %j, then %j', (before, after, text) => {
    expect(losses(before, after, NONE).map(one => one.text)).toEqual([text]);
  });
});
