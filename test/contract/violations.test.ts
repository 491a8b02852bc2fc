import { beforeAll, describe, expect, test } from 'vitest';
import { builtinContract } from '../../src/contract/create-contract.ts';
import type { Contract, Violation } from '../../src/contract/types.ts';
import { ADDRESS } from './requests.ts';

let contract: Contract;
beforeAll(async () => {
  contract = await builtinContract('energy-rental-v1');
});

const HUGE = 2 ** 53;
const order = (fields: object): object => ({ address: ADDRESS, package_id: 1, ...fields });
const item = (fields: object): object => ({ external_id: 'a', address: ADDRESS, package_id: 1, ...fields });

const check = (id: string, { query = {}, body }: { query?: object; body?: unknown }): readonly Violation[] =>
  contract.byId(id).check({ query: query as Record<string, string>, body });

/** The first violation as `status CODE path`. */
const first = ([violation]: readonly Violation[]): string =>
  violation ? `${violation.status} ${violation.error} ${violation.path}` : 'accepted';

describe('a single order', () => {
  test.each<[string, unknown, string]>([
    ['a package', order({}), 'accepted'],
    ['a custom amount', { address: ADDRESS, energy_amount: 65_000 }, 'accepted'],
    ['null for fields that are not given', order({ external_id: null, energy_amount: null }), 'accepted'],
    ['an external_id of 128 characters', order({ external_id: 'x'.repeat(128) }), 'accepted'],
    ['an address that the schema cannot validate', order({ address: 'nonsense' }), 'accepted'],
    ['no body', undefined, '400 INVALID_JSON body'],
    ['null', null, '400 INVALID_JSON body'],
    ['a number', 0, '400 INVALID_JSON body'],
    ['false', false, '400 INVALID_JSON body'],
    ['an array', [order({})], '400 INVALID_JSON body'],
    [
      'an external_id that is a number',
      order({ external_id: 5 }),
      '422 EXTERNAL_ID_INVALID body.external_id',
    ],
    ['an empty external_id', order({ external_id: '' }), '422 EXTERNAL_ID_INVALID body.external_id'],
    [
      'an external_id of 129',
      order({ external_id: 'x'.repeat(129) }),
      '422 EXTERNAL_ID_INVALID body.external_id',
    ],
    ['a foreign character', order({ external_id: 'a b' }), '422 EXTERNAL_ID_INVALID body.external_id'],
    ['a line break at the end', order({ external_id: 'a\n' }), '422 EXTERNAL_ID_INVALID body.external_id'],
    ['no selector', { address: ADDRESS }, '422 PRODUCT_REQUIRED body.package_id'],
    [
      'null selectors',
      order({ package_id: null, energy_amount: null }),
      '422 PRODUCT_REQUIRED body.package_id',
    ],
    ['a package_id in quotes', order({ package_id: '1' }), '422 PRODUCT_REQUIRED body.package_id'],
    ['a package_id with a fraction', order({ package_id: 1.5 }), '422 PRODUCT_REQUIRED body.package_id'],
    [
      'an amount that is true',
      { address: ADDRESS, energy_amount: true },
      '422 PRODUCT_REQUIRED body.package_id',
    ],
    [
      'both selectors, one not an integer',
      order({ energy_amount: 'x' }),
      '422 PRODUCT_REQUIRED body.energy_amount',
    ],
    ['both selectors', order({ energy_amount: 65_000 }), '422 PRODUCT_SELECTOR_CONFLICT body.package_id'],
    [
      'both, out of range',
      order({ package_id: 0, energy_amount: 1 }),
      '422 PRODUCT_SELECTOR_CONFLICT body.package_id',
    ],
    ['package 0', order({ package_id: 0 }), '404 PACKAGE_NOT_FOUND body.package_id'],
    ['package 2^53', order({ package_id: HUGE }), '404 PACKAGE_NOT_FOUND body.package_id'],
    [
      '2^53 Energy',
      { address: ADDRESS, energy_amount: HUGE },
      '422 CUSTOM_ENERGY_OUT_OF_RANGE body.energy_amount',
    ],
    [
      'a negative amount',
      { address: ADDRESS, energy_amount: -(2 ** 60) },
      '422 CUSTOM_ENERGY_OUT_OF_RANGE body.energy_amount',
    ],
    ['0 minutes', order({ duration_minutes: 0 }), '422 RENTAL_DURATION_UNAVAILABLE body.duration_minutes'],
    [
      'minutes as text',
      order({ duration_minutes: '5' }),
      '422 RENTAL_DURATION_UNAVAILABLE body.duration_minutes',
    ],
    [
      '0 minutes of a custom amount',
      { address: ADDRESS, energy_amount: 65_000, duration_minutes: 0 },
      '422 CUSTOM_DURATION_UNAVAILABLE body.duration_minutes',
    ],
    [
      '0 minutes of a package beside a null amount',
      order({ energy_amount: null, duration_minutes: 0 }),
      '422 RENTAL_DURATION_UNAVAILABLE body.duration_minutes',
    ],
    ['no address', { package_id: 1 }, '422 INVALID_TRON_ADDRESS body.address'],
    ['a null address', order({ address: null }), '422 INVALID_TRON_ADDRESS body.address'],
    ['several violations', { external_id: '', package_id: 0 }, '422 EXTERNAL_ID_INVALID body.external_id'],
  ])('with %s', (_name, body, expected) => {
    expect(first(check('createOrder', { body }))).toBe(expected);
  });

  test('has its violations reported in the order of the properties, each with the value found', () => {
    const body = { address: 5, duration_minutes: 1.5, energy_amount: 'x', package_id: 0, external_id: 'a b' };
    const violations = check('createOrder', { body });
    expect(violations.map(({ message }) => message)).toEqual([
      'body.external_id must match ^[A-Za-z0-9._:-]+$, but is "a b"',
      'body.package_id must be at least 1, but is 0',
      'body.energy_amount must be an integer or null, but is "x"',
      'body.duration_minutes must be an integer, but is 1.5',
      'body.address must be a string, but is 5',
    ]);
  });
});

