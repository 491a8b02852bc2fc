import { expect } from 'vitest';
import { HASTY, PATIENT } from './examples/follower.ts';
import { HOUR_MS, MINUTE_MS, ORDER_FIELDS, PRICE_TRX, SECOND_MS, testScenario } from './stage.ts';

const START_TRX = 1_000;
const afterOrders = (count: number): number => (START_TRX * 1e6 - count * PRICE_TRX * 1e6) / 1e6;

testScenario(
  'happy-path',
  'an order reaches completed, as shown by polling and by one webhook per status',
  async stage => {
    const bookkeeper = stage.attachBookkeeper();
    const orderId = await stage.order('a');
    const { belief } = await stage.follow(orderId);
    expect(belief).toBe('completed');
    expect(bookkeeper.accepted).toEqual([
      'order.processing',
      'order.delegating',
      'order.delegated',
      'order.undelegating',
      'order.completed',
    ]);
    expect(bookkeeper.credited).toEqual([orderId]);
    expect(await stage.balanceTrx()).toBe(afterOrders(1));
    const steps = stage.sandbox.state.orders[0]!.steps;
    const instants = steps.map(step => (step.atMs - steps[0]!.atMs) / SECOND_MS);
    expect(instants).toEqual([0, 3, 12, 3_612, 3_621]);
  },
);

testScenario(
  'slow-delivery',
  'delegating lasts 20 minutes; a client that polls for a minute and orders again pays twice',
  async stage => {
    const orderId = await stage.order('a');
    const hasty = await stage.follow(orderId, HASTY);
    expect(hasty.belief).toBe('delegating');
    await stage.order('a-again');
    expect(stage.debits).toBe(2);
    const patient = await stage.follow(orderId, { ...PATIENT, final: ['delegated'], pauseMs: MINUTE_MS });
    expect(patient.belief).toBe('delegated');
    const [, delegating, delegated] = stage.sandbox.state.orders[0]!.steps;
    expect(delegated!.atMs - delegating!.atMs).toBe(20 * MINUTE_MS);
  },
);

testScenario('stuck-processing', 'nothing ever happens, although the order was debited', async stage => {
  const orderId = await stage.order('a');
  await stage.sandbox.advance(30 * 24 * HOUR_MS);
  const { data } = await stage.api.status({ id: orderId });
  expect(data).toMatchObject({ status: 'processing', refunded: false, txid: null });
  expect(await stage.balanceTrx()).toBe(afterOrders(1));
  expect(stage.receiver.names).toEqual(['order.processing']);
});

testScenario(
  'review',
  'the order stays in review until it is moved manually; a repeat does not create another',
  async stage => {
    const orderId = await stage.order('a');
    await stage.sandbox.advance(48 * HOUR_MS);
    const { data } = await stage.api.status({ id: orderId });
    expect(data).toMatchObject({ status: 'review', error_code: 'ORDER_REVIEW' });
    expect((await stage.api.order({ external_id: 'a', ...ORDER_FIELDS })).data).toMatchObject({
      order_id: orderId,
      status: 'review',
      idempotent: true,
    });
    await stage.order('a-again');
    expect(stage.debits).toBe(2);
    stage.sandbox.core.runner.execute(stage.sandbox.account, 'move', { order: orderId, to: 'delegated' });
    await stage.sandbox.quiet();
    expect((await stage.api.status({ id: orderId })).data).toMatchObject({
      status: 'delegated',
      error_code: null,
    });
  },
);

testScenario(
  'review-then-delivered',
  'a client that treats review as final and orders again pays twice',
  async stage => {
    const orderId = await stage.order('a');
    const hasty = await stage.follow(orderId, { ...PATIENT, final: ['review', 'completed', 'failed'] });
    expect(hasty.belief).toBe('review');
    await stage.order('a-again');
    const patient = await stage.follow(orderId);
    expect(patient.belief).toBe('completed');
    expect(stage.debits).toBe(2);
    const steps = stage.sandbox.state.orders[0]!.steps;
    expect(steps.map(step => step.status)).toEqual([
      'processing',
      'delegating',
      'review',
      'delegated',
      'undelegating',
      'completed',
    ]);
    expect(steps[3]!.atMs - steps[2]!.atMs).toBe(10 * MINUTE_MS);
  },
);

testScenario(
  'review-then-failed',
  'the failure reports its refund immediately, and the refund is made once',
  async stage => {
    const orderId = await stage.order('a');
    await stage.sandbox.advance(3 * SECOND_MS);
    expect((await stage.api.status({ id: orderId })).data.status).toBe('review');
    await stage.sandbox.settle();
    expect(stage.receiver.names).toEqual(['order.processing', 'order.review', 'order.failed']);
    expect(stage.receiver.events.at(-1)!.data).toMatchObject({ refunded: true, error_code: 'ORDER_FAILED' });
    expect(await stage.balanceTrx()).toBe(START_TRX);
    expect(stage.sandbox.state.ledger.map(entry => entry.kind)).toEqual(['opening', 'debit', 'refund']);
  },
);

testScenario(
  'failed-with-refund',
  'refunded is false in the webhook, and true in the status 5 s later',
  async stage => {
    const orderId = await stage.order('a');
    await stage.sandbox.advance(12 * SECOND_MS);
    expect(stage.receiver.events.at(-1)).toMatchObject({ event: 'order.failed', data: { refunded: false } });
    expect((await stage.api.status({ id: orderId })).data).toMatchObject({
      status: 'failed',
      refunded: false,
    });
    // A client that orders again now pays before the refund is made.
    expect(await stage.balanceTrx()).toBe(afterOrders(1));
    await stage.sandbox.advance(5 * SECOND_MS - 1);
    expect(await stage.balanceTrx()).toBe(afterOrders(1));
    await stage.sandbox.advance(1);
    expect(await stage.balanceTrx()).toBe(START_TRX);
    const { data } = await stage.api.status({ id: orderId });
    expect(data.refunded).toBe(true);
    expect(Date.parse(data.updated_at)).toBe(Date.parse(data.created_at) + 17 * SECOND_MS);
    expect(stage.receiver.names.filter(name => name === 'order.failed')).toHaveLength(1);
  },
);

testScenario('failed-without-refund', 'the order fails and is never refunded', async stage => {
  const orderId = await stage.order('a');
  expect((await stage.follow(orderId)).belief).toBe('failed');
  await stage.sandbox.advance(365 * 24 * HOUR_MS);
  expect((await stage.api.status({ id: orderId })).data).toMatchObject({ status: 'failed', refunded: false });
  // A client that credits a customer for each failed order loses this amount.
  expect(await stage.balanceTrx()).toBe(afterOrders(1));
});

testScenario(
  'refund-late',
  'the refund is made 24 hours after the failure, without a webhook',
  async stage => {
    const orderId = await stage.order('a');
    expect((await stage.follow(orderId)).belief).toBe('failed');
    const deliveries = stage.receiver.deliveries.length;
    expect((await stage.api.status({ id: orderId })).data.refunded).toBe(false);
    const failedAtMs = stage.sandbox.state.orders[0]!.steps.at(-1)!.atMs;
    await stage.sandbox.settle();
    expect(stage.sandbox.state.orders[0]!.refund!.atMs - failedAtMs).toBe(24 * HOUR_MS);
    expect((await stage.api.status({ id: orderId })).data.refunded).toBe(true);
    expect(stage.receiver.deliveries).toHaveLength(deliveries);
    expect(await stage.balanceTrx()).toBe(START_TRX);
  },
);
