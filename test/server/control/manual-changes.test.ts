import { describe, expect } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { startControlled, test } from '../../support/control-api.ts';

const ORDER = { external_id: 'a', package_id: 1, address: RECIPIENT };

describe('moving an order manually', () => {
  test('makes a transition and responds when its webhook has been delivered', async ({
    sandbox,
    control,
  }) => {
    const receiver = await sandbox.receive();
    await sandbox.api.order(ORDER);
    const order = await control.call('moveOrder', { path: { order: 1 }, body: { to: 'review' } });
    expect(order).toMatchObject({ status: 'review', error_code: 'ORDER_REVIEW', next_step: null });
    expect(order.timeline[1]).toMatchObject({ cause: 'by hand', rule: null });
    expect(receiver.names).toEqual(['order.processing', 'order.review']);
    const back = await control.call('moveOrder', { path: { order: 1 }, body: { to: 'delegated' } });
    expect(back.next_step).toEqual({ to: 'undelegating', at: '2026-01-01T01:00:00.000Z' });
  });

  test.for([
    ['now', true, 1_000],
    ['5s', false, 996.1],
    ['never', false, 996.1],
    [undefined, false, 996.1],
  ])('to failed with the refund %s', async ([refund, isRefunded, balance], { sandbox, control }) => {
    const receiver = await sandbox.receive();
    await sandbox.api.order(ORDER);
    const body = { to: 'failed', ...(refund ? { refund } : {}) };
    const order = await control.call('moveOrder', { path: { order: 1 }, body });
    expect(order.refunded).toBe(isRefunded);
    expect(receiver.events.at(-1)?.data.refunded).toBe(isRefunded);
    expect((await control.call('getAccount')).balance_trx).toBe(balance);
    await control.call('advanceClock', { body: { by: '5s' } });
    expect((await control.call('getAccount')).balance_trx).toBe(refund === '5s' ? 1_000 : balance);
  });

  test('is refused if there is no such transition, with the possible ones', async ({ sandbox, control }) => {
    await sandbox.api.order(ORDER);
    const refused = await control.refusal('moveOrder', { path: { order: 1 }, body: { to: 'completed' } });
    expect(refused).toEqual({
      outcome: '409 TRANSITION_NOT_ALLOWED body.to',
      message:
        'order 1 cannot go from processing to completed; from processing it can go to delegating, review, failed',
    });
    const refund = await control.refusal('moveOrder', {
      path: { order: 1 },
      body: { to: 'review', refund: 'now' },
    });
    expect(refund.outcome).toBe('400 INVALID_REQUEST body.refund');
  });
});

describe('triggering', () => {
  test.for([
    ['order.processing', ['processing']],
    ['order.delegating', ['processing', 'delegating']],
    ['order.delegated', ['processing', 'delegating', 'delegated']],
    ['order.undelegating', ['processing', 'delegating', 'delegated', 'undelegating']],
    ['order.completed', ['processing', 'delegating', 'delegated', 'undelegating', 'completed']],
    ['order.review', ['processing', 'review']],
    ['order.failed', ['processing', 'failed']],
  ] as const)(
    '%s places an order that reaches it, and delivers all of its events',
    async ([event, statuses], { sandbox, control }) => {
      const receiver = await sandbox.receive();
      const made = await control.call('triggerEvent', { body: { event } });
      expect(made).toMatchObject({ order_id: 1, event: { event, acknowledged: true } });
      expect(receiver.names).toEqual(statuses.map(status => `order.${status}`));
      expect(receiver.events.at(-1)?.event_id).toBe(made.event_id);
      expect((await control.call('getClock')).now).toBe('2026-01-01T00:00:00.000Z');
    },
  );

  test('without a destination records the event as not sent', async ({ control }) => {
    const made = await control.call('triggerEvent', {
      body: { event: 'order.failed', refund: 'now' },
    });
    expect(made.event).toMatchObject({ state: 'unsent', payload: { data: { refunded: true } } });
  });

  test('is refused if the order cannot be placed', async () => {
    await using started = await startControlled({ balance_trx: 0 });
    const { control } = started;
    const poor = await control.refusal('triggerEvent', { body: { event: 'order.failed' } });
    expect(poor.outcome).toBe('409 ORDER_REFUSED body');
    expect(poor.message).toContain('INSUFFICIENT_BALANCE');
    const twice = { event: 'order.failed', external_id: 'x' };
    await control.call('deposit', { body: { amount_trx: 100 } });
    await control.call('triggerEvent', { body: twice });
    expect((await control.refusal('triggerEvent', { body: twice })).outcome).toBe(
      '409 ORDER_REFUSED body.external_id',
    );
  });
});

describe('resending an event', () => {
  test('sends the same bytes, or corrupted ones with an explanation of the corruption', async ({
    sandbox,
    control,
  }) => {
    const receiver = await sandbox.receive();
    const { event_id } = await control.call('triggerEvent', { body: { event: 'order.review' } });
    const again = await control.call('resendEvent', { path: { event_id } });
    expect(again).toMatchObject({ attempt: 0, outcome: 'acknowledged', corruption: null });
    const [, first, second] = receiver.deliveries;
    expect(second!.body).toEqual(first!.body);
    expect(second!.headers['x-webhook-signature']).toBe(first!.headers['x-webhook-signature']);
    const wrong = await control.call('resendEvent', {
      path: { event_id },
      body: { corrupt: 'wrong-secret' },
    });
    expect(wrong.corruption).toMatchObject({ name: 'wrong-secret', verifies: false });
    expect(receiver.deliveries[3]!.headers['x-webhook-signature']).not.toBe(
      first!.headers['x-webhook-signature'],
    );
  });
});

test('the destination is changed in part, and a reset keeps it', async ({ control }) => {
  const url = 'http://127.0.0.1:9/hooks';
  const { secret } = await control.call('getWebhook');
  expect(await control.call('setWebhook', { body: { url } })).toEqual({ url, secret });
  expect(await control.call('setWebhook', { body: { secret: 's' } })).toEqual({ url, secret: 's' });
  await control.call('resetAccount');
  expect(await control.call('getWebhook')).toEqual({ url, secret: 's' });
  expect(await control.call('setWebhook', { body: { url: null } })).toEqual({ url: null, secret: 's' });
  const wrong = await control.refusal('setWebhook', { body: { url: 'nowhere' } });
  expect(wrong.outcome).toBe('400 INVALID_REQUEST body.url');
});
