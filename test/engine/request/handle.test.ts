import { beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../../../src/domain/errors.ts';
import type { OperationId } from '../../../src/domain/operations.ts';
import type { Decision } from '../../../src/engine/request/decision.ts';
import type { RequestFields, ServiceRequest } from '../../../src/engine/request/service-request.ts';
import { World } from '../../simulation/world.ts';
import { addressNumber, RECIPIENT } from '../../support/addresses.ts';
import { scenario } from '../inline.ts';
import { fieldsOf, orderFields, serviceRequest, violationOf } from '../requests.ts';

const PRICE_SUN = 3_900_000;

let world: World;
beforeEach(() => {
  world = new World();
});

const handle = (request: Partial<ServiceRequest>): Decision =>
  world.execute('handle', serviceRequest(request));

const ask = (operation: OperationId, fields: Partial<RequestFields> = {}): Decision =>
  handle({ operation, fields: fieldsOf(fields) });

const play = (...requests: object[]): void => {
  world.execute('setScenarios', { scenarios: [scenario({ requests })] });
};

/** The code of a refusal, or the kind of any other outcome, with `again` for a repeat. */
function summary({ outcome }: Decision): string {
  if (outcome.kind === 'refused') return outcome.refusal.error;
  return outcome.kind === 'order' && outcome.placed.idempotent ? 'order again' : outcome.kind;
}

const PROBLEM = refuse('REQUEST_TOO_LARGE', 'the body is too large');

describe('of several reasons for a response, the first in this order applies', () => {
  const used = orderFields({ externalId: 'used' });

  /** A request with all possible mistakes; each step removes the one that was reported. */
  const steps: [string, Partial<ServiceRequest>][] = [
    ['REQUEST_TOO_LARGE', { problem: PROBLEM }],
    ['order again', { problem: null }],
    ['INVALID_JSON', { fields: { ...used, externalId: 'new', address: null } }],
    ['PACKAGE_NOT_FOUND', { remarks: [] }],
    ['INVALID_TRON_ADDRESS', { violations: [] }],
    ['order', { fields: { ...used, externalId: 'new' } }],
  ];

  beforeEach(() => {
    handle({ fields: used });
    world.execute('change', { assumptions: { unknown_fields: 'reject' } });
  });

  const faulty = (): Partial<ServiceRequest> => ({
    fields: used,
    remarks: ['body.colour is not described', 'query.size is not described'],
    violations: [
      violationOf('package_id', 'PACKAGE_NOT_FOUND'),
      violationOf('address', 'INVALID_TRON_ADDRESS'),
    ],
  });

  test('problem, repeat, remarks, first violation, operation', () => {
    let request = faulty();
    for (const [expected, change] of steps) {
      request = { ...request, ...change };
      expect(summary(handle(request))).toBe(expected);
    }
  });

  test('a rule that replaces the response, before everything else', () => {
    play({ match: { operation: 'createOrder' }, reply: { error: 'RATE_LIMITED' } });
    let request = faulty();
    for (const [, change] of steps) {
      request = { ...request, ...change };
      const { outcome, rule } = handle(request);
      expect([outcome, rule?.reply?.error]).toEqual([{ kind: 'preempted' }, 'RATE_LIMITED']);
    }
    expect(world.account.state.orders).toHaveLength(1);
  });

  test('each refusal has its own explanation', () => {
    const explained = (change: Partial<ServiceRequest>): string => {
      const { outcome } = handle({ ...faulty(), fields: orderFields(), ...change });
      return outcome.kind === 'refused' ? outcome.refusal.explain : outcome.kind;
    };
    expect(explained({ problem: PROBLEM })).toBe('the body is too large');
    expect(explained({})).toBe('body.colour is not described; query.size is not described');
    expect(explained({ remarks: [] })).toBe('package_id is wrong');
  });
});

describe('a request whose body could not be read', () => {
  test('matches a rule without conditions on the body, which counts it', () => {
    play({ match: { operation: 'createOrder', nth: 2 }, fault: 'hang' });
    expect(summary(handle({ problem: PROBLEM }))).toBe('REQUEST_TOO_LARGE');
    expect(handle({ problem: PROBLEM }).rule?.fault).toBe('hang');
  });

  test('matches no rule with a condition on its body', () => {
    play({ match: { external_id: '*' }, fault: 'hang' });
    expect(handle({ problem: PROBLEM }).rule).toBeNull();
  });
});

describe('a repeat of an order', () => {
  const fields = orderFields({ externalId: 'e' });
  beforeEach(() => {
    handle({ fields });
  });

  test('returns that order, and nothing is debited', () => {
    const { outcome } = handle({ fields });
    expect(outcome).toEqual({
      kind: 'order',
      placed: { order: world.account.state.orders[0], idempotent: true, mismatch: false },
    });
    expect(world.account.state.balanceSun).toBe(40_000_000 - PRICE_SUN);
  });

  test('is recognized before other violations of the request, and then counts as a mismatch', () => {
    const violations = [violationOf('package_id', 'PACKAGE_NOT_FOUND')];
    const { outcome } = handle({ fields, violations });
    expect(outcome).toMatchObject({ kind: 'order', placed: { idempotent: true, mismatch: true } });
  });

  test('is not recognized by an external_id that is itself invalid', () => {
    const violations = [
      violationOf('address', 'INVALID_TRON_ADDRESS'),
      violationOf('external_id', 'EXTERNAL_ID_INVALID'),
    ];
    expect(summary(handle({ fields, violations }))).toBe('INVALID_TRON_ADDRESS');
    expect(summary(handle({ fields, violations: violations.slice(1) }))).toBe('EXTERNAL_ID_INVALID');
  });

  test('that differs or has violations is EXTERNAL_ID_INVALID if the account rejects mismatches', () => {
    world.execute('change', { assumptions: { idempotency_mismatch: 'reject' } });
    const violations = [violationOf('package_id', 'PACKAGE_NOT_FOUND')];
    expect(summary(handle({ fields: { ...fields, address: addressNumber(2) } }))).toBe('EXTERNAL_ID_INVALID');
    expect(summary(handle({ fields, violations }))).toBe('EXTERNAL_ID_INVALID');
    expect(summary(handle({ fields }))).toBe('order again');
  });

  test('is possible only with createOrder: other operations do not repeat by external_id', () => {
    for (const operation of ['getQuote', 'createEstimate', 'getBalance', 'createOrdersBulk'] as const) {
      const violations = [violationOf('package_id', 'PACKAGE_NOT_FOUND')];
      expect(summary(handle({ operation, fields, violations }))).toBe('PACKAGE_NOT_FOUND');
    }
  });
});

describe('remarks', () => {
  const request = { fields: orderFields(), remarks: ['body.colour is not described'] };

  test('are tolerated unless the account rejects them', () => {
    expect(summary(handle(request))).toBe('order');
    world.execute('change', { assumptions: { unknown_fields: 'reject' } });
    expect(summary(handle(request))).toBe('INVALID_JSON');
    expect(summary(handle({ ...request, remarks: [] }))).toBe('order');
  });

  test('are always tolerated by the balance, which has no 400 response', () => {
    world.execute('change', { assumptions: { unknown_fields: 'reject' } });
    expect(summary(handle({ ...request, operation: 'getBalance' }))).toBe('balance');
    expect(summary(handle({ ...request, operation: 'getQuote' }))).toBe('INVALID_JSON');
  });
});

describe('a violation', () => {
  test('refuses the whole request unless it belongs to an item', () => {
    const items = [orderFields()];
    const ofItem = violationOf('address', 'INVALID_TRON_ADDRESS', 0);
    const bulk = { operation: 'createOrdersBulk' as const, items };
    expect(summary(handle({ ...bulk, violations: [ofItem] }))).toBe('bulk');
    const violations = [ofItem, violationOf('orders', 'INVALID_JSON')];
    expect(summary(handle({ ...bulk, violations }))).toBe('INVALID_JSON');
  });
});

describe('the operations', () => {
  test('createOrder places an order for 60 minutes with the key of the request', () => {
    const { outcome } = handle({ fields: orderFields({ externalId: 'e' }) });
    const [order] = world.account.state.orders;
    expect(outcome).toEqual({ kind: 'order', placed: { order, idempotent: false, mismatch: false } });
    expect(order).toMatchObject({ externalId: 'e', durationMinutes: 60, key: 'key-0', scenario: -1 });
  });

  test('createOrder creates nothing if the order is refused', () => {
    expect(summary(ask('createOrder', { address: RECIPIENT }))).toBe('PRODUCT_REQUIRED');
    expect(world.account.state.orders).toEqual([]);
  });

  test('getQuote prices a selection, or refuses it and names the rule that caused the refusal', () => {
    const { outcome } = ask('getQuote', { packageId: 2, durationMinutes: 60 });
    expect(outcome).toMatchObject({ kind: 'quote', offer: { energyAmount: 131_000, durationMinutes: 60 } });
    play({ match: { operation: 'getBalance' }, set: { inactive_packages: [2] } });
    ask('getBalance');
    expect(ask('getQuote', { packageId: 2 }).outcome).toEqual({
      kind: 'refused',
      refusal: {
        error: 'PACKAGE_NOT_FOUND',
        explain: 'package 2 is no longer sold; scripted by inline/requests[0] (inline requests[0])',
      },
    });
  });

  test('createEstimate estimates for its address, with or without USDT', () => {
    world.execute('change', { assumptions: { estimate_holders: 'none' } });
    const energyOf = (hasUsdt: boolean | null): unknown => {
      const { outcome } = ask('createEstimate', { address: RECIPIENT, hasUsdt });
      return outcome.kind === 'estimate' ? outcome.estimate.energy : outcome.kind;
    };
    expect([true, false, null].map(energyOf)).toEqual([131_000, 32_000, 131_000]);
    expect(summary(ask('createEstimate', { address: 'T' }))).toBe('INVALID_TRON_ADDRESS');
    expect(summary(ask('createEstimate'))).toBe('INVALID_TRON_ADDRESS');
  });

  test('getOrderStatus finds an order by id, otherwise by external_id', () => {
    handle({ fields: orderFields({ externalId: 'a' }) });
    handle({ fields: orderFields({ externalId: 'b' }) });
    const [first, second] = world.account.state.orders;
    expect(ask('getOrderStatus', { orderId: 1 }).outcome).toEqual({ kind: 'status', order: first });
    expect(ask('getOrderStatus', { externalId: 'b' }).outcome).toEqual({ kind: 'status', order: second });
    expect(ask('getOrderStatus', { orderId: 1, externalId: 'b' }).outcome).toEqual({
      kind: 'status',
      order: first,
    });
  });

  test('getOrderStatus is NOT_FOUND if there is no such order, and says what it looked for', () => {
    handle({ fields: orderFields({ externalId: 'a' }) });
    const refusal = (fields: Partial<RequestFields>): unknown => ask('getOrderStatus', fields).outcome;
    const notFound = (explain: string): unknown => ({
      kind: 'refused',
      refusal: { error: 'NOT_FOUND', explain },
    });
    expect(refusal({ orderId: 2, externalId: 'a' })).toEqual(notFound('this account has no order with id 2'));
    expect(refusal({ orderId: 0 })).toEqual(notFound('this account has no order with id 0'));
    expect(refusal({ externalId: 'c' })).toEqual(notFound('this account has no order with external_id c'));
    expect(refusal({})).toEqual(notFound('this account has no order with external_id null'));
  });

  test('getBalance returns the balance', () => {
    expect(ask('getBalance').outcome).toEqual({ kind: 'balance', balanceSun: 40_000_000 });
  });
});
