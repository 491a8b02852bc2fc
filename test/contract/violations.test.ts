import { beforeAll, describe, expect, test } from 'vitest';
import type { Contract, Violation } from '../../src/contract/contract-types.ts';
import { builtinContract } from '../../src/contract/load-contract.ts';
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
    ['null for fields that are not given', order({ external_id: null, energy_amount: null }), 'accepted'],
    ['an address that the schema cannot validate', order({ address: 'nonsense' }), 'accepted'],
    ['false', false, '400 INVALID_JSON body'],
    [
      'null selectors',
      order({ package_id: null, energy_amount: null }),
      '422 PRODUCT_REQUIRED body.package_id',
    ],
    ['both, one no integer', order({ energy_amount: 'x' }), '422 PRODUCT_REQUIRED body.energy_amount'],
    [
      'both, out of range',
      order({ package_id: 0, energy_amount: 1 }),
      '422 PRODUCT_SELECTOR_CONFLICT body.package_id',
    ],
    ['package 2^53', order({ package_id: HUGE }), '404 PACKAGE_NOT_FOUND body.package_id'],
    [
      '0 minutes of a package beside a null amount',
      order({ energy_amount: null, duration_minutes: 0 }),
      '422 RENTAL_DURATION_UNAVAILABLE body.duration_minutes',
    ],
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

describe('a bulk request', () => {
  test.each<[string, unknown, string]>([
    ['51 items that are also invalid', { orders: Array(51).fill(0) }, '400 INVALID_JSON body.orders'],
    ['orders that are not an array', { orders: {} }, '400 INVALID_JSON body.orders'],
  ])('with %s', (_name, body, expected) => {
    const violations = check('createOrdersBulk', { body });
    expect(first(violations)).toBe(expected);
    expect(violations[0]?.item).toBeUndefined();
  });

  test.each<[string, unknown, string]>([
    ['that is not an object', 5, '422 PRODUCT_REQUIRED body.orders[1]'],
    [
      'without address',
      { external_id: 'a', package_id: 1 },
      '422 INVALID_TRON_ADDRESS body.orders[1].address',
    ],
    [
      'with both selectors',
      item({ energy_amount: 1 }),
      '422 PRODUCT_SELECTOR_CONFLICT body.orders[1].package_id',
    ],
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
  ])('fails only the item %s', (_name, bad, expected) => {
    const violations = check('createOrdersBulk', { body: { orders: [item({}), bad, item({})] } });
    expect(first(violations)).toBe(expected);
    expect(violations.every(violation => violation.item === 1)).toBe(true);
  });
});

describe('an order lookup', () => {
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

describe('a list that is longer than its maximum', () => {
  test('is checked up to the first item too many', async () => {
    const control = await builtinContract('control-v1');
    const scopes = Array.from({ length: 1_000 }, () => 'unknown');
    const violations = control
      .byId('createKey')
      .check({ params: { account: 'a' }, query: {}, body: { scopes } });
    expect(violations.map(({ path }) => path)).toEqual([
      'body.scopes',
      ...[0, 1, 2, 3, 4].map(index => `body.scopes[${index}]`),
    ]);
    expect(violations[0]!.message).toBe('body.scopes must have at most 4 items, but has 1,000');
  });
});
