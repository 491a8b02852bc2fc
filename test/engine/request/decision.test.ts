import { beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '../../../src/domain/errors.ts';
import type { OperationId } from '../../../src/domain/operations.ts';
import type { Decision } from '../../../src/engine/request/decision.ts';
import type { RequestFields, ServiceRequest } from '../../../src/engine/request/service-request.ts';
import { World } from '../../simulation/world.ts';
import { scenario } from '../inline.ts';
import { orderFields, serviceRequest, violationOf } from '../requests.ts';

let world: World;
beforeEach(() => {
  world = new World();
});

const handle = (request: Partial<ServiceRequest> = {}): Decision =>
  world.execute('handle', serviceRequest({ fields: orderFields(), ...request }));

const play = (...requests: object[]): void => {
  world.execute('setScenarios', { scenarios: [scenario({ requests })] });
};

const ordersMade = (): number => world.account.state.orders.length;

const READS: readonly OperationId[] = ['getQuote', 'createEstimate', 'getOrderStatus', 'getBalance'];

describe('a rule without commit', () => {
  test.each([
    ['a code', { reply: { error: 'RATE_LIMITED' } }],
    ['a status', { reply: { status: 599 } }],
    ['a body', { reply: { body: { colour: 'blue' } } }],
    ['a fault', { fault: 'empty-reply' }],
  ])('preempts every operation with %s', (_what, answer) => {
    play(answer);
    for (const operation of ['createOrder', ...READS] as const) {
      const { outcome, isReplaced, rule, delayMs } = handle({ operation });
      expect([outcome, isReplaced, rule?.id, delayMs]).toEqual([
        { kind: 'preempted' },
        true,
        'inline/requests[0]',
        0,
      ]);
    }
    expect(ordersMade()).toBe(0);
  });

  test('delays its own response', () => {
    play({ reply: { error: 'RATE_LIMITED', after: '3s' } });
    expect(handle().delayMs).toBe(3_000);
  });

  test.each([
    ['a delay', { reply: { after: '1s' } }, 1_000],
    ['headers', { reply: { headers: { 'X-Extra': '1' } } }, 0],
    ['a change of the account', { set: { discount_percent: 1 } }, 0],
  ])('leaves the true answer in place with nothing but %s', (_what, rule, delayMs) => {
    play(rule);
    const decision = handle();
    expect(decision).toMatchObject({ outcome: { kind: 'order' }, isReplaced: false, delayMs });
    expect(decision.rule?.id).toBe('inline/requests[0]');
  });

  test('delays refusals, repeats and reads as well', () => {
    play({ reply: { after: '1s' } });
    const fields = orderFields({ externalId: 'e' });
    const requests: Partial<ServiceRequest>[] = [
      { fields },
      { fields },
      { fields: orderFields({ packageId: 99 }) },
      { problem: refuse('INVALID_JSON', 'no JSON') },
      { violations: [violationOf('address', 'INVALID_TRON_ADDRESS')] },
      ...READS.map(operation => ({ operation })),
    ];
    const decisions = requests.map(handle);
    expect(decisions.map(({ delayMs }) => delayMs)).toEqual(requests.map(() => 1_000));
    expect(decisions.map(({ outcome }) => outcome.kind)).toEqual([
      'order',
      'order',
      'refused',
      'refused',
      'refused',
      'quote',
      'estimate',
      'refused',
      'balance',
    ]);
  });
});

describe('a rule with commit', () => {
  const fields = orderFields({ externalId: 'e' });

  test.each([
    ['a reply', { reply: { error: 'SERVICE_UNAVAILABLE', after: '1s' } }, true, 1_000],
    ['a fault', { fault: 'hang' }, false, 0],
    ['a fault after a delay', { fault: 'hang', reply: { after: '1s' } }, false, 1_000],
    ['a fault and a reply', { fault: 'hang', reply: { error: 'RATE_LIMITED' } }, false, 0],
    ['a delay', { reply: { after: '1s' } }, false, 1_000],
  ])(
    'applies with %s to the call that creates the order, and not to a repeat',
    (_what, answer, isReplaced, delayMs) => {
      play({ ...answer, commit: true });
      const made = handle({ fields });
      expect(made).toMatchObject({
        outcome: { kind: 'order', placed: { idempotent: false } },
        isReplaced,
        delayMs,
      });
      expect(made.rule?.id).toBe('inline/requests[0]');
      expect(handle({ fields })).toMatchObject({
        outcome: { kind: 'order', placed: { idempotent: true } },
        rule: null,
        isReplaced: false,
        delayMs: 0,
      });
      expect(ordersMade()).toBe(1);
    },
  );

  test('applies only to repeats if it matches repeats', () => {
    play({ match: { repeat: true }, fault: 'hang', commit: true });
    expect(handle({ fields }).rule).toBeNull();
    expect(handle({ fields })).toMatchObject({ outcome: { kind: 'order' }, rule: { fault: 'hang' } });
    expect(ordersMade()).toBe(1);
  });

  test.each<[string, Partial<ServiceRequest>]>([
    ['by the operation', { fields: orderFields({ packageId: 99 }) }],
    ['for a violation', { violations: [violationOf('address', 'INVALID_TRON_ADDRESS')] }],
    ['for its body', { problem: refuse('INVALID_JSON', 'no JSON') }],
  ])('spares an order that is refused %s', (_why, request) => {
    play({ reply: { error: 'SERVICE_UNAVAILABLE', after: '1s' }, commit: true });
    expect(handle(request)).toMatchObject({
      outcome: { kind: 'refused' },
      rule: null,
      isReplaced: false,
      delayMs: 0,
    });
  });

  test('does not apply to a repeat that is refused, although it matches repeats', () => {
    handle({ fields });
    world.execute('change', { assumptions: { idempotency_mismatch: 'reject' } });
    play({ match: { repeat: true }, fault: 'hang', commit: true });
    expect(handle({ fields: { ...fields, packageId: 2 } })).toMatchObject({
      outcome: { kind: 'refused', refusal: { error: 'EXTERNAL_ID_INVALID' } },
      rule: null,
    });
  });

  test('applies to every response of an operation that creates no orders, including refusals', () => {
    play({ reply: { error: 'SERVICE_UNAVAILABLE' }, commit: true });
    for (const operation of READS) {
      const { outcome, isReplaced } = handle({ operation });
      expect([outcome.kind === 'preempted', isReplaced]).toEqual([false, true]);
    }
  });

  test('applies its changes whether or not it applies to the response', () => {
    play({ set: { balance_trx: 1 }, fault: 'hang', commit: true });
    expect(handle()).toMatchObject({
      outcome: { kind: 'refused', refusal: { error: 'INSUFFICIENT_BALANCE' } },
      rule: null,
    });
    expect(world.account.state.balanceSun).toBe(1_000_000);
  });
});

describe('a rule applies equally to an order and to a bulk request of that order', () => {
  /** Whether an order was created, whether the rule applies, and how long the response is delayed. */
  const effect = ({ rule, outcome, delayMs }: Decision): object => ({
    acts: outcome.kind === 'bulk' ? (rule ?? outcome.items[0]!.rule) !== null : rule !== null,
    delayMs,
    orders: ordersMade(),
  });

  const single = (fields: RequestFields, request: Partial<ServiceRequest>): Decision =>
    handle({ ...request, fields });

  const bulk = (fields: RequestFields, { violations = [], ...request }: Partial<ServiceRequest>): Decision =>
    handle({
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
    const effectsOf = (ask: typeof single): object[] => {
      world = new World();
      play(rule as object);
      return REQUESTS.map(([fields, request]) => effect(ask(fields, request)));
    };
    const effects = effectsOf(single);
    expect(effectsOf(bulk)).toEqual(effects);
  });
});
