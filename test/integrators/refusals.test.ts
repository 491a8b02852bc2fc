import { expect } from 'vitest';
import { addressNumber, RECIPIENT } from '../support/addresses.ts';
import { HASTY, RASH } from './examples/buyer.ts';
import { ORDER_FIELDS, testScenario } from './stage.ts';

const CUSTOM = { energy_amount: 65_000, address: RECIPIENT };

const items = (count: number, name = 'item'): object[] =>
  Array.from({ length: count }, (_, index) => ({ external_id: `${name}-${index}`, ...ORDER_FIELDS }));

testScenario(
  'address-not-active',
  'the estimate succeeds, the order is refused, and no retry helps',
  async stage => {
    const estimate = await stage.api.estimate({ recipient_address: RECIPIENT });
    expect(estimate.outcome).toBe('200');
    expect(await stage.buyer().buy('a', ORDER_FIELDS)).toEqual({
      kind: 'refused',
      code: 'ADDRESS_NOT_ACTIVE',
      tries: 1,
    });
    for (let retry = 0; retry < 3; retry++) {
      expect((await stage.api.order({ external_id: 'a', ...ORDER_FIELDS })).outcome).toBe(
        '422 ADDRESS_NOT_ACTIVE',
      );
    }
    expect(stage.debits).toBe(0);
  },
);

testScenario(
  'insufficient-balance',
  'an order and a bulk item are refused, and no order is created',
  async stage => {
    expect(await stage.buyer().buy('a', ORDER_FIELDS)).toMatchObject({
      kind: 'refused',
      code: 'INSUFFICIENT_BALANCE',
    });
    expect((await stage.api.status({ external_id: 'a' })).outcome).toBe('404 NOT_FOUND');
    const bulk = await stage.api.bulk(items(2));
    expect(bulk.outcome).toBe('422 INSUFFICIENT_BALANCE');
    expect(stage.sandbox.state.orders).toEqual([]);
  },
);

testScenario(
  'balance-runs-out',
  'a batch stops halfway; continuing pays each order once, starting again with new ids pays twice',
  async stage => {
    const names = ['a', 'b', 'c'];
    const buyAll = async (suffix = ''): Promise<string[]> => {
      const purchases = [];
      for (const name of names)
        purchases.push((await stage.buyer().buy(`${name}${suffix}`, ORDER_FIELDS)).kind);
      return purchases;
    };
    expect(await stage.balanceTrx()).toBe(10);
    expect(await buyAll()).toEqual(['ordered', 'ordered', 'refused']);
    stage.sandbox.core.runner.execute(stage.sandbox.account, 'deposit', { amountSun: 100_000_000 });
    expect(await buyAll()).toEqual(['ordered', 'ordered', 'ordered']);
    expect(stage.debits).toBe(3);
    await buyAll('-again');
    expect(stage.debits).toBe(6);
  },
);

testScenario(
  'rate-limited',
  'a client that respects Retry-After succeeds at the second attempt',
  async stage => {
    const first = await stage.api.order({ external_id: 'a', ...ORDER_FIELDS });
    expect(first.outcome).toBe('429 RATE_LIMITED');
    expect(first.headers).toMatchObject({ 'retry-after': '2', 'x-ratelimit-remaining': '0' });
    expect(await stage.buyer().buy('b', ORDER_FIELDS)).toMatchObject({ kind: 'ordered', tries: 2 });
    expect(stage.debits).toBe(1);
    const polls = [];
    for (let poll = 0; poll < 6; poll++) polls.push((await stage.api.status({ external_id: 'b' })).status);
    expect(polls).toEqual([200, 200, 429, 200, 200, 429]);
  },
);

testScenario(
  'rate-limited',
  'a client that treats a 429 as final, or uses a new id for each attempt, never orders',
  async stage => {
    expect(await stage.buyer(HASTY).buy('a', ORDER_FIELDS)).toMatchObject({ kind: 'gave-up' });
    expect(await stage.buyer(RASH).buy('b', ORDER_FIELDS)).toMatchObject({ kind: 'gave-up', tries: 5 });
    expect(stage.debits).toBe(0);
  },
);

testScenario('rate-limited', 'a bulk request is refused as a whole, and its repeat succeeds', async stage => {
  const first = await stage.api.bulk(items(2));
  expect(first.outcome).toBe('429 RATE_LIMITED');
  expect(first.headers['retry-after']).toBe('2');
  expect((await stage.api.bulk(items(2))).outcome).toBe('202');
});

testScenario('service-unavailable', 'the third attempt with one external_id succeeds', async stage => {
  expect(await stage.buyer().buy('a', ORDER_FIELDS)).toMatchObject({ kind: 'ordered', tries: 3 });
  expect((await stage.api.status({ external_id: 'a' })).outcome).toBe('503 SERVICE_UNAVAILABLE');
  expect((await stage.api.status({ external_id: 'a' })).outcome).toBe('200');
  expect(stage.debits).toBe(1);
});

