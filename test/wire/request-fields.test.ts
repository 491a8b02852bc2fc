import { describe, expect, test } from 'vitest';
import { OPERATION_IDS } from '../../src/domain/operations.ts';
import { NO_FIELDS, type RequestFields } from '../../src/engine/request/service-request.ts';
import { itemFields, requestFields } from '../../src/wire/request-fields.ts';

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
  test('of createOrder are those of its body', () => {
    expect(requestFields('createOrder', {}, ORDER)).toEqual(ORDER_FIELDS);
  });

  test('of createEstimate are the recipient and the hint of its body', () => {
    const body = { recipient_address: 'T1', has_usdt: false };
    expect(requestFields('createEstimate', {}, body)).toEqual({
      ...NO_FIELDS,
      address: 'T1',
      hasUsdt: false,
    });
  });

  test('of getQuote are the selection in its query', () => {
    const query = { package_id: 2, energy_amount: 65_000, duration_minutes: 15 };
    expect(requestFields('getQuote', query, undefined)).toEqual({
      ...NO_FIELDS,
      packageId: 2,
      energyAmount: 65_000,
      durationMinutes: 15,
    });
  });

  test('of getOrderStatus are the id and external_id in its query', () => {
    expect(requestFields('getOrderStatus', { id: 7, external_id: 'e1' }, undefined)).toEqual({
      ...NO_FIELDS,
      orderId: 7,
      externalId: 'e1',
    });
  });

  test('of getBalance and createOrdersBulk are none', () => {
    for (const operation of ['getBalance', 'createOrdersBulk'] as const) {
      expect(requestFields(operation, { ...ORDER, id: 7 }, { ...ORDER, orders: [ORDER] })).toEqual(NO_FIELDS);
    }
  });

  test('come from either the body or the query, depending on the operation', () => {
    const estimate = { recipient_address: 'T1', has_usdt: true };
    const status = { id: 7, external_id: 'e1' };
    expect(requestFields('createOrder', ORDER, {})).toEqual(NO_FIELDS);
    expect(requestFields('createEstimate', estimate, {})).toEqual(NO_FIELDS);
    expect(requestFields('getQuote', {}, ORDER)).toEqual(NO_FIELDS);
    expect(requestFields('getOrderStatus', {}, status)).toEqual(NO_FIELDS);
  });

  test('have no USDT hint if it is null or missing', () => {
    for (const body of [{}, { has_usdt: null }])
      expect(requestFields('createEstimate', {}, body).hasUsdt).toBeNull();
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

const HOSTILE_STRINGS: readonly unknown[] = [
  undefined,
  null,
  1,
  true,
  [],
  ['e1'],
  {},
  { toString: 'e1' },
  { 0: 'e' },
];
const HOSTILE_INTEGERS: readonly unknown[] = [
  undefined,
  null,
  '1',
  '',
  true,
  [],
  [1],
  {},
  { valueOf: 1 },
  1.5,
  Number.MAX_SAFE_INTEGER + 1,
  -Number.MAX_SAFE_INTEGER - 1,
  1e300,
  Number.POSITIVE_INFINITY,
  Number.NaN,
];
const HOSTILE_BOOLEANS: readonly unknown[] = [undefined, null, 0, 1, 'true', '', [], [true], {}];

describe('hostile input', () => {
  test.each(HOSTILE.map(body => [JSON.stringify(body) ?? 'undefined', body]))(
    'results in nulls only: %s',
    (_name, body) => {
      for (const operation of OPERATION_IDS) expect(requestFields(operation, {}, body)).toEqual(NO_FIELDS);
      expect(itemFields(body)).toEqual([]);
    },
  );

  test('of the wrong type becomes null in its field, and the other fields are kept', () => {
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

  test('of the wrong type becomes null in the parameters of a query', () => {
    for (const value of HOSTILE_INTEGERS) {
      expect(requestFields('getOrderStatus', { id: value }, undefined)).toEqual(NO_FIELDS);
      expect(requestFields('getQuote', { package_id: value }, undefined)).toEqual(NO_FIELDS);
    }
    for (const value of HOSTILE_STRINGS) {
      expect(requestFields('getOrderStatus', { external_id: value }, undefined)).toEqual(NO_FIELDS);
    }
  });

  test('of the wrong type becomes null in an estimate', () => {
    for (const value of HOSTILE_STRINGS) {
      expect(requestFields('createEstimate', {}, { recipient_address: value })).toEqual(NO_FIELDS);
    }
    for (const value of HOSTILE_BOOLEANS) {
      expect(requestFields('createEstimate', {}, { has_usdt: value })).toEqual(NO_FIELDS);
    }
  });

  test('does not restrict safe integers: zero and negative ones are kept', () => {
    for (const value of [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
      expect(requestFields('createOrder', {}, { package_id: value }).packageId).toBe(value);
    }
  });

  test('cannot change the prototype of anything', () => {
    const body = JSON.parse(
      '{"orders": [{"__proto__": {"polluted": true}}], "__proto__": {"polluted": true}}',
    );
    itemFields(body);
    requestFields('createOrder', {}, body);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((NO_FIELDS as unknown as Record<string, unknown>).polluted).toBeUndefined();
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

  test.each([undefined, null, {}, 'text', 3, { 0: ORDER, length: 1 }])(
    'are empty if orders is %j, which is not a list',
    orders => {
      expect(itemFields({ orders })).toEqual([]);
    },
  );
});
