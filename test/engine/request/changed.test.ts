import { beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../../../src/domain/errors.ts';
import type { ServiceRequest } from '../../../src/engine/request/service-request.ts';
import { World } from '../../simulation/world.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { scenario } from '../inline.ts';
import { fieldsOf, orderFields, serviceRequest, violationOf } from '../requests.ts';

let world: World;
let changed: boolean;
beforeEach(() => {
  world = new World({
    begin: () => {},
    before: () => {},
    after: ({ executed }) => {
      changed = executed.changed;
    },
  });
});

/** Handles a request; true if the engine reports that it changed the account. */
function changes(request: Partial<ServiceRequest>, afterMs = 0): boolean {
  world.execute('handle', serviceRequest(request), afterMs);
  return changed;
}

const play = (...requests: object[]): void => {
  world.execute('setScenarios', { scenarios: [scenario({ requests })] });
};

const used = orderFields({ externalId: 'used' });

/** All requests that do not change the account. */
const WITHOUT_CHANGE: Readonly<Record<string, Partial<ServiceRequest>>> = {
  'a quote': { operation: 'getQuote', fields: fieldsOf({ packageId: 1 }) },
  'a refused quote': { operation: 'getQuote', fields: fieldsOf({ packageId: 99 }) },
  'an estimate': { operation: 'createEstimate', fields: fieldsOf({ address: RECIPIENT }) },
  'a refused estimate': { operation: 'createEstimate' },
  'a status': { operation: 'getOrderStatus', fields: fieldsOf({ orderId: 1 }) },
  'a status of an order that does not exist': {
    operation: 'getOrderStatus',
    fields: fieldsOf({ orderId: 9 }),
  },
  'the balance': { operation: 'getBalance' },
  'a body that cannot be read': { problem: refuse('INVALID_JSON', 'no JSON') },
  'a violation': { fields: orderFields(), violations: [violationOf('address')] },
  'a refused order': { fields: orderFields({ packageId: 99 }) },
  'a repeat': { fields: used },
  'a repeat that differs': { fields: { ...used, packageId: 2 } },
  'a bulk request that is refused as a whole': {
    operation: 'createOrdersBulk',
    violations: [violationOf('orders')],
  },
  'a bulk request of repeats and refusals': {
    operation: 'createOrdersBulk',
    items: [used, orderFields({ packageId: 99 })],
  },
};

describe('a request that does not change the account reports no change', () => {
  beforeEach(() => {
    changes({ fields: used });
  });

  test.each(Object.entries(WITHOUT_CHANGE))('%s', (_what, request) => {
    const before = world.json();
    expect(changes(request)).toBe(false);
    expect(world.json()).toBe(before);
  });

  test.each([
    ['replaces the response', { reply: { error: 'RATE_LIMITED' } }],
    ['faults it', { fault: 'hang' }],
    ['delays it', { reply: { after: '1s' } }],
  ])('also where a rule without counts %s', (_what, rule) => {
    play(rule);
    for (const request of Object.values(WITHOUT_CHANGE)) expect(changes(request)).toBe(false);
  });

  test('although time passes', () => {
    const before = world.account.state.nowMs;
    expect(changes({ operation: 'getBalance' }, 500)).toBe(false);
    expect(world.account.state.nowMs).toBe(before + 500);
  });
});

describe('a request that changes the account reports it', () => {
  test('if it creates an order, alone or in a bulk request', () => {
    expect(changes({ fields: orderFields() })).toBe(true);
    const items = [orderFields({ packageId: 99 }), orderFields()];
    expect(changes({ operation: 'createOrdersBulk', items })).toBe(true);
  });

  test.each(Object.entries(WITHOUT_CHANGE))('if a rule counts it: %s', (_what, request) => {
    changes({ fields: used });
    play({ match: { nth: 1 }, reply: { after: '1s' } });
    expect([changes(request), Object.keys(world.account.state.counters)]).toEqual([
      true,
      ['inline/requests[0]'],
    ]);
  });

  test('if a rule is counted that does not apply', () => {
    play({ match: { nth: 99 }, fault: 'hang' });
    expect(changes({ operation: 'getBalance' })).toBe(true);
  });

  test('if a rule changes something, although the request is refused', () => {
    play({ set: { balance_trx: 1 }, reply: { error: 'RATE_LIMITED' } });
    expect(changes({ operation: 'getBalance' })).toBe(true);
    expect(world.account.state.balanceSun).toBe(1_000_000);
  });

  test('if work was due before it', () => {
    changes({ fields: orderFields() });
    expect(changes({ operation: 'getBalance' }, 2_999)).toBe(false);
    expect(changes({ operation: 'getBalance' }, 1)).toBe(true);
  });
});