testScenario(
  'service-unavailable',
  'a client that gives up, or uses a new id for each attempt, never orders',
  async stage => {
    expect(await stage.buyer(HASTY).buy('a', ORDER_FIELDS)).toMatchObject({ kind: 'gave-up' });
    expect(await stage.buyer(RASH).buy('b', ORDER_FIELDS)).toMatchObject({ kind: 'gave-up', tries: 5 });
    expect(stage.debits).toBe(0);
  },
);

testScenario(
  'service-unavailable',
  'a bulk request is refused as a whole, then item by item, and then succeeds',
  async stage => {
    const outcomes = [];
    for (let attempt = 0; attempt < 5; attempt++) outcomes.push((await stage.api.bulk(items(2))).outcome);
    const wholeRequest = '503 SERVICE_UNAVAILABLE';
    expect(outcomes).toEqual([
      wholeRequest,
      wholeRequest,
      '422 SERVICE_UNAVAILABLE',
      '422 SERVICE_UNAVAILABLE',
      '202',
    ]);
  },
);

testScenario('custom-energy-disabled', 'a quoted amount cannot be ordered; a package can', async stage => {
  expect((await stage.api.quote({ energy_amount: 65_000 })).outcome).toBe('200');
  expect(await stage.buyer().buy('a', CUSTOM)).toMatchObject({
    kind: 'refused',
    code: 'CUSTOM_ENERGY_DISABLED',
  });
  expect((await stage.api.quote({ energy_amount: 65_000 })).outcome).toBe('422 CUSTOM_ENERGY_DISABLED');
  expect((await stage.api.order({ external_id: 'b', ...CUSTOM })).outcome).toBe('422 CUSTOM_ENERGY_DISABLED');
  expect(await stage.buyer().buy('c', ORDER_FIELDS)).toMatchObject({ kind: 'ordered' });
  expect(stage.debits).toBe(1);
});

testScenario(
  'price-gone',
  'a quoted package has no 60-minute price when it is ordered; shorter durations are available',
  async stage => {
    const packages = stage.sandbox.state.settings.packages.map(pack => pack.id);
    for (const id of packages) expect((await stage.api.quote({ package_id: id })).outcome).toBe('200');
    expect(await stage.buyer().buy('a', ORDER_FIELDS)).toMatchObject({
      kind: 'refused',
      code: 'DURATION_PRICE_UNAVAILABLE',
    });
    for (const id of packages) {
      expect((await stage.api.quote({ package_id: id })).outcome).toBe('422 DURATION_PRICE_UNAVAILABLE');
    }
    const shorter = await stage.api.order({ external_id: 'b', ...ORDER_FIELDS, duration_minutes: 15 });
    expect(shorter.outcome).toBe('202');
    expect(stage.debits).toBe(1);
  },
);

testScenario(
  'bulk-partial',
  'the results show by index and external_id which items failed and why',
  async stage => {
    const six = items(6).map((item, index) => ({ ...item, address: addressNumber(100 + index) }));
    const bulk = await stage.api.bulk(six);
    expect(bulk.outcome).toBe('207');
    expect(bulk.data.results).toEqual([
      { index: 0, external_id: 'item-0', status: 'accepted', order: { id: 1 } },
      { index: 1, external_id: 'item-1', status: 'failed', error: 'ADDRESS_NOT_ACTIVE' },
      { index: 2, external_id: 'item-2', status: 'accepted', order: { id: 2 } },
      { index: 3, external_id: 'item-3', status: 'failed', error: 'INSUFFICIENT_BALANCE' },
      { index: 4, external_id: 'item-4', status: 'accepted', order: { id: 3 } },
      { index: 5, external_id: 'item-5', status: 'failed', error: 'DURATION_PRICE_UNAVAILABLE' },
    ]);
    // A client that only checks the status treats all six as accepted, and one that matches orders by position is wrong.
    expect(bulk.status).toBeLessThan(300);
    expect((await stage.api.status({ id: 2 })).data.external_id).toBe('item-2');
  },
);

testScenario(
  'bulk-partial',
  'a repeat with the same ids pays no item twice, a repeat with new ids pays every item',
  async stage => {
    await stage.api.bulk(items(6));
    expect(stage.debits).toBe(3);
    const again = await stage.api.bulk(items(6));
    expect(again.data.results.map(one => (one.status === 'accepted' ? one.order.id : undefined))).toEqual([
      1,
      undefined,
      2,
      undefined,
      3,
      undefined,
    ]);
    expect(stage.debits).toBe(3);
    await stage.api.bulk(items(6, 'fresh'));
    expect(stage.debits).toBe(6);
  },
);
