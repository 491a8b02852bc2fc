import { describe, expect } from 'vitest';
import { MAX_ADVANCES } from '../../../src/host/clock-advancer.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { sharedSandbox, test } from '../../support/control-api.ts';

const ORDER = { external_id: 'a', package_id: 1, address: RECIPIENT };

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

  test.for([{ order: 2 }, { external_id: 'b' }])(
    'until an event of one order skips those of other orders: %j',
    async (named, { sandbox, control }) => {
      await sandbox.api.order(ORDER);
      await sandbox.advance(5_000);
      await sandbox.api.order({ ...ORDER, external_id: 'b' });
      const body = { until: 'order.delegating', ...named };
      const { now } = await control.call('advanceClock', { body });
      expect(now).toBe('2026-01-01T00:00:08.000Z');
    },
  );

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

  const shared = sharedSandbox();

  test.each([
    [{}, '400 INVALID_REQUEST body'],
    [{ by: '1h', order: 1 }, '400 INVALID_REQUEST body.order'],
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

test('past advances are listed with their beginning and end; those that moved nothing are not', async ({
  sandbox,
  control,
}) => {
  await control.call('advanceClock', { body: { by: '2s' } });
  await sandbox.api.order(ORDER);
  await control.call('advanceClock', { body: { until: 'order.delegating' } });
  await control.call('advanceClock', { body: { by: '0ms' } });
  expect(await control.call('listAdvances')).toEqual({
    items: [
      { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T00:00:02.000Z' },
      { from: '2026-01-01T00:00:02.000Z', to: '2026-01-01T00:00:05.000Z' },
    ],
    next: null,
  });
});

test('an advance that did not reach its goal is listed as far as it went', async ({ sandbox, control }) => {
  await sandbox.api.call('POST', '/api/v1/order/', {
    body: ORDER,
    headers: { 'x-sandbox-scenario': 'stuck-processing' },
  });
  await control.refusal('advanceClock', { body: { until: 'order.completed' } });
  await control.call('advanceClock', { body: { until: 'idle' } });
  expect((await control.call('listAdvances')).items).toEqual([]);
});

test('from and to select the advances that overlap with the time between them', async ({ control }) => {
  for (const by of ['1m', '1m', '1m']) await control.call('advanceClock', { body: { by } });
  const query = { from: '2026-01-01T00:01:30.000Z', to: '2026-01-01T00:01:40.000Z' };
  const { items } = await control.call('listAdvances', { query });
  expect(items).toEqual([{ from: '2026-01-01T00:01:00.000Z', to: '2026-01-01T00:02:00.000Z' }]);
});

test('a reset clears the advances', async ({ control }) => {
  await control.call('advanceClock', { body: { by: '1m' } });
  await control.call('resetAccount');
  expect((await control.call('listAdvances')).items).toEqual([]);
});

test(`the latest ${MAX_ADVANCES} advances are kept, and cursors stay valid while older ones are dropped`, async ({
  sandbox,
  control,
}) => {
  for (let index = 0; index < MAX_ADVANCES + 5; index++) await sandbox.advance(1_000);
  const first = await control.call('listAdvances', { query: { limit: 1 } });
  expect(first.items[0]!.from).toBe('2026-01-01T00:00:05.000Z');
  await sandbox.advance(1_000);
  const second = await control.call('listAdvances', { query: { limit: 1, cursor: first.next! } });
  expect(second.items[0]!.from).toBe('2026-01-01T00:00:06.000Z');
  const all = await control.call('listAdvances', { query: { limit: 1_000 } });
  expect(all.items).toHaveLength(MAX_ADVANCES);
});
