import { beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../../../../src/core/domain/error-codes.ts';
import type { OperationId } from '../../../../src/core/domain/operations.ts';
import type { Decision } from '../../../../src/core/engine/request/decision.ts';
import type { RequestFields } from '../../../../src/core/engine/request/service-request.ts';
import { fieldsOf, orderFields, violationOf } from '../requests.ts';
import { begin, handle, play, world } from '../stage.ts';

beforeEach(() => begin());

const ask = (operation: OperationId, fields: Partial<RequestFields> = {}): Decision =>
  handle({ operation, fields: fieldsOf(fields) });

/** The code of a refusal, or the kind of any other outcome, with `again` for a repeat. */
function summary({ outcome }: Decision): string {
  if (outcome.kind === 'refused') return outcome.refusal.error;
  return outcome.kind === 'order' && outcome.placed.idempotent ? 'order again' : outcome.kind;
}

const PROBLEM = refuse('REQUEST_TOO_LARGE', 'the body is too large');

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
});
