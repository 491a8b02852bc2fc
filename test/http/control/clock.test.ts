import { describe, expect } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { sharedSandbox, test } from './support.ts';

const ORDER = { external_id: 'a', package_id: 1, address: RECIPIENT };

describe('the clock', () => {
  test('does not move until it is advanced, and shows the same instant when it starts to run', async ({
    control,
  }) => {
    expect(await control.call('getClock')).toEqual({
      mode: 'manual',
      speed: 0,
      now: '2026-01-01T00:00:00.000Z',
      next_due_at: null,
    });
    const advanced = await control.call('advanceClock', { body: { by: '61m' } });
    expect(advanced).toEqual({ now: '2026-01-01T01:01:00.000Z', fired: [], fired_total: 0 });
    const faster = await control.call('setClock', { body: { mode: '60x' } });
    expect(faster).toMatchObject({ mode: '60x', speed: 60 });
    expect(faster.now.startsWith('2026-01-01T01:01:0')).toBe(true);
  });
});

describe('advancing', () => {
  test('by a duration returns what fired, each with its instant and the outcome of its webhook', async ({
    sandbox,
    control,
  }) => {
    const receiver = await sandbox.receive();
    await sandbox.api.order(ORDER);
    const { now, fired } = await control.call('advanceClock', { body: { by: '61m' } });
    expect(now).toBe('2026-01-01T01:01:00.000Z');
    const orders = fired.filter(one => one.kind === 'order');
    expect(orders.map(one => [one.at.slice(11, 19), one.status])).toEqual([
      ['00:00:03', 'delegating'],
      ['00:00:12', 'delegated'],
      ['01:00:12', 'undelegating'],
      ['01:00:21', 'completed'],
    ]);
    const attempts = fired.filter(one => one.kind === 'attempt');
    expect(attempts.at(-1)).toMatchObject({
      event: 'order.completed',
      order_id: 1,
      outcome: 'acknowledged',
      status_code: 204,
    });
    expect(receiver.names.at(-1)).toBe('order.completed');
  });

  test('until an event stops at it, after its webhook was delivered', async ({ sandbox, control }) => {
    const receiver = await sandbox.receive();
    await sandbox.api.order(ORDER);
    const { now } = await control.call('advanceClock', { body: { until: 'order.delegated' } });
    expect(now).toBe('2026-01-01T00:00:12.000Z');
    expect(receiver.names).toEqual(['order.processing', 'order.delegating', 'order.delegated']);
  });

  test('until an event of one order skips those of other orders', async ({ sandbox, control }) => {
    await sandbox.api.order(ORDER);
    await sandbox.advance(5_000);
    await sandbox.api.order({ ...ORDER, external_id: 'b' });
    const { now } = await control.call('advanceClock', { body: { until: 'order.delegating', order: 2 } });
    expect(now).toBe('2026-01-01T00:00:08.000Z');
  });

  test('until an event of the order with an external_id skips those of other orders', async ({
    sandbox,
    control,
  }) => {
    await sandbox.api.order({ external_id: 'one', package_id: 1, address: RECIPIENT });
    await sandbox.advance(1_000);
    await sandbox.api.order({ external_id: 'two', package_id: 1, address: RECIPIENT });
    const body = { until: 'order.delegating', external_id: 'two' };
    const { now } = await control.call('advanceClock', { body });
    expect(now).toBe('2026-01-01T00:00:04.000Z');
  });

  test('until idle leaves nothing due', async ({ sandbox, control }) => {
    await sandbox.api.order(ORDER);
    await control.call('advanceClock', { body: { until: 'idle' } });
    expect(sandbox.state.agenda).toEqual([]);
    expect((await control.call('getOrder', { path: { order: 1 } })).status).toBe('completed');
  });

  test('until an event that cannot happen is refused with the reason, and nothing moves', async ({
    sandbox,
    control,
  }) => {
    const none = await control.refusal('advanceClock', { body: { until: 'order.completed' } });
    expect(none).toEqual({
      outcome: '409 NOT_REACHABLE body.until',
      message: 'order.completed cannot happen: the account has no orders',
    });
    await sandbox.api.order(ORDER);
    const never = await control.refusal('advanceClock', { body: { until: 'order.failed' } });
    expect(never.message).toBe(
      'order.failed cannot happen: no order will reach failed; order 1 is in processing and will go on to delegating, delegated, undelegating, completed',
    );
    await sandbox.advance(3_000);
    const been = await control.refusal('advanceClock', { body: { until: 'order.delegating', order: 1 } });
    expect(been.message).toBe(
      'order.delegating cannot happen: order 1 was already in delegating, at 2026-01-01T00:00:03.000Z',
    );
    expect((await control.call('getClock')).now).toBe('2026-01-01T00:00:03.000Z');
  });

  test('back is refused with both instants', async ({ control }) => {
    const refusal = await control.refusal('advanceClock', { body: { to: '2025-12-31T23:00:00Z' } });
    expect(refusal).toEqual({
      outcome: '400 INVALID_REQUEST body.to',
      message:
        'body.to is 2025-12-31T23:00:00.000Z, but the clock already shows 2026-01-01T00:00:00.000Z; time never runs backward',
    });
  });

  const shared = sharedSandbox();

  test.each([
    [{}, '400 INVALID_REQUEST body'],
    [{ by: '1h', until: 'idle' }, '400 INVALID_REQUEST body.until'],
    [{ by: '1h', order: 1 }, '400 INVALID_REQUEST body.order'],
    [{ by: 'an hour' }, '400 INVALID_REQUEST body.by'],
    [{ by: '9999999d' }, '400 INVALID_REQUEST body.by'],
    [{ to: '2026-02-30T00:00:00Z' }, '400 INVALID_REQUEST body.to'],
    [{ to: '9999-12-31T23:59:59-00:01' }, '400 INVALID_REQUEST body.to'],
    [{ to: '2026-13-01T00:00:00Z' }, '400 INVALID_REQUEST body.to'],
    [{ until: 'order.done' }, '400 INVALID_REQUEST body.until'],
    [{ until: 'order.failed', order: 9 }, '404 ORDER_NOT_FOUND body.order'],
    [{ until: 'order.failed', external_id: 'none' }, '404 ORDER_NOT_FOUND body.external_id'],
    [{ until: 'order.failed', external_id: 'a', order: 1 }, '400 INVALID_REQUEST body.external_id'],
    [{ until: 'idle', order: 1 }, '400 INVALID_REQUEST body.order'],
    [{ by: '1h', external_id: 'a' }, '400 INVALID_REQUEST body.external_id'],
  ])('with %j is refused as %s', async (body, outcome) => {
    expect((await shared.control.refusal('advanceClock', { body })).outcome).toBe(outcome);
  });
});