describe('the choice of a product', () => {
  test.each<[object, string]>([
    [
      { package_id: '1' },
      'body must have package_id (an integer) or energy_amount (an integer); package_id is "1", energy_amount is missing',
    ],
    [
      { package_id: 1, energy_amount: 65_000 },
      'body must not have package_id and energy_amount together; package_id is 1, energy_amount is 65000',
    ],
    [
      { package_id: 1, energy_amount: [] },
      'body.energy_amount must be an integer or null, but is an empty array',
    ],
  ])('%j is explained once', (fields, message) => {
    const violations = check('createOrder', { body: { address: ADDRESS, ...fields } });
    expect(violations.map(one => one.message)).toEqual([message]);
  });
});

describe('an estimate', () => {
  test.each<[string, unknown, string]>([
    ['has_usdt true', { recipient_address: ADDRESS, has_usdt: true }, 'accepted'],
    ['has_usdt null', { recipient_address: ADDRESS, has_usdt: null }, 'accepted'],
    [
      'has_usdt as a string',
      { recipient_address: ADDRESS, has_usdt: 'yes' },
      '400 INVALID_JSON body.has_usdt',
    ],
    ['no address', {}, '422 INVALID_TRON_ADDRESS body.recipient_address'],
    ['a numeric address', { recipient_address: 1 }, '422 INVALID_TRON_ADDRESS body.recipient_address'],
  ])('with %s', (_name, body, expected) => {
    expect(first(check('createEstimate', { body }))).toBe(expected);
  });
});

