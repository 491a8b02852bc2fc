import { beforeEach, describe, expect, test } from 'vitest';
import type { Arrival } from '../../src/engine/arrivals.ts';
import type { Scenario } from '../../src/scenario/types.ts';
import { scenarioSource, World } from '../simulation/world.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { scenario } from './inline.ts';

const REVIEW_ADDRESS = 'TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK';
const header = scenario({ orders: [{ lifecycle: [] }] }, 'by-header');

let world: World;
beforeEach(() => {
  world = new World();
});

const arrive = (arrival: Partial<Arrival>) =>
  world.execute('arrive', { operation: 'createOrder', keyId: 'key-0', header: null, ...arrival });

function order(externalId: string | null, picked: Scenario | null = null): void {
  const request = { externalId, address: RECIPIENT, packageId: 2 };
  world.execute('placeOrder', { request, kind: 'single', keyId: 'key-0', picked });
}

describe('the scenario that a request picks', () => {
  const named = (arrival: Partial<Arrival>): string | undefined => arrive(arrival).picked?.name;

  test('is the one of its header, before that of its external_id, before that of its address', () => {
    const both = { externalId: 'sandbox:refund-late:1', address: REVIEW_ADDRESS };
    expect(named({ ...both, header })).toBe('by-header');
    expect(named(both)).toBe('refund-late');
    expect(named({ address: REVIEW_ADDRESS })).toBe('review');
  });

  test('is none for an ordinary request', () => {
    expect(arrive({ externalId: 'e1', address: RECIPIENT }).picked).toBeNull();
  });

  test.each([
    ['an unknown name', 'sandbox:no-such-scenario:1'],
    ['no second colon', 'sandbox:review'],
    ['no name', 'sandbox::1'],
    ['something before it', 'x-sandbox:review:1'],
  ])('is none for an external_id with %s', (_what, externalId) => {
    expect(arrive({ externalId }).picked).toBeNull();
  });

  test('is none for an external_id with an unknown name, and the address is asked', () => {
    expect(named({ externalId: 'sandbox:no-such-scenario:1', address: REVIEW_ADDRESS })).toBe('review');
  });

  test('is that of the order which it is about, by id and by external_id', () => {
    order('plain');
    order('mine', scenarioSource.get('review')!);
    expect(named({ operation: 'getOrderStatus', orderId: 2 })).toBe('review');
    expect(named({ operation: 'getOrderStatus', externalId: 'mine' })).toBe('review');
    expect(named({ operation: 'getOrderStatus', orderId: 1 })).toBeUndefined();
    expect(named({ operation: 'getOrderStatus', orderId: 3 })).toBeUndefined();
  });
});

describe('what rules may ask about a request', () => {
  test('is what the request says, and the name of its key', () => {
    expect(arrive({ externalId: 'e1', address: RECIPIENT, packageId: 2 }).facts).toEqual({
      operation: 'createOrder',
      externalId: 'e1',
      address: RECIPIENT,
      packageId: 2,
      key: 'key-0',
      repeat: false,
    });
  });

  test('is, where it names an order, what that is and how old', () => {
    order('e1');
    world.execute('elapse', {}, 2_500);
    expect(arrive({ operation: 'getOrderStatus', orderId: 1 }).facts).toEqual({
      operation: 'getOrderStatus',
      orderId: 1,
      orderAgeMs: 2_500,
      externalId: 'e1',
      address: RECIPIENT,
      packageId: 2,
      energyAmount: 131_000,
      key: 'key-0',
      repeat: true,
    });
  });

  test('has no package for an order of a custom amount, and no key where there is none', () => {
    const request = { externalId: null, address: RECIPIENT, energyAmount: 64_000 };
    world.execute('placeOrder', { request, kind: 'single', keyId: 'key-0', picked: null });
    const { facts } = arrive({ operation: 'getOrderStatus', orderId: 1, keyId: 'key-9' });
    expect(facts.packageId).toBeUndefined();
    expect(facts).toMatchObject({ energyAmount: 64_000, externalId: null, key: '' });
  });
});

test('the picked scenario is asked before the active ones, and the default last', () => {
  const active = scenario({ orders: [{ lifecycle: [] }] }, 'active');
  world.execute('setScenarios', { scenarios: [active] });
  expect(arrive({ header }).asked.map(one => one.name)).toEqual(['by-header', 'active', 'happy-path']);
  expect(arrive({}).asked.map(one => one.name)).toEqual(['active', 'happy-path']);
});

test('what a rule sets is done for the key that made the request, and the request goes on', () => {
  world.addKey();
  const requests = [
    { match: { operation: 'createOrder' }, set: { balance_trx: 5, key: { scopes: ['quote'] } } },
  ];
  world.execute('setScenarios', { scenarios: [scenario({ requests })] });
  const { rule } = arrive({ keyId: 'key-1' });
  expect(rule?.id).toBe('inline/requests[0]');
  expect(world.account.state.balanceSun).toBe(5_000_000);
  expect(world.account.state.keys.map(key => key.scopes.length)).toEqual([4, 1]);
});
