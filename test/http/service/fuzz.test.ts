import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from '../../../src/domain/errors.ts';
import { addressNumber, RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';
import { amount, seed } from '../../support/tier.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox({ rateLimit: 1_000_000 });
});
afterAll(() => sandbox.close());

const RUNS = { numRuns: amount({ first: 50, long: 2_000 }), seed: seed(1) };

/** Values that often break servers, among valid ones. */
const oddValue = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    true,
    false,
    0,
    -0,
    1,
    -1,
    1.5,
    2 ** 53,
    -(2 ** 53),
    1e308,
    5e-324,
    '',
    ' ',
    '0',
    '1',
  ),
  fc.constantFrom<unknown[]>(
    '__proto__',
    'constructor',
    '\u0000',
    '\ud800',
    'null',
    '[object Object]',
    '💸',
    [],
    {},
    [[]],
  ),
  fc.jsonValue({ maxDepth: 3 }),
);
const externalId = fc.oneof(fc.stringMatching(/^[A-Za-z0-9._:-]{1,130}$/), oddValue);
const packageId = fc.oneof(fc.integer({ min: 1, max: 6 }), oddValue);
const energyAmount = fc.oneof(
  fc.integer({ min: 30, max: 5_002 }).map(n => n * 1_000),
  oddValue,
);
const minutes = fc.oneof(fc.constantFrom(5, 10, 15, 30, 60), oddValue);
const address = fc.oneof(fc.constant(RECIPIENT), fc.nat(1_000).map(addressNumber), oddValue);

const optional = { requiredKeys: [] };
const orderBody = fc.record(
  {
    external_id: externalId,
    package_id: packageId,
    energy_amount: energyAmount,
    duration_minutes: minutes,
    address,
    note: fc.jsonValue(),
  },
  optional,
);
const bulkBody = fc.record(
  {
    orders: fc.oneof(
      fc.array(fc.oneof({ weight: 5, arbitrary: orderBody }, oddValue), { maxLength: 6 }),
      oddValue,
    ),
  },
  optional,
);
const estimateBody = fc.record({ recipient_address: address, has_usdt: oddValue }, optional);
const queryText = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'id',
        'external_id',
        'package_id',
        'energy_amount',
        'duration_minutes',
        '',
        '__proto__',
      ),
      fc.oneof(fc.constantFrom('', '1', '60', '65000', '0x1', '%', '%00', '%ff', '1&', '='), fc.string()),
    ),
    { maxLength: 5 },
  )
  .map(pairs => `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`)
  .map(text => encodeURI(text).replaceAll('%25', '%'));

/** Sends a request with a new account and checks the rules that hold for every request. */
async function hold(method: string, path: string, body?: unknown): Promise<void> {
  const account = sandbox.openAccount();
  const { state } = account;
  const answer = await account.api.call(method, path, { body });
  expect(answer.status, answer.explain).toBeLessThan(500);
  if (answer.status >= 400) {
    const own = ERRORS[answer.error as ErrorCode]?.status;
    const isBulkRefusal = path.includes('bulk') && answer.status === 422;
    expect(own === answer.status || (isBulkRefusal && own !== undefined), answer.text).toBe(true);
    expect(state.orders).toEqual([]);
    expect(answer.explain).toMatch(/^[\x20-\x7e]+$/);
  }
  const spentSun = state.orders.reduce((sum, order) => sum + order.priceSun, 0);
  expect(state.balanceSun).toBe(1_000_000_000 - spentSun);
  expect(state.ledger).toHaveLength(1 + state.orders.length);
}

test('any order request is either placed and paid or refused with a listed code', () =>
  fc.assert(
    fc.asyncProperty(orderBody, body => hold('POST', '/api/v1/order/', body)),
    RUNS,
  ));

test('the orders of any bulk request are either placed and paid or refused with listed codes', () =>
  fc.assert(
    fc.asyncProperty(bulkBody, body => hold('POST', '/api/v1/orders/bulk/', body)),
    RUNS,
  ));

test('any estimate request is either answered or refused with a listed code', () =>
  fc.assert(
    fc.asyncProperty(estimateBody, body => hold('POST', '/api/v1/estimate/', body)),
    RUNS,
  ));

test.each(['quote', 'status', 'balance'])('any query of %s gets a response as described', name =>
  fc.assert(
    fc.asyncProperty(queryText, query => hold('GET', `/api/v1/${name}/${query}`)),
    RUNS,
  ),
);

test('any bytes of a body are either accepted as an order or refused with a listed code', () =>
  fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), bytes =>
      hold('POST', '/api/v1/order/', Buffer.from(bytes)),
    ),
    RUNS,
  ));

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
    RUNS,
  ));
