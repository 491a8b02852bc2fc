import { expect } from 'vitest';
import { addressNumber, RECIPIENT } from '../support/addresses.ts';
import { HASTY, RASH } from './examples/buyer.ts';
import { play, WISH } from './stage.ts';

const CUSTOM = { energy_amount: 65_000, address: RECIPIENT };

const items = (count: number, name = 'item'): object[] =>
  Array.from({ length: count }, (_, index) => ({ external_id: `${name}-${index}`, ...WISH }));

play(
  'address-not-active',
  'the estimate is good, the order is refused, and no retry mends it',
  async stage => {
    const estimate = await stage.api.estimate({ recipient_address: RECIPIENT });
    expect(estimate.outcome).toBe('200');
    expect(await stage.buyer().buy('a', WISH)).toEqual({
      kind: 'refused',
      code: 'ADDRESS_NOT_ACTIVE',
      tries: 1,
    });
    for (let retry = 0; retry < 3; retry++) {
      expect((await stage.api.order({ external_id: 'a', ...WISH })).outcome).toBe('422 ADDRESS_NOT_ACTIVE');
    }
    expect(stage.debits).toBe(0);
  },
);

play('insufficient-balance', 'an order and a bulk item are refused, and nothing is made', async stage => {
  expect(await stage.buyer().buy('a', WISH)).toMatchObject({ kind: 'refused', code: 'INSUFFICIENT_BALANCE' });
  expect((await stage.api.status({ external_id: 'a' })).outcome).toBe('404 NOT_FOUND');
  const bulk = await stage.api.bulk(items(2));
  expect(bulk.outcome).toBe('422 INSUFFICIENT_BALANCE');
  expect(stage.sandbox.state.orders).toEqual([]);
});

play(
  'balance-runs-out',
  'a batch stops half way; going on from there pays each order once, from the top under new ids twice',
  async stage => {
    const names = ['a', 'b', 'c'];
    const buyAll = async (suffix = ''): Promise<string[]> => {
      const purchases = [];
      for (const name of names) purchases.push((await stage.buyer().buy(`${name}${suffix}`, WISH)).kind);
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

play('rate-limited', 'who waits as long as told gets through on the second try', async stage => {
  const first = await stage.api.order({ external_id: 'a', ...WISH });
  expect(first.outcome).toBe('429 RATE_LIMITED');
  expect(first.headers).toMatchObject({ 'retry-after': '2', 'x-ratelimit-remaining': '0' });
  expect(await stage.buyer().buy('b', WISH)).toMatchObject({ kind: 'ordered', tries: 2 });
  expect(stage.debits).toBe(1);
  const polls = [];
  for (let poll = 0; poll < 6; poll++) polls.push((await stage.api.status({ external_id: 'b' })).status);
  expect(polls).toEqual([200, 200, 429, 200, 200, 429]);
});

play('rate-limited', 'who takes a 429 for a refusal, or a new id for each try, never orders', async stage => {
  expect(await stage.buyer(HASTY).buy('a', WISH)).toMatchObject({ kind: 'gave-up' });
  expect(await stage.buyer(RASH).buy('b', WISH)).toMatchObject({ kind: 'gave-up', tries: 5 });
  expect(stage.debits).toBe(0);
});

play('rate-limited', 'a bulk request is refused whole, and its repeat goes through', async stage => {
  const first = await stage.api.bulk(items(2));
  expect(first.outcome).toBe('429 RATE_LIMITED');
  expect(first.headers['retry-after']).toBe('2');
  expect((await stage.api.bulk(items(2))).outcome).toBe('202');
});

play('service-unavailable', 'the third try under one external_id goes through', async stage => {
  expect(await stage.buyer().buy('a', WISH)).toMatchObject({ kind: 'ordered', tries: 3 });
  expect((await stage.api.status({ external_id: 'a' })).outcome).toBe('503 SERVICE_UNAVAILABLE');
  expect((await stage.api.status({ external_id: 'a' })).outcome).toBe('200');
  expect(stage.debits).toBe(1);
});

play('service-unavailable', 'who gives up, or takes a new id for each try, never orders', async stage => {
  expect(await stage.buyer(HASTY).buy('a', WISH)).toMatchObject({ kind: 'gave-up' });
  expect(await stage.buyer(RASH).buy('b', WISH)).toMatchObject({ kind: 'gave-up', tries: 5 });
  expect(stage.debits).toBe(0);
});

play(
  'service-unavailable',
  'a bulk is refused whole, then item by item, then it goes through',
  async stage => {
    const outcomes = [];
    for (let attempt = 0; attempt < 5; attempt++) outcomes.push((await stage.api.bulk(items(2))).outcome);
    const whole = '503 SERVICE_UNAVAILABLE';
    expect(outcomes).toEqual([whole, whole, '422 SERVICE_UNAVAILABLE', '422 SERVICE_UNAVAILABLE', '202']);
  },
);

play('custom-energy-disabled', 'a quoted amount cannot be ordered; a package can', async stage => {
  expect((await stage.api.quote({ energy_amount: 65_000 })).outcome).toBe('200');
  expect(await stage.buyer().buy('a', CUSTOM)).toMatchObject({
    kind: 'refused',
    code: 'CUSTOM_ENERGY_DISABLED',
  });
  expect((await stage.api.quote({ energy_amount: 65_000 })).outcome).toBe('422 CUSTOM_ENERGY_DISABLED');
  expect((await stage.api.order({ external_id: 'b', ...CUSTOM })).outcome).toBe('422 CUSTOM_ENERGY_DISABLED');
  expect(await stage.buyer().buy('c', WISH)).toMatchObject({ kind: 'ordered' });
  expect(stage.debits).toBe(1);
});

play(
  'price-gone',
  'a quoted package has no 60-minute price when it is ordered; shorter ones sell',
  async stage => {
    const packages = stage.sandbox.state.settings.packages.map(pack => pack.id);
    for (const id of packages) expect((await stage.api.quote({ package_id: id })).outcome).toBe('200');
    expect(await stage.buyer().buy('a', WISH)).toMatchObject({
      kind: 'refused',
      code: 'DURATION_PRICE_UNAVAILABLE',
    });
    for (const id of packages) {
      expect((await stage.api.quote({ package_id: id })).outcome).toBe('422 DURATION_PRICE_UNAVAILABLE');
    }
    const shorter = await stage.api.order({ external_id: 'b', ...WISH, duration_minutes: 15 });
    expect(shorter.outcome).toBe('202');
    expect(stage.debits).toBe(1);
  },
);

play('bulk-partial', 'results tell by index and external_id which items failed, and why', async stage => {
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
  // A client that looks at the status alone takes all six for accepted, and one that counts orders by place is off.
  expect(bulk.status).toBeLessThan(300);
  expect((await stage.api.status({ id: 2 })).data.external_id).toBe('item-2');
});

play(
  'bulk-partial',
  'sent again under the same ids it pays no item twice, under new ones every item',
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
