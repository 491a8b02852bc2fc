import { beforeEach, describe, expect, test } from 'vitest';
import type { Decision } from '../../../../src/core/engine/request/decision.ts';
import type { RequestFields, ServiceRequest } from '../../../../src/core/engine/request/service-request.ts';
import { orderFields, violationOf } from '../requests.ts';
import { begin, handle, play, world } from '../stage.ts';

beforeEach(() => begin());

const ask = (request: Partial<ServiceRequest> = {}): Decision =>
  handle({ fields: orderFields(), ...request });

const ordersMade = (): number => world.account.state.orders.length;

test('a rule with commit applies to every response of an operation that creates no orders, including refusals', () => {
  play({ reply: { error: 'SERVICE_UNAVAILABLE' }, commit: true });
  for (const operation of ['getQuote', 'createEstimate', 'getOrderStatus', 'getBalance'] as const) {
    const { outcome, isReplaced } = ask({ operation });
    expect([outcome.kind === 'preempted', isReplaced]).toEqual([false, true]);
  }
});

test('a rule with commit applies its changes whether or not it applies to the response', () => {
  play({ set: { balance_trx: 1 }, fault: 'hang', commit: true });
  expect(ask()).toMatchObject({
    outcome: { kind: 'refused', refusal: { error: 'INSUFFICIENT_BALANCE' } },
    rule: null,
  });
  expect(world.account.state.balanceSun).toBe(1_000_000);
});

describe('a rule applies equally to an order and to a bulk request of that order', () => {
  /** Whether an order was created, whether the rule applies, and how long the response is delayed. */
  const effect = ({ rule, outcome, delayMs }: Decision): object => ({
    acts: outcome.kind === 'bulk' ? (rule ?? outcome.items[0]!.rule) !== null : rule !== null,
    delayMs,
    orders: ordersMade(),
  });

  const single = (fields: RequestFields, request: Partial<ServiceRequest>): Decision =>
    ask({ ...request, fields });

  const bulk = (fields: RequestFields, { violations = [], ...request }: Partial<ServiceRequest>): Decision =>
    ask({
      ...request,
      operation: 'createOrdersBulk',
      fields: orderFields({ address: null, packageId: null }),
      items: [fields],
      violations: violations.map(one => ({ ...one, item: 0 })),
    });

  const ANSWERS: readonly object[] = [
    { reply: { error: 'ADDRESS_NOT_ACTIVE' } },
    { reply: { error: 'RATE_LIMITED' } },
    { reply: { error: 'ADDRESS_NOT_ACTIVE', after: '1s' } },
    { reply: { status: 599, body: 'oops' } },
    { fault: 'hang' },
    { fault: 'connection-reset', reply: { after: '1s' } },
    { reply: { after: '1s' } },
    { set: { balance_trx: 30 } },
  ];
  const RULES = ANSWERS.flatMap(answer =>
    [{}, { commit: true }, { commit: true, match: { repeat: true } }, { match: { repeat: true } }].map(
      head => ({ ...answer, ...head, match: { operation: 'createOrder', ...head.match } }),
    ),
  );

  /** A first use, a repeat, one that differs, one with violations, and a refusal. */
  const REQUESTS: readonly [RequestFields, Partial<ServiceRequest>][] = [
    [orderFields({ externalId: 'e', durationMinutes: 15 }), {}],
    [orderFields({ externalId: 'e', durationMinutes: 15 }), {}],
    [orderFields({ externalId: 'e', packageId: 2 }), {}],
    [orderFields({ externalId: 'e' }), { violations: [violationOf('duration_minutes')] }],
    [orderFields({ externalId: 'f' }), { violations: [violationOf('external_id')] }],
    [orderFields({ externalId: 'f', packageId: 99 }), {}],
    [orderFields(), {}],
  ];

  test.each(RULES.map(rule => [JSON.stringify(rule), rule]))('%s', (_name, rule) => {
    const effectsOf = (make: typeof single): object[] => {
      begin();
      play(rule as object);
      return REQUESTS.map(([fields, request]) => effect(make(fields, request)));
    };
    const effects = effectsOf(single);
    expect(effectsOf(bulk)).toEqual(effects);
  });
});
