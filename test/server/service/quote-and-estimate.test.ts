import { afterAll, describe, expect, test } from 'vitest';
import { DEFAULT_PACKAGES } from '../../../src/core/domain/catalogue.ts';
import { addressNumber, RECIPIENT } from '../../support/addresses.ts';
import { ODD_PACKAGE } from '../../support/odd-package.ts';
import { startTestSandbox } from '../../support/sandbox.ts';

const sandbox = await startTestSandbox();
afterAll(() => sandbox.close());

describe('a quote', () => {
  test('[QUO-1] [QUO-2] [QUO-3] [QUO-4] [QUO-5] [GEN-3] of a package names it, with its own duration', async () => {
    const account = sandbox.openAccount({ settings: { packages: [...DEFAULT_PACKAGES, ODD_PACKAGE] } });
    const answer = await account.api.quote({ package_id: 7 });
    expect(answer.json).toEqual({
      success: true,
      data: {
        type: 'package',
        package_id: 7,
        name: 'Odd size',
        energy_amount: 77_000,
        duration_minutes: 10,
        base_price_trx: 3.311,
        discount_percent: 0,
        discount_trx: 0,
        price_trx: 3.311,
      },
    });
  });

  test('[QUO-1] [QUO-2] [QUO-3] [QUO-5] [LIM-6] of a custom amount has no package, and 60 minutes', async () => {
    const answer = await sandbox.api.quote({ energy_amount: 100_000 });
    expect(answer.data).toEqual({
      type: 'custom',
      energy_amount: 100_000,
      duration_minutes: 60,
      base_price_trx: 6,
      discount_percent: 0,
      discount_trx: 0,
      price_trx: 6,
    });
  });

  test.each([
    [5, 2.6],
    [10, 2.795],
    [15, 2.99],
    [60, 3.9],
  ])('[QUO-11] for %i minutes of package 1 is %f TRX', async (duration_minutes, price_trx) => {
    const answer = await sandbox.api.quote({ package_id: 1, duration_minutes });
    expect(answer.data).toMatchObject({ duration_minutes, price_trx });
  });

  test('[QUO-6] [QUO-7] [QUO-8] [QUO-9] takes the discount off, and the order is charged just that', async () => {
    const account = sandbox.openAccount({ settings: { discount_percent: 12.5 } });
    const { data } = await account.api.quote({ package_id: 1 });
    expect(data).toMatchObject({
      base_price_trx: 3.9,
      discount_percent: 12.5,
      discount_trx: 0.4875,
      price_trx: 3.4125,
    });
    await account.api.order({ external_id: 'd', package_id: 1, address: RECIPIENT });
    expect((await account.api.status({ external_id: 'd' })).data.price_trx).toBe(3.4125);
    expect((await account.api.balance()).data.balance_trx).toBe(1000 - 3.4125);
  });

  test.each<[string, Record<string, string | number>, string]>([
    ['[QUO-10] [ERR-15] for neither selector', {}, '422 PRODUCT_REQUIRED'],
    ['[QUO-10] [ERR-15] for a selector without a value', { package_id: '' }, '422 PRODUCT_REQUIRED'],
    ['[QUO-10] [ERR-15] for a package that is a word', { package_id: 'one' }, '422 PRODUCT_REQUIRED'],
    ['[QUO-10] [ERR-15] for a package in hexadecimal', { package_id: '0x1' }, '422 PRODUCT_REQUIRED'],
    ['[QUO-10] [ERR-15] for a package with a blank', { package_id: ' 1' }, '422 PRODUCT_REQUIRED'],
    ['[QUO-10] [ERR-15] for an amount with an exponent', { energy_amount: '1e5' }, '422 PRODUCT_REQUIRED'],
    ['[QUO-10] [ERR-15] for an amount with decimals', { energy_amount: '65000.0' }, '422 PRODUCT_REQUIRED'],
    ['[QUO-10] [ERR-15] for a signed amount', { energy_amount: '+65000' }, '422 PRODUCT_REQUIRED'],
    ['[QUO-10] [ERR-15] for a package with two signs', { package_id: '--1' }, '422 PRODUCT_REQUIRED'],
    ['[QUO-10] [ERR-15] for a package that is a sign', { package_id: '-' }, '422 PRODUCT_REQUIRED'],
    ['[QUO-10] [ERR-11] for package -0', { package_id: '-0' }, '404 PACKAGE_NOT_FOUND'],
    [
      '[QUO-10] [ERR-16] for both selectors, negative',
      { package_id: -1, energy_amount: -1 },
      '422 PRODUCT_SELECTOR_CONFLICT',
    ],
    [
      '[ERR-20] for a package for -5 minutes',
      { package_id: 1, duration_minutes: -5 },
      '422 RENTAL_DURATION_UNAVAILABLE',
    ],
    ['for leading zeros', { package_id: '007' }, '404 PACKAGE_NOT_FOUND'],
    [
      '[QUO-10] [ERR-16] for both selectors',
      { package_id: 1, energy_amount: 65_000 },
      '422 PRODUCT_SELECTOR_CONFLICT',
    ],
    ['[QUO-10] [QUO-13] [ERR-11] for package -1', { package_id: -1 }, '404 PACKAGE_NOT_FOUND'],
    ['[QUO-10] [ERR-18] for a negative amount', { energy_amount: -5000 }, '422 CUSTOM_ENERGY_OUT_OF_RANGE'],
    ['[QUO-13] [ERR-11] for an unknown package', { package_id: 99 }, '404 PACKAGE_NOT_FOUND'],
    [
      '[QUO-13] [ERR-11] for a package beyond exact numbers',
      { package_id: '9007199254740993' },
      '404 PACKAGE_NOT_FOUND',
    ],
    ['[ERR-18] for too small an amount', { energy_amount: 31_000 }, '422 CUSTOM_ENERGY_OUT_OF_RANGE'],
    ['[ERR-18] for too large an amount', { energy_amount: 5_001_000 }, '422 CUSTOM_ENERGY_OUT_OF_RANGE'],
    ['[ERR-19] for an amount between two steps', { energy_amount: 65_500 }, '422 CUSTOM_ENERGY_INVALID_STEP'],
    [
      '[ERR-20] for a package for a time that it is not offered for',
      { package_id: 1, duration_minutes: 30 },
      '422 RENTAL_DURATION_UNAVAILABLE',
    ],
    [
      '[ERR-21] [LIM-6] for a custom amount for 15 minutes',
      { energy_amount: 65_000, duration_minutes: 15 },
      '422 CUSTOM_DURATION_UNAVAILABLE',
    ],
    ['for the least custom amount', { energy_amount: 32_000 }, '200'],
    ['for the largest custom amount', { energy_amount: 5_000_000 }, '200'],
    ['for a custom amount for 60 minutes', { energy_amount: 65_000, duration_minutes: 60 }, '200'],
    ['for an unknown parameter', { package_id: 1, colour: 'red' }, '200'],
  ])('%s', async (_name, query, outcome) => {
    expect((await sandbox.api.quote(query)).outcome).toBe(outcome);
  });

  test('[ERR-17] of a custom amount is refused with CUSTOM_ENERGY_DISABLED, whatever the amount, if custom amounts are not sold', async () => {
    const account = sandbox.openAccount({ settings: { custom_energy_enabled: false } });
    for (const energy_amount of [65_000, 1, 65_001, 0, -5_000]) {
      expect((await account.api.quote({ energy_amount })).outcome).toBe('422 CUSTOM_ENERGY_DISABLED');
    }
    expect((await account.api.quote({ package_id: 1 })).status).toBe(200);
  });

  test('[ERR-22] of a package without a price for the time is DURATION_PRICE_UNAVAILABLE', async () => {
    const [first] = DEFAULT_PACKAGES;
    const packages = [{ ...first!, pricesSun: { 60: 3_900_000 } }];
    const account = sandbox.openAccount({ settings: { packages } });
    const answer = await account.api.quote({ package_id: 1, duration_minutes: 5 });
    expect(answer.outcome).toBe('422 DURATION_PRICE_UNAVAILABLE');
  });

  test('[QUO-13] [ERR-11] of a package that is no longer sold is PACKAGE_NOT_FOUND', async () => {
    const packages = DEFAULT_PACKAGES.map(pack => ({ ...pack, active: pack.id !== 2 }));
    const account = sandbox.openAccount({ settings: { packages } });
    expect((await account.api.quote({ package_id: 2 })).outcome).toBe('404 PACKAGE_NOT_FOUND');
  });

  test('uses the last value of a repeated parameter', async () => {
    const answer = await sandbox.api.call<{ package_id: number }>(
      'GET',
      '/api/v1/quote/?package_id=1&package_id=2',
    );
    expect(answer.data.package_id).toBe(2);
  });

  test('treats parameter names as case-sensitive', async () => {
    const answer = await sandbox.api.call('GET', '/api/v1/quote/?Package_Id=1');
    expect(answer.outcome).toBe('422 PRODUCT_REQUIRED');
  });
});

