import { describe, expect, test } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { eventIdsIn, withoutSuffixes } from '../support/event-ids.ts';
import { type ControlledSandbox, startControlled } from './support.ts';

const ORDER = { package_id: 1, address: RECIPIENT };
const SNAPSHOT = { path: { name: 'before' } };

/** Everything that a client and a receiver see of some time in an account's life. */
async function go({ sandbox, control }: ControlledSandbox, seen: () => readonly string[]): Promise<unknown> {
  const before = seen().length;
  const order = await sandbox.api.order({ ...ORDER, external_id: 'later' });
  const refused = await sandbox.api.order({ ...ORDER, external_id: 'flaky' });
  await control.call('advanceClock', { body: { until: 'idle' } });
  const statuses = await Promise.all([1, 2, 3].map(id => sandbox.api.status({ id })));
  return {
    answers: [order, refused, ...statuses].map(({ status, text }) => [status, text]),
    remaining: statuses.map(({ headers }) => headers['x-ratelimit-remaining']).sort(),
    ledger: await control.call('listLedger'),
    bytes: seen().slice(before).map(withoutSuffixes),
  };
}

describe('a snapshot', () => {
  test('brings back all of an account: the same calls get the same bytes, but for the ids of new events', async () => {
    await using started = await startControlled();
    const { sandbox, control } = started;
    const receiver = await sandbox.receive();
    const seen = () => receiver.deliveries.map(({ body }) => body.toString());
    await control.call('addScenario', {
      body: {
        scenario: {
          name: 'flaky',
          summary: 'Every second order is refused, and half of the rest fail.',
          requests: [{ match: { operation: 'createOrder', nth: { every: 2 } }, reply: { status: 503 } }],
          orders: [
            {
              match: { probability: 0.5 },
              lifecycle: [{ after: '1s', to: 'failed', refund: { after: '2s' } }],
            },
          ],
        },
      },
    });
    await sandbox.api.order({ ...ORDER, external_id: 'first' });
    receiver.next(500);
    await control.call('advanceClock', { body: { by: '2s' } });
    await control.call('takeSnapshot', { body: { name: 'before' } });
    const [kept] = eventIdsIn(seen());
    const first = await go(started, seen);
    await control.call('restoreSnapshot', SNAPSHOT);
    expect((await control.call('getClock')).now).toBe('2026-01-01T00:00:02.000Z');
    expect(await go(started, seen)).toEqual(first);
    await control.call('restoreSnapshot', SNAPSHOT);
    expect(await go(started, seen)).toEqual(first);
    const ids = receiver.deliveries.map(({ event }) => event.event_id);
    expect(ids.filter(id => id === kept).length).toBeGreaterThan(3);
    const others = ids.filter(id => id !== kept);
    expect(new Set(others).size).toBe(others.length);
  });

  test('is listed, exported, imported into another account, and forgotten', async () => {
    await using started = await startControlled();
    const { sandbox, control } = started;
    await sandbox.api.order({ ...ORDER, external_id: 'a' });
    const taken = await control.call('takeSnapshot', { body: { name: 'before' } });
    expect(taken).toMatchObject({
      name: 'before',
      account: 'demo',
      orders: 1,
      events: 1,
      balance_trx: 996.1,
    });
    expect((await control.call('listSnapshots')).items).toEqual([taken]);
    const file = await control.call('exportSnapshot', SNAPSHOT);
    expect(JSON.stringify(file)).not.toContain(sandbox.apiKey);
    const { api_key } = await control.call('createAccount', { body: { name: 'other' } });
    const other = control.of('other');
    await other.call('importSnapshot', { ...SNAPSHOT, body: file });
    expect(await other.call('restoreSnapshot', SNAPSHOT)).toMatchObject({
      name: 'other',
      orders: 1,
      keys: 1,
    });
    const status = await sandbox.api.as(api_key).status({ external_id: 'a' });
    expect(status.text).toBe((await sandbox.api.status({ external_id: 'a' })).text);
    expect(await control.call('deleteSnapshot', SNAPSHOT)).toEqual({ name: 'before' });
    const gone = await control.refusal('restoreSnapshot', SNAPSHOT);
    expect(gone).toEqual({
      outcome: '404 SNAPSHOT_NOT_FOUND params.name',
      message: 'the account has no snapshot before; it has none',
    });
  });

  test('leaves the account its keys, those that are younger too, and begins the journal anew', async () => {
    await using started = await startControlled();
    const { sandbox, control } = started;
    await control.call('takeSnapshot', { body: { name: 'before' } });
    const { api_key } = await control.call('createKey');
    await sandbox.api.balance();
    await control.call('restoreSnapshot', SNAPSHOT);
    expect((await control.call('listRequests')).items).toEqual([]);
    expect((await sandbox.api.as(api_key).balance()).outcome).toBe('200');
    expect((await sandbox.api.balance()).headers['x-ratelimit-remaining']).toBe('5999');
    await control.call('resetAccount');
    expect((await sandbox.api.as(api_key).balance()).outcome).toBe('200');
  });

  test('sends again what was under way, and hears nothing of the sending before', async () => {
    await using started = await startControlled();
    const { sandbox, control } = started;
    const receiver = await sandbox.receive();
    let answer: (status: number) => void = () => undefined;
    const called = new Promise<void>(resolve => {
      receiver.next(
        () =>
          new Promise<number>(reply => {
            answer = reply;
            resolve();
          }),
      );
    });
    await sandbox.api.order(ORDER);
    await called;
    await control.call('takeSnapshot', { body: { name: 'before' } });
    await control.call('restoreSnapshot', SNAPSHOT);
    await sandbox.quiet();
    answer(500);
    await control.call('advanceClock', { body: { by: '1s' } });
    const { items } = await control.call('listDeliveries');
    expect(items.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([[1, 'acknowledged']]);
    expect(receiver.names).toEqual(['order.processing', 'order.processing']);
  });

  test.each<[string, (file: { format: number; state: Record<string, unknown> }) => unknown, string]>([
    ['another format', file => ({ ...file, format: 2 }), 'body.format'],
    ['no state', ({ state: _state, ...file }) => file, 'body.state'],
    [
      'a state without orders',
      file => ({ ...file, state: { ...file.state, orders: null } }),
      'body.state.orders',
    ],
    [
      'an order that is none',
      file => ({ ...file, state: { ...file.state, orders: [5] } }),
      'body.state.orders[0]',
    ],
    [
      'an order of another place',
      file => ({
        ...file,
        state: {
          ...file.state,
          orders: file.state.orders && [{ ...(file.state.orders as object[])[0], id: 7 }],
        },
      }),
      'body.state.orders[0].id',
    ],
    [
      'an order without its event',
      file => ({ ...file, state: { ...file.state, events: [] } }),
      'body.state.orders[0].steps[0].event',
    ],
  ])('with %s is refused, and says where', async (_what, spoil, path) => {
    await using started = await startControlled();
    const { sandbox, control } = started;
    await sandbox.api.order(ORDER);
    await control.call('takeSnapshot', { body: { name: 'before' } });
    const file = await control.call('exportSnapshot', SNAPSHOT);
    const { body, status } = await control.answer('importSnapshot', {
      path: { name: 'x' },
      body: spoil(file),
    });
    expect([status, body.path]).toEqual([400, path]);
    expect(body.message).toContain(path.replace('body.', ''));
    expect((await control.call('listSnapshots')).items).toHaveLength(1);
  });
});
