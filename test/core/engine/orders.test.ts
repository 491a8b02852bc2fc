import { beforeEach, describe, expect, test } from 'vitest';
import { isRefusal, type Refusal } from '../../../src/core/domain/error-codes.ts';
import { Engine } from '../../../src/core/engine/engine.ts';
import type { Placed } from '../../../src/core/engine/place-order.ts';
import type { RequestFields } from '../../../src/core/engine/request/service-request.ts';
import type { Scenario } from '../../../src/core/scenario/scenario-schema.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { scenario } from './inline.ts';
import { manualOrder } from './requests.ts';
import { begin, world } from './stage.ts';

const HEX = `41${'0'.repeat(40)}`;

beforeEach(() => begin());

type Fields = Partial<RequestFields>;

const place = (fields: Fields = {}, picked: Scenario | null = null): Placed | Refusal =>
  world.execute('placeOrder', manualOrder({ externalId: 'e', ...fields }, { picked }));

/** The refusal, or the order and whether it was repeated. */
const outcome = (placed: Placed | Refusal): string =>
  isRefusal(placed)
    ? `${placed.error}: ${placed.explain}`
    : `order ${placed.order.id}${placed.idempotent ? ' again' : ''}${placed.mismatch ? '; differs' : ''}`;

const settings = (assumptions: object) => world.execute('change', { assumptions: { ...assumptions } });

test('a hexadecimal address is accepted if the account accepts that form, and other strings are not', () => {
  expect(outcome(place({ address: HEX }))).toContain('INVALID_TRON_ADDRESS');
  settings({ hex_addresses: 'accept' });
  expect(outcome(place({ address: HEX }))).toBe('order 1');
  expect(outcome(place({ address: 'T', externalId: null }))).toContain('INVALID_TRON_ADDRESS');
  expect(outcome(place({ externalId: null }))).toBe('order 2');
});

describe('a repeat', () => {
  test('returns the existing order, even if the account has changed since', () => {
    place();
    world.execute('change', { balance_trx: 0, inactive_addresses: [RECIPIENT], inactive_packages: [1] });
    expect(outcome(place())).toBe('order 1 again');
  });
});

describe('an accepted order', () => {
  test('has no key name if the key is unknown', () => {
    world.execute('placeOrder', manualOrder({}, { keyId: 'key-9' }));
    expect(world.account.state.orders[0]!.key).toBe('');
  });

  test('follows the lifecycle of the rule that its address, product, external_id and key match', () => {
    const lifecycle = [{ after: '1s', to: 'review' }];
    const match = { external_id: 'e', address: RECIPIENT, package_id: 1, key: 'key-0' };
    const picked = scenario({ orders: [{ match, lifecycle }] });
    place({}, picked);
    place({ externalId: 'other' }, picked);
    place({ externalId: 'amount', packageId: null, energyAmount: 64_000 }, picked);
    const { orders, lifecycles } = world.account.state;
    expect(orders.map(order => lifecycles[order.lifecycle]!.rule)).toEqual([
      'inline/orders[0]',
      'happy-path/orders[0]',
      'happy-path/orders[0]',
    ]);
  });

  test('follows the lifecycle of a rule that matches its amount', () => {
    const picked = scenario({ orders: [{ match: { energy_amount: 64_000 }, lifecycle: [] }] });
    place({ packageId: null, energyAmount: 64_000 }, picked);
    place({ externalId: null }, picked);
    const { orders, lifecycles } = world.account.state;
    expect(orders.map(order => lifecycles[order.lifecycle]!.steps.length)).toEqual([0, 4]);
  });

  test('stays in processing if no scenario has a lifecycle for it', () => {
    const engine = new Engine({
      get: () => undefined,
      byMagicAddress: () => undefined,
      explainUnknown: String,
      disturbances: [],
    });
    const { nowMs } = world.account.state;
    engine.execute(world.account, 'placeOrder', manualOrder(), nowMs);
    engine.execute(world.account, 'elapse', {}, nowMs + 24 * 3_600_000);
    const [order] = world.account.state.orders;
    expect(order).toMatchObject({ lifecycle: -1, position: -1, steps: [{ status: 'processing' }] });
    expect(world.account.state.lifecycles).toEqual([]);
  });

  test('shares lifecycle and scenario with other orders that have the same', () => {
    const one = scenario({ orders: [{ lifecycle: [{ after: '1s', to: 'review' }] }] });
    const copy = JSON.parse(JSON.stringify(one)) as Scenario;
    const changed = scenario({ orders: [{ lifecycle: [{ after: '2s', to: 'review' }] }] });
    const renamed = scenario({ orders: [{ lifecycle: [{ after: '1s', to: 'review' }] }] }, 'renamed');
    for (const picked of [null, one, copy, changed, one, renamed, null]) place({ externalId: null }, picked);
    const { orders, picked, lifecycles } = world.account.state;
    expect(orders.map(order => order.scenario)).toEqual([-1, 0, 0, 1, 0, 2, -1]);
    expect(orders.map(order => order.lifecycle)).toEqual([0, 1, 1, 2, 1, 3, 0]);
    expect([picked.length, lifecycles.length]).toEqual([3, 4]);
  });
});
