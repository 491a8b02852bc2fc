import { afterAll, describe, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox } from '../../support/sandbox.ts';

const sandbox = await startTestSandbox();
afterAll(() => sandbox.close());

const ORDER = { external_id: 'inv-1', package_id: 1, address: RECIPIENT };

describe('a new order', () => {
  test('[ORD-9] [ORD-10] [ORD-11] [ORD-12] [LIFE-1] gets 202 with its ids and its status', async () => {
    const account = sandbox.openAccount();
    const answer = await account.api.order(ORDER);
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({
      success: true,
      data: { order_id: 1, external_id: 'inv-1', status: 'processing', idempotent: false },
    });
  });

  test('[ORD-13] [GEN-6] debits the calculated price from the balance of its account', async () => {
    const account = sandbox.openAccount({ balanceSun: 10_000_000 });
    await account.api.order(ORDER);
    expect((await account.api.balance()).data).toEqual({ balance_trx: 6.1 });
    expect(account.state.ledger.at(-1)).toMatchObject({ kind: 'debit', amountSun: -3_900_000, orderId: 1 });
  });

  test('[ORD-12] has its current status in the response to a repeat', async () => {
    const account = sandbox.openAccount();
    await account.api.order(ORDER);
    await account.advance(3_000);
    expect((await account.api.order(ORDER)).data).toMatchObject({ status: 'delegating', idempotent: true });
  });

  test('[ORD-10] [ORD-13] has the next id, and is debited with the discount taken off', async () => {
    const account = sandbox.openAccount({ balanceSun: 10_000_000, settings: { discount_percent: 50 } });
    await account.api.order({ ...ORDER, external_id: 'first' });
    expect((await account.api.order(ORDER)).data.order_id).toBe(2);
    expect((await account.api.balance()).data).toEqual({ balance_trx: 6.1 });
  });

  test('[ORD-15] [LIFE-1] stays in processing until time passes', async () => {
    const account = sandbox.openAccount();
    await account.api.order(ORDER);
    await account.advance(2_999);
    expect((await account.api.status({ id: 1 })).data.status).toBe('processing');
    await account.advance(1);
    expect((await account.api.status({ id: 1 })).data.status).toBe('delegating');
  });

  test('[ORD-1] [ORD-11] without external_id is a new order each time, with external_id null', async () => {
    const account = sandbox.openAccount();
    for (const external_id of [undefined, null, undefined]) {
      const { data, status } = await account.api.order({ ...ORDER, external_id });
      expect(status).toBe(202);
      expect(data.external_id).toBeNull();
    }
    expect(account.state.orders).toHaveLength(3);
  });

  test('[ORD-5] [LIM-6] of a custom amount lasts 60 minutes, whatever the price of other durations', async () => {
    const custom_prices_sun_per_energy = { 5: 1, 10: 2, 15: 3, 60: 71 };
    const account = sandbox.openAccount({ settings: { custom_prices_sun_per_energy } });
    await account.api.order({ energy_amount: 100_000, address: RECIPIENT });
    expect((await account.api.status({ id: 1 })).data).toMatchObject({
      energy_amount: 100_000,
      duration_minutes: 60,
      price_trx: 7.1,
    });
  });

  test('[ORD-6] lasts for the requested time, and is priced for it', async () => {
    const account = sandbox.openAccount();
    await account.api.order({ ...ORDER, duration_minutes: 15 });
    expect((await account.api.status({ id: 1 })).data).toMatchObject({
      duration_minutes: 15,
      price_trx: 2.99,
    });
  });

  test('[ORD-2] [LIM-2] accepts an external_id of 128 characters', async () => {
    const account = sandbox.openAccount();
    const external_id = 'x'.repeat(128);
    expect((await account.api.order({ ...ORDER, external_id })).data.external_id).toBe(external_id);
  });

  test('[ORD-3] accepts every allowed character in an external_id', async () => {
    const account = sandbox.openAccount();
    const external_id = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:-';
    expect((await account.api.order({ ...ORDER, external_id })).status).toBe(202);
    expect((await account.api.status({ external_id })).data.external_id).toBe(external_id);
  });

  test.each([
    ...['constructor', '__proto__', 'hasOwnProperty', 'toString', '0', '-', 'sandbox:', 'sandbox:none:x'],
  ])('[ORD-3] with the external_id %s is placed like any other', async external_id => {
    const account = sandbox.openAccount();
    expect((await account.api.status({ external_id })).outcome).toBe('404 NOT_FOUND');
    expect((await account.api.order({ ...ORDER, external_id })).outcome).toBe('202');
    expect((await account.api.order({ ...ORDER, external_id })).outcome).toBe('200');
    expect((await account.api.status({ external_id })).data.id).toBe(1);
  });
});