describe('a bulk request', () => {
  test.each<[string, unknown, string]>([
    ['one item', { orders: [item({})] }, 'accepted'],
    ['50 items', { orders: Array(50).fill(item({})) }, 'accepted'],
    ['51 items', { orders: Array(51).fill(item({})) }, '400 INVALID_JSON body.orders'],
    ['51 items that are also invalid', { orders: Array(51).fill(0) }, '400 INVALID_JSON body.orders'],
    ['no items', { orders: [] }, '400 INVALID_JSON body.orders'],
    ['no orders', {}, '400 INVALID_JSON body.orders'],
    ['orders that are not an array', { orders: {} }, '400 INVALID_JSON body.orders'],
  ])('with %s', (_name, body, expected) => {
    const violations = check('createOrdersBulk', { body });
    expect(first(violations)).toBe(expected);
    expect(violations[0]?.item).toBeUndefined();
  });

  test.each<[string, unknown, string]>([
    ['that is not an object', 5, '422 PRODUCT_REQUIRED body.orders[1]'],
    [
      'without external_id',
      { address: ADDRESS, package_id: 1 },
      '422 EXTERNAL_ID_INVALID body.orders[1].external_id',
    ],
    [
      'with a null external_id',
      item({ external_id: null }),
      '422 EXTERNAL_ID_INVALID body.orders[1].external_id',
    ],
    [
      'with 121 characters',
      item({ external_id: 'x'.repeat(121) }),
      '422 EXTERNAL_ID_INVALID body.orders[1].external_id',
    ],
    [
      'without address',
      { external_id: 'a', package_id: 1 },
      '422 INVALID_TRON_ADDRESS body.orders[1].address',
    ],
    [
      'without a selector',
      { external_id: 'a', address: ADDRESS },
      '422 PRODUCT_REQUIRED body.orders[1].package_id',
    ],
    [
      'with both selectors',
      item({ energy_amount: 1 }),
      '422 PRODUCT_SELECTOR_CONFLICT body.orders[1].package_id',
    ],
    ['of package 0', item({ package_id: 0 }), '404 PACKAGE_NOT_FOUND body.orders[1].package_id'],
    [
      'of no Energy',
      { external_id: 'a', address: ADDRESS, energy_amount: 0 },
      '422 CUSTOM_ENERGY_OUT_OF_RANGE body.orders[1].energy_amount',
    ],
    [
      'for 7 minutes',
      item({ duration_minutes: 7 }),
      '422 RENTAL_DURATION_UNAVAILABLE body.orders[1].duration_minutes',
    ],
    [
      'for 7 minutes of a custom amount',
      { external_id: 'a', address: ADDRESS, energy_amount: 65_000, duration_minutes: 7 },
      '422 CUSTOM_DURATION_UNAVAILABLE body.orders[1].duration_minutes',
    ],
    [
      'for null minutes',
      item({ duration_minutes: null }),
      '422 RENTAL_DURATION_UNAVAILABLE body.orders[1].duration_minutes',
    ],
  ])('fails only the item %s', (_name, bad, expected) => {
    const violations = check('createOrdersBulk', { body: { orders: [item({}), bad, item({})] } });
    expect(first(violations)).toBe(expected);
    expect(violations.every(violation => violation.item === 1)).toBe(true);
  });
});

