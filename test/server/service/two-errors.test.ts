import { afterAll, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox } from '../../support/sandbox.ts';

/* What happens when two errors meet: the rows `order_of_checks` and `two_errors` of the register. */

const sandbox = await startTestSandbox();
afterAll(() => sandbox.close());

const ORDER = { package_id: 1, address: RECIPIENT };

test.each([
  ['404 PACKAGE_NOT_FOUND', 'package -1, which cannot exist,', { package_id: -1 }],
  ['422 PRODUCT_REQUIRED', 'package 99, which does not exist,', { package_id: 99 }],
])('%s is the response to %s beside an amount of the wrong type', async (outcome, _name, fields) => {
  const answer = await sandbox.api.call('POST', '/api/v1/order/', {
    body: { ...ORDER, ...fields, energy_amount: 'many' },
  });
  expect(answer.outcome).toBe(outcome);
  const query = new URLSearchParams({ package_id: String(fields.package_id), energy_amount: 'many' });
  expect((await sandbox.api.call('GET', `/api/v1/quote/?${query}`)).outcome).toBe(outcome);
});

test('an invalid address is reported before disabled custom Energy, and an inactive one after it', async () => {
  const account = sandbox.openAccount({ settings: { custom_energy_enabled: false, deny_unknown: true } });
  const custom = { energy_amount: 100_000 };
  expect((await account.api.order({ ...custom, address: 'x' })).outcome).toBe('422 INVALID_TRON_ADDRESS');
  expect((await account.api.order({ ...custom, address: RECIPIENT })).outcome).toBe(
    '422 CUSTOM_ENERGY_DISABLED',
  );
  expect((await account.api.order(ORDER)).outcome).toBe('422 ADDRESS_NOT_ACTIVE');
});

test('an unknown field in one bulk item refuses the whole request of a strict account', async () => {
  const account = sandbox.openAccount({ settings: { unknown_fields: 'reject' } });
  const items = [
    { ...ORDER, external_id: 'good' },
    { ...ORDER, external_id: 'typo', duration: 60 },
  ];
  const answer = await account.api.call('POST', '/api/v1/orders/bulk/', { body: { orders: items } });
  expect([answer.outcome, answer.explain]).toEqual([
    '400 INVALID_JSON',
    expect.stringContaining('body.orders[1].duration'),
  ]);
  expect(account.state.orders).toEqual([]);
  const both = [items[1], { ...ORDER, external_id: 'bad', address: 7 }];
  expect((await account.api.call('POST', '/api/v1/orders/bulk/', { body: { orders: both } })).outcome).toBe(
    '400 INVALID_JSON',
  );
});
