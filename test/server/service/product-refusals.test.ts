import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox, type TestAccount } from '../../support/sandbox.ts';
import { amount } from '../../support/tier.ts';
import { inline } from '../../system/integrators/inline.ts';

const sandbox = await startTestSandbox();
afterAll(() => sandbox.close());

type Product = Readonly<Record<string, unknown>>;

/** The code that each operation has for a product: a quote, a single order, and an item of a bulk request. */
async function codesFor({ api }: TestAccount, product: Product): Promise<Record<string, string | undefined>> {
  const item = { external_id: 'item', address: RECIPIENT, ...product };
  const query = Object.fromEntries(Object.entries(product).map(([name, value]) => [name, String(value)]));
  const [quote, order, bulk] = [
    await api.quote(query),
    await api.order({ address: RECIPIENT, ...product }),
    await api.bulk([item, { external_id: 'good', package_id: 1, address: RECIPIENT }]),
  ];
  const [result] = bulk.data.results;
  return { quote: quote.error, order: order.error, item: result && 'error' in result ? result.error : '' };
}

const BEYOND_INTEGERS = 2 ** 60;

describe('a quote, an order and a bulk item have the same code', () => {
  test.each<Product>([
    { energy_amount: 65_000 },
    { energy_amount: 0 },
    { energy_amount: -5 },
    { energy_amount: 65_001 },
    { energy_amount: BEYOND_INTEGERS },
    { energy_amount: 65_000, duration_minutes: 0 },
    { energy_amount: 65_000, duration_minutes: 7 },
    { energy_amount: 0, duration_minutes: 15 },
  ])('while custom amounts are disabled: CUSTOM_ENERGY_DISABLED for %j', async product => {
    const account = sandbox.openAccount({ settings: { custom_energy_enabled: false } });
    const error = 'CUSTOM_ENERGY_DISABLED';
    expect(await codesFor(account, product)).toEqual({ quote: error, order: error, item: error });
  });

  test.each<[Product, string]>([
    [{ energy_amount: 0 }, 'CUSTOM_ENERGY_OUT_OF_RANGE'],
    [{ energy_amount: 31_999 }, 'CUSTOM_ENERGY_OUT_OF_RANGE'],
    [{ energy_amount: BEYOND_INTEGERS }, 'CUSTOM_ENERGY_OUT_OF_RANGE'],
    [{ energy_amount: 65_001 }, 'CUSTOM_ENERGY_INVALID_STEP'],
    [{ energy_amount: 65_000, duration_minutes: 0 }, 'CUSTOM_DURATION_UNAVAILABLE'],
    [{ energy_amount: 65_000, duration_minutes: 7 }, 'CUSTOM_DURATION_UNAVAILABLE'],
    [{ package_id: 0 }, 'PACKAGE_NOT_FOUND'],
    [{ package_id: 99 }, 'PACKAGE_NOT_FOUND'],
    [{ package_id: 1, duration_minutes: 0 }, 'RENTAL_DURATION_UNAVAILABLE'],
    [{ package_id: 1, duration_minutes: 7 }, 'RENTAL_DURATION_UNAVAILABLE'],
    [{ package_id: 1, energy_amount: 0 }, 'PRODUCT_SELECTOR_CONFLICT'],
    [{}, 'PRODUCT_REQUIRED'],
  ])('for %j: %s', async (product, error) => {
    expect(await codesFor(sandbox.openAccount(), product)).toEqual({
      quote: error,
      order: error,
      item: error,
    });
  });
});

test('an order that is accepted is exactly one that a quote of the same product prices the same', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 6 }),
      fc.option(
        fc.integer({ min: 30, max: 130 }).map(n => n * 500),
        { nil: undefined },
      ),
      fc.option(fc.constantFrom(5, 15, 30, 60), { nil: undefined }),
      fc.integer({ min: 0, max: 10_000 }),
      async (pack, energy_amount, duration_minutes, hundredths) => {
        const account = sandbox.openAccount({ settings: { discount_percent: hundredths / 100 } });
        const product = {
          ...(pack > 0 ? { package_id: pack } : {}),
          ...(energy_amount === undefined ? {} : { energy_amount }),
          ...(duration_minutes === undefined ? {} : { duration_minutes }),
        };
        const quote = await account.api.quote(product);
        const order = await account.api.order({ ...product, address: RECIPIENT });
        if (quote.status !== 200) expect(order.outcome).toBe(quote.outcome);
        else expect((await account.api.status({ id: 1 })).data.price_trx).toBe(quote.data.price_trx);
      },
    ),
    { numRuns: amount({ first: 50, long: 2_000 }) },
  ));

test('the explanation of a disabled amount names the scenario that disabled it', async () => {
  const scenario = inline('given: { assumptions: { custom_energy_enabled: false } }\n');
  const account = sandbox.openAccount({ scenarios: [scenario] });
  const answer = await account.api.order({ energy_amount: 65_000, duration_minutes: 0, address: RECIPIENT });
  expect(answer.outcome).toBe('422 CUSTOM_ENERGY_DISABLED');
  expect(answer.explain).toContain('scripted by written-here/given');
});