describe('an estimate', () => {
  const estimate = (body: Record<string, unknown>) => sandbox.api.estimate(body);

  test.each([
    ['all', 65_000, 7],
    ['none', 131_000, 8],
  ] as const)(
    '[EST-2] [EST-3] [EST-4] [EST-5] of a USDT operation where %s of the recipients hold USDT is %i Energy',
    async (estimate_holders, energy, id) => {
      const packages = [ODD_PACKAGE, { ...ODD_PACKAGE, id: 8, name: 'Large', energyAmount: 150_000 }];
      const { api } = sandbox.openAccount({ settings: { estimate_holders, packages } });
      const pack = packages.find(one => one.id === id)!;
      for (const hint of [{ has_usdt: true }, { has_usdt: null }, {}]) {
        const { data } = await api.estimate({ recipient_address: RECIPIENT, ...hint });
        expect(data).toEqual({
          estimated_energy: energy,
          recommended_package: {
            id,
            name: pack.name,
            energy_amount: pack.energyAmount,
            duration_minutes: pack.durationMinutes,
          },
        });
      }
    },
  );

  test.each([
    ['by default', undefined, 32_000],
    ['if the account says so', 1_000, 1_000],
    ['and never more than that of a USDT operation', 500_000, 65_000],
  ])('[EST-2] [EST-3] without a USDT operation has its own amount %s', async (_when, without, energy) => {
    const settings = {
      estimate_holders: 'all',
      ...(without === undefined ? {} : { estimate_without_usdt: without }),
    } as const;
    const { api } = sandbox.openAccount({ settings });
    const { data } = await api.estimate({ recipient_address: RECIPIENT, has_usdt: false });
    expect(data).toMatchObject({ estimated_energy: energy, recommended_package: { id: 1 } });
  });

  test('[EST-4] recommends null if no active package is large enough', async () => {
    const packages = DEFAULT_PACKAGES.map(pack => ({ ...pack, active: pack.energyAmount < 131_000 }));
    const account = sandbox.openAccount({ settings: { packages, estimate_holders: 'none' } });
    const { data } = await account.api.estimate({ recipient_address: RECIPIENT });
    expect(data).toEqual({ estimated_energy: 131_000, recommended_package: null });
  });

  test('[EST-4] recommends the smallest active package at or above it', async () => {
    const packages = DEFAULT_PACKAGES.toReversed().map(pack => ({ ...pack, active: pack.id !== 1 }));
    const account = sandbox.openAccount({ settings: { packages } });
    const { data } = await account.api.estimate({ recipient_address: RECIPIENT, has_usdt: true });
    expect(data.recommended_package?.id).toBe(2);
  });

  test('finds holders and others among the recipients', async () => {
    const found = await Promise.all(
      Array.from({ length: 20 }, (_, n) => estimate({ recipient_address: addressNumber(n) })),
    );
    expect(new Set(found.map(({ data }) => data.estimated_energy))).toEqual(new Set([65_000, 131_000]));
  });

  test('for a recipient that is not activated succeeds', async () => {
    expect((await estimate({ recipient_address: 'TNotActivatedxxxxxxxxxxxxxxy3pp14u' })).status).toBe(200);
  });

  test.each<[string, unknown, string]>([
    ['[EST-1] [ERR-13] for no address', {}, '422 INVALID_TRON_ADDRESS'],
    ['[EST-1] [ERR-13] for a number', { recipient_address: 5 }, '422 INVALID_TRON_ADDRESS'],
    [
      '[EST-1] [ERR-13] for a wrong checksum',
      { recipient_address: `${RECIPIENT.slice(0, -1)}1` },
      '422 INVALID_TRON_ADDRESS',
    ],
    [
      '[EST-2] [ERR-7] for a hint of another type',
      { recipient_address: RECIPIENT, has_usdt: 'yes' },
      '400 INVALID_JSON',
    ],
    ['[EST-2] [ERR-7] for a hint of 1', { recipient_address: RECIPIENT, has_usdt: 1 }, '400 INVALID_JSON'],
    ['[EST-6] [ERR-7] for no body', undefined, '400 INVALID_JSON'],
    ['[EST-6] [ERR-7] for an empty body', '', '400 INVALID_JSON'],
  ])('%s', async (_name, body, outcome) => {
    expect((await sandbox.api.call('POST', '/api/v1/estimate/', { body })).outcome).toBe(outcome);
  });
});