describe('a quote', () => {
  test.each<[object, string]>([
    [{ package_id: '1' }, 'accepted'],
    [{ package_id: '007', duration_minutes: '60' }, 'accepted'],
    [{ energy_amount: '65000' }, 'accepted'],
    [{}, '422 PRODUCT_REQUIRED query.package_id'],
    [{ PACKAGE_ID: '1' }, '422 PRODUCT_REQUIRED query.package_id'],
    [{ package_id: '1', energy_amount: '65000' }, '422 PRODUCT_SELECTOR_CONFLICT query.package_id'],
    ...['0x10', '1e3', ' 1 ', '', '-', '--1', '1.0', '+1', 'one'].map((text): [object, string] => [
      { package_id: text },
      '422 PRODUCT_REQUIRED query.package_id',
    ]),
    [{ package_id: '0' }, '404 PACKAGE_NOT_FOUND query.package_id'],
    [{ package_id: '-0' }, '404 PACKAGE_NOT_FOUND query.package_id'],
    [{ package_id: '-1' }, '404 PACKAGE_NOT_FOUND query.package_id'],
    [{ package_id: '-9007199254740992' }, '404 PACKAGE_NOT_FOUND query.package_id'],
    [{ energy_amount: '-5000' }, 'accepted'],
    [{ energy_amount: `-${'9'.repeat(400)}` }, '422 CUSTOM_ENERGY_OUT_OF_RANGE query.energy_amount'],
    [{ package_id: '-1', energy_amount: '-1' }, '422 PRODUCT_SELECTOR_CONFLICT query.package_id'],
    [{ package_id: '1', duration_minutes: '-5' }, '422 RENTAL_DURATION_UNAVAILABLE query.duration_minutes'],
    [{ package_id: '9007199254740992' }, '404 PACKAGE_NOT_FOUND query.package_id'],
    [{ package_id: '9'.repeat(400) }, '404 PACKAGE_NOT_FOUND query.package_id'],
    [{ energy_amount: '9007199254740992' }, '422 CUSTOM_ENERGY_OUT_OF_RANGE query.energy_amount'],
    [{ package_id: '1', duration_minutes: '0' }, '422 RENTAL_DURATION_UNAVAILABLE query.duration_minutes'],
    [
      { energy_amount: '65000', duration_minutes: 'x' },
      '422 CUSTOM_DURATION_UNAVAILABLE query.duration_minutes',
    ],
  ])('requested with %j', (query, expected) => {
    expect(first(check('getQuote', { query }))).toBe(expected);
  });
});

describe('an order lookup', () => {
  test.each<[object, string]>([
    [{ id: '17' }, 'accepted'],
    [{ external_id: '17' }, 'accepted'],
    [{ id: '17', external_id: '???' }, 'accepted'],
    [{ id: '', external_id: 'a' }, 'accepted'],
    [{}, '400 ID_REQUIRED query.id'],
    [{ id: '', external_id: '' }, '400 ID_REQUIRED query.id'],
    [{ id: 'x', external_id: 'a' }, '400 ID_REQUIRED query.id'],
    [{ id: '0' }, '400 ID_REQUIRED query.id'],
    [{ id: '-5' }, '400 ID_REQUIRED query.id'],
    [{ id: '9007199254740992' }, '404 NOT_FOUND query.id'],
    [{ external_id: 'x'.repeat(129) }, '422 EXTERNAL_ID_INVALID query.external_id'],
    [{ external_id: 'a b' }, '422 EXTERNAL_ID_INVALID query.external_id'],
  ])('with %j', (query, expected) => {
    expect(first(check('getOrderStatus', { query }))).toBe(expected);
  });

  test('converts digits to an id and keeps an external_id as a string', () => {
    const { queryValues } = contract.byId('getOrderStatus');
    expect(queryValues({ id: '017' })).toEqual({ id: 17 });
    expect(queryValues({ external_id: '017' })).toEqual({ external_id: '017' });
    expect(queryValues({ id: '17', external_id: 'a' })).toEqual({ id: 17 });
  });
});

describe('unknown fields', () => {
  test('are the and parameters that the description does not define, and are not refused', () => {
    const body = { orders: [item({ note: 1 }), 5], dry_run: true, 'odd key': 1 };
    const parts = { query: { page: '2' }, body };
    const found = contract.byId('createOrdersBulk').unknown(parts);
    expect(found.map(({ path }) => path)).toEqual([
      'query.page',
      'body.orders[0].note',
      'body.dry_run',
      'body["odd key"]',
    ]);
    expect(found[2]).toEqual({ path: 'body.dry_run', name: 'dry_run', known: ['orders'] });
    expect(contract.byId('createOrder').check({ query: {}, body: order({ note: 1 }) })).toEqual([]);
  });

  test('are at most 20', () => {
    const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`field${index}`, index]));
    expect(contract.byId('createOrder').unknown({ query: {}, body })).toHaveLength(20);
  });
});
