import { beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../../../../src/core/domain/error-codes.ts';
import type { Decision } from '../../../../src/core/engine/request/decision.ts';
import type { RequestFields, ServiceRequest } from '../../../../src/core/engine/request/service-request.ts';
import { RECIPIENT } from '../../../support/addresses.ts';
import { scenarioSource } from '../../../system/simulation/world.ts';
import { scenario } from '../inline.ts';
import { fieldsOf, manualOrder } from '../requests.ts';
import { begin, handle, world } from '../stage.ts';

const REVIEW_ADDRESS = 'TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK';
const header = scenario({ orders: [{ lifecycle: [] }] }, 'by-header');

beforeEach(() => begin());

/** Handles a request for an order without a product, so that no order is created. */
const ask = (fields: Partial<RequestFields> = {}, request: Partial<ServiceRequest> = {}): Decision =>
  handle({ ...request, fields: fieldsOf(fields) });

const status = (fields: Partial<RequestFields>): Decision => ask(fields, { operation: 'getOrderStatus' });

const scenariosAsked = ({ scenarios }: Decision): string[] => scenarios.map(one => one.name);

describe('the scenario that a request picks', () => {
  /** The picked scenario comes before the default; undefined if none was picked. */
  const picked = (decision: Decision): string | undefined => scenariosAsked(decision).at(-2);

  test('is named by its header, otherwise by its external_id, otherwise by its address', () => {
    const both = { externalId: 'sandbox:refund-late:1', address: REVIEW_ADDRESS };
    expect(picked(ask(both, { header }))).toBe('by-header');
    expect(picked(ask(both))).toBe('refund-late');
    expect(picked(ask({ address: REVIEW_ADDRESS }))).toBe('review');
  });

  test('is the one of the address if the external_id names an unknown scenario', () => {
    expect(picked(ask({ externalId: 'sandbox:no-such-scenario:1', address: REVIEW_ADDRESS }))).toBe('review');
  });

  test('is the one of the order in a status request, by id or by external_id', () => {
    world.execute('placeOrder', manualOrder({ externalId: 'plain' }));
    const review = scenarioSource.get('review')!;
    world.execute('placeOrder', manualOrder({ externalId: 'mine' }, { picked: review }));
    expect(picked(status({ orderId: 2 }))).toBe('review');
    expect(picked(status({ externalId: 'mine' }))).toBe('review');
    expect(picked(status({ orderId: 1 }))).toBeUndefined();
    expect(picked(status({ orderId: 3 }))).toBeUndefined();
  });

  test('is the one of the existing order if a request repeats an order', () => {
    const review = scenarioSource.get('review')!;
    world.execute('placeOrder', manualOrder({ externalId: 'mine' }, { picked: review }));
    expect(picked(ask({ externalId: 'mine', address: RECIPIENT }))).toBe('review');
  });

  test('is stored with the order that the request creates', () => {
    ask({ address: RECIPIENT, packageId: 1 }, { header });
    ask({ address: REVIEW_ADDRESS, packageId: 1 });
    ask({ address: RECIPIENT, packageId: 1 });
    const { state } = world.account;
    expect(state.orders.map(order => state.picked[order.scenario]?.name)).toEqual([
      'by-header',
      'review',
      undefined,
    ]);
  });
});

describe('the facts of a request', () => {
  test('are its fields, the name of its key and the time; all others are null', () => {
    const { facts } = ask({ externalId: 'e1', address: RECIPIENT, packageId: 2 });
    expect(facts).toEqual({
      operation: 'createOrder',
      externalId: 'e1',
      address: RECIPIENT,
      packageId: 2,
      energyAmount: null,
      key: 'key-0',
      account: 'simulated',
      repeat: false,
      orderId: null,
      orderAgeMs: null,
      clockMs: 0,
      item: null,
      event: null,
      attempt: null,
    });
  });

  test('come from its order, with the age of the order, if the request has no such fields', () => {
    world.execute('placeOrder', manualOrder({ externalId: 'e1', packageId: 2 }));
    world.execute('elapse', {}, 2_500);
    expect(status({ orderId: 1 }).facts).toEqual({
      operation: 'getOrderStatus',
      orderId: 1,
      orderAgeMs: 2_500,
      clockMs: 2_500,
      externalId: 'e1',
      address: RECIPIENT,
      packageId: 2,
      energyAmount: 131_000,
      key: 'key-0',
      account: 'simulated',
      repeat: true,
      item: null,
      event: null,
      attempt: null,
    });
    expect(status({ externalId: 'e1' }).facts.orderId).toBe(1);
  });

  test('come from the request if its fields differ from its order', () => {
    world.execute('placeOrder', manualOrder({ externalId: 'e1' }));
    const { facts } = ask({ externalId: 'e1', address: REVIEW_ADDRESS, packageId: 2, energyAmount: 64_000 });
    expect(facts).toMatchObject({ address: REVIEW_ADDRESS, packageId: 2, energyAmount: 64_000, orderId: 1 });
  });

  test('contain only the id of an order that does not exist', () => {
    const { facts } = status({ orderId: 7 });
    expect(facts).toMatchObject({ orderId: 7, orderAgeMs: null, repeat: false, externalId: null });
  });

  test('have no package for an order of a custom amount, and no key if the key is unknown', () => {
    world.execute('placeOrder', manualOrder({ packageId: null, energyAmount: 64_000 }));
    const { facts } = ask({ orderId: 1 }, { operation: 'getOrderStatus', keyId: 'key-9' });
    expect(facts).toMatchObject({ packageId: null, energyAmount: 64_000, externalId: null, key: '' });
  });

  test('contain the recipient of an estimate as the address', () => {
    expect(ask({ address: RECIPIENT }, { operation: 'createEstimate' }).facts.address).toBe(RECIPIENT);
  });

  test('of a request whose body could not be read are its operation, its key and the time', () => {
    const { facts } = ask({}, { problem: refuse('INVALID_JSON', 'no JSON') });
    expect(Object.entries(facts).filter(([, fact]) => fact !== null)).toEqual([
      ['operation', 'createOrder'],
      ['key', 'key-0'],
      ['account', 'simulated'],
      ['clockMs', 0],
      ['repeat', false],
    ]);
  });
});

test('the picked scenario takes precedence over the active ones, and those over the default', () => {
  const active = scenario({ orders: [{ lifecycle: [] }] }, 'active');
  world.execute('setScenarios', { scenarios: [active] });
  expect(scenariosAsked(ask({}, { header }))).toEqual(['by-header', 'active', 'happy-path']);
  expect(scenariosAsked(ask())).toEqual(['active', 'happy-path']);
});

test('the changes of a rule apply to the key of the request, and the request is processed', () => {
  world.addKey();
  const requests = [
    { match: { operation: 'createOrder' }, set: { balance_trx: 5, key: { scopes: ['quote'] } } },
  ];
  world.execute('setScenarios', { scenarios: [scenario({ requests })] });
  const { rule, outcome } = ask({ address: RECIPIENT, packageId: 1 }, { keyId: 'key-1' });
  expect([rule?.id, outcome.kind]).toEqual(['inline/requests[0]', 'order']);
  expect(world.account.state.ledger.map(row => row.amountSun)).toEqual([40_000_000, -35_000_000, -3_900_000]);
  expect(world.account.state.keys.map(key => key.scopes.length)).toEqual([4, 1]);
  expect(world.account.state.scripted).toEqual({
    balance: 'scripted by inline/requests[0] (inline requests[0])',
    'key key-1': 'scripted by inline/requests[0] (inline requests[0])',
  });
});
