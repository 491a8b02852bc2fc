import { describe, expect, test } from 'vitest';
import { itemFields, requestFields } from '../../../src/contract/json/service-json.ts';
import { OPERATION_IDS, type OperationId } from '../../../src/core/domain/operations.ts';
import { NO_FIELDS, type RequestFields } from '../../../src/core/engine/request/service-request.ts';

const ORDER = {
  external_id: 'e1',
  address: 'T1',
  package_id: 2,
  energy_amount: 65_000,
  duration_minutes: 15,
};
const ORDER_FIELDS: RequestFields = {
  externalId: 'e1',
  address: 'T1',
  packageId: 2,
  energyAmount: 65_000,
  durationMinutes: 15,
  orderId: null,
  hasUsdt: null,
};

describe('the fields of a request', () => {
  const SELECTION = { package_id: 2, energy_amount: 65_000, duration_minutes: 15 };
  const LOOKUP = { id: 7, external_id: 'e1' };

  test.each<[OperationId, object, unknown, Partial<RequestFields>]>([
    ['createOrder', LOOKUP, ORDER, ORDER_FIELDS],
    ['createOrder', ORDER, {}, {}],
    ['createEstimate', {}, { recipient_address: 'T1', has_usdt: false }, { address: 'T1', hasUsdt: false }],
    ['createEstimate', { recipient_address: 'T1', has_usdt: true }, {}, {}],
    ['createEstimate', {}, { has_usdt: null }, {}],
    ['getQuote', SELECTION, undefined, { packageId: 2, energyAmount: 65_000, durationMinutes: 15 }],
    ['getQuote', {}, ORDER, {}],
    ['getOrderStatus', LOOKUP, undefined, { orderId: 7, externalId: 'e1' }],
    ['getOrderStatus', {}, LOOKUP, {}],
    ['getBalance', { ...ORDER, id: 7 }, { ...ORDER, orders: [ORDER] }, {}],
    ['createOrdersBulk', { ...ORDER, id: 7 }, { ...ORDER, orders: [ORDER] }, {}],
  ])('of %s with the query %j and the body %j are %j', (operation, query, body, fields) => {
    expect(requestFields(operation, query as never, body)).toEqual({ ...NO_FIELDS, ...fields });
  });
});

/** JSON that no legitimate client sends. */
const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1.5,
  '',
  'text',
  [],
  [ORDER],
  [[ORDER]],
  {},
  { order: ORDER },
  { orders: ORDER },
  { ORDER },
  JSON.parse('{"__proto__": {"external_id": "e1", "address": "T1", "package_id": 1, "orders": [{}]}}'),
  JSON.parse('{"constructor": {"prototype": {"external_id": "e1"}}, "toString": 1}'),
  JSON.parse('{"External_Id": "e1", "externalId": "e1", "packageId": 1, "orderId": 1, "hasUsdt": true}'),
];

const HOSTILE_STRINGS: readonly unknown[] = [undefined, null, 1, true, [], ['e1'], {}, { toString: 'e1' }];
const HOSTILE_INTEGERS: readonly unknown[] = [
  ...[undefined, null, '1', '', true, [], [1], {}, { valueOf: 1 }],
  ...[1.5, Number.MAX_SAFE_INTEGER + 1, -Number.MAX_SAFE_INTEGER - 1, 1e300, Number.NaN],
];

describe('hostile input', () => {
  test.each(HOSTILE.map(body => [JSON.stringify(body) ?? 'undefined', body]))(
    'results in nulls only: %s',
    (_name, body) => {
      for (const operation of OPERATION_IDS) expect(requestFields(operation, {}, body)).toEqual(NO_FIELDS);
      expect(itemFields(body)).toEqual([]);
    },
  );

  test('of the wrong type becomes null in its field, and the other fields stay', () => {
    const cases: [keyof typeof ORDER, keyof RequestFields, readonly unknown[]][] = [
      ['external_id', 'externalId', HOSTILE_STRINGS],
      ['address', 'address', HOSTILE_STRINGS],
      ['package_id', 'packageId', HOSTILE_INTEGERS],
      ['energy_amount', 'energyAmount', HOSTILE_INTEGERS],
      ['duration_minutes', 'durationMinutes', HOSTILE_INTEGERS],
    ];
    for (const [name, field, values] of cases) {
      for (const value of values) {
        const expected = { ...ORDER_FIELDS, [field]: null };
        expect(requestFields('createOrder', {}, { ...ORDER, [name]: value })).toEqual(expected);
        expect(itemFields({ orders: [{ ...ORDER, [name]: value }] })).toEqual([expected]);
      }
    }
  });

  test('does not restrict safe integers: zero and negative ones stay', () => {
    for (const value of [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
      expect(requestFields('createOrder', {}, { package_id: value }).packageId).toBe(value);
    }
  });
});

describe('the items of a bulk request', () => {
  test('keep their order and number, of whatever type they are', () => {
    const orders = [ORDER, null, 'text', 7, [], [ORDER], {}, { ...ORDER, external_id: 'e2' }];
    expect(itemFields({ orders })).toEqual([
      ORDER_FIELDS,
      ...Array.from({ length: 6 }, () => NO_FIELDS),
      { ...ORDER_FIELDS, externalId: 'e2' },
    ]);
  });
});