describe('an order is refused, and nothing changes,', () => {
  test.each<[string, Record<string, unknown>, string]>([
    [
      '[ORD-2] [LIM-2] [ERR-12] for 129 characters of external_id',
      { external_id: 'x'.repeat(129) },
      '422 EXTERNAL_ID_INVALID',
    ],
    ['[ERR-12] for an empty external_id', { external_id: '' }, '422 EXTERNAL_ID_INVALID'],
    ['[ERR-12] for a number as external_id', { external_id: 17 }, '422 EXTERNAL_ID_INVALID'],
    ['[ORD-3] [ERR-12] for a space in external_id', { external_id: 'a b' }, '422 EXTERNAL_ID_INVALID'],
    ['[ORD-3] [ERR-12] for a slash in external_id', { external_id: 'a/b' }, '422 EXTERNAL_ID_INVALID'],
    [
      '[ORD-3] [ERR-12] for a line feed after external_id',
      { external_id: 'ab\n' },
      '422 EXTERNAL_ID_INVALID',
    ],
    ['[ORD-3] [ERR-12] for a digit of another script', { external_id: '١' }, '422 EXTERNAL_ID_INVALID'],
    ['[ORD-3] [ERR-12] for half a surrogate pair', { external_id: '\ud800' }, '422 EXTERNAL_ID_INVALID'],
    ['[ORD-4] [ERR-15] without a product', { package_id: undefined }, '422 PRODUCT_REQUIRED'],
    ['[ORD-4] [ERR-15] for a package in quotes', { package_id: '1' }, '422 PRODUCT_REQUIRED'],
    ['[ORD-4] [ERR-15] for a fractional package', { package_id: 1.5 }, '422 PRODUCT_REQUIRED'],
    [
      '[ORD-4] [ERR-15] for an amount in quotes',
      { package_id: undefined, energy_amount: '65000' },
      '422 PRODUCT_REQUIRED',
    ],
    ['[ORD-4] [ERR-15] for a list of packages', { package_id: [1] }, '422 PRODUCT_REQUIRED'],
    ['[ORD-4] [ERR-16] with both products', { energy_amount: 65_000 }, '422 PRODUCT_SELECTOR_CONFLICT'],
    ['[ERR-11] for package 0', { package_id: 0 }, '404 PACKAGE_NOT_FOUND'],
    ['[ERR-11] for an unknown package', { package_id: 6 }, '404 PACKAGE_NOT_FOUND'],
    ['[ERR-11] for a package of 1e300', { package_id: 1e300 }, '404 PACKAGE_NOT_FOUND'],
    [
      '[ERR-18] for a negative amount',
      { package_id: undefined, energy_amount: -65_000 },
      '422 CUSTOM_ENERGY_OUT_OF_RANGE',
    ],
    [
      '[ERR-18] for an amount of 2^53',
      { package_id: undefined, energy_amount: 2 ** 53 },
      '422 CUSTOM_ENERGY_OUT_OF_RANGE',
    ],
    [
      '[ERR-19] for an amount between two steps',
      { package_id: undefined, energy_amount: 65_001 },
      '422 CUSTOM_ENERGY_INVALID_STEP',
    ],
    ['[ERR-20] for 61 minutes of a package', { duration_minutes: 61 }, '422 RENTAL_DURATION_UNAVAILABLE'],
    ['[ERR-20] for minutes in quotes', { duration_minutes: '60' }, '422 RENTAL_DURATION_UNAVAILABLE'],
    [
      '[ORD-5] [ERR-21] [LIM-6] for 15 minutes of a custom amount',
      { package_id: undefined, energy_amount: 65_000, duration_minutes: 15 },
      '422 CUSTOM_DURATION_UNAVAILABLE',
    ],
    ['[ORD-7] [ERR-13] without an address', { address: undefined }, '422 INVALID_TRON_ADDRESS'],
    ['[ORD-7] [ERR-13] for a null address', { address: null }, '422 INVALID_TRON_ADDRESS'],
    [
      '[ORD-7] [ERR-13] for an address in hexadecimal',
      { address: `41${'0'.repeat(40)}` },
      '422 INVALID_TRON_ADDRESS',
    ],
    [
      '[ORD-7] [ERR-13] for an address with a space after it',
      { address: `${RECIPIENT} ` },
      '422 INVALID_TRON_ADDRESS',
    ],
    [
      '[ORD-7] [ERR-13] for a Bitcoin address',
      { address: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' },
      '422 INVALID_TRON_ADDRESS',
    ],
    [
      '[ORD-8] [ERR-14] for a recipient that is not activated',
      { address: 'TNotActivatedxxxxxxxxxxxxxxy3pp14u' },
      '422 ADDRESS_NOT_ACTIVE',
    ],
    ['[ERR-6] for a price above the balance', { package_id: 5 }, '402 INSUFFICIENT_BALANCE'],
  ])('%s', async (_name, change, outcome) => {
    const account = sandbox.openAccount({ balanceSun: 10_000_000 });
    expect((await account.api.order({ ...ORDER, ...change })).outcome).toBe(outcome);
    expect(account.state.orders).toEqual([]);
    expect(account.state.events).toEqual([]);
    expect(account.state.ledger).toHaveLength(1);
    expect((await account.api.order(ORDER)).outcome, 'its external_id is still free').toBe('202');
  });

  test('[ORD-8] [ERR-14] for every recipient that the account lists as inactive', async () => {
    const account = sandbox.openAccount();
    sandbox.core.runner.execute(account.account, 'change', { inactive_addresses: [RECIPIENT] });
    expect((await account.api.order(ORDER)).outcome).toBe('422 ADDRESS_NOT_ACTIVE');
  });

  test('[ORD-8] for all except listed recipients if the account says so', async () => {
    const settings = { deny_unknown: true, active_addresses: [RECIPIENT] };
    const account = sandbox.openAccount({ settings });
    expect((await account.api.order(ORDER)).outcome).toBe('202');
    const stranger = { ...ORDER, external_id: 'other', address: 'TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK' };
    expect((await account.api.order(stranger)).outcome).toBe('422 ADDRESS_NOT_ACTIVE');
  });
});

describe('of several errors', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['external_id comes before the product', { external_id: '', package_id: 'x' }, '422 EXTERNAL_ID_INVALID'],
    [
      'the product comes before the duration',
      { package_id: 'x', duration_minutes: 'x' },
      '422 PRODUCT_REQUIRED',
    ],
    [
      'the duration comes before the address',
      { duration_minutes: 'x', address: 'x' },
      '422 RENTAL_DURATION_UNAVAILABLE',
    ],
  ])('%s', async (_name, change, outcome) => {
    const account = sandbox.openAccount({ balanceSun: 0 });
    expect((await account.api.order({ ...ORDER, ...change })).outcome).toBe(outcome);
  });
});
