import { expect } from 'vitest';
import { freshFolder } from '../../host/storage/folders.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import {
  type ControlClient,
  type ControlledSandbox,
  startControlled,
  test,
} from '../../support/control-api.ts';

const SNAPSHOT = { path: { name: 'before' } };

const eventIds = async (control: ControlClient): Promise<string[]> =>
  (await control.call('listEvents')).items.map(event => event.event_id);

/** The ids of all events of the account's first order, from start to completion. */
async function idsOfFirstOrder({ sandbox, control }: ControlledSandbox): Promise<string[]> {
  await sandbox.api.order({ package_id: 1, address: RECIPIENT });
  await control.call('advanceClock', { body: { until: 'idle' } });
  const ids = await eventIds(control);
  expect(ids).toHaveLength(5);
  return ids;
}

const common = (one: readonly string[], other: readonly string[]): string[] =>
  one.filter(id => other.includes(id));

test('[HOOK-11] two sandboxes without a seed give the same order different event ids, and the same txid', async () => {
  await using one = await startControlled();
  await using other = await startControlled();
  expect(common(await idsOfFirstOrder(one), await idsOfFirstOrder(other))).toEqual([]);
  const [txid, same] = [await one.sandbox.api.status({ id: 1 }), await other.sandbox.api.status({ id: 1 })];
  expect(txid.text).toContain('"txid":"');
  expect(same.text).toBe(txid.text);
});

test('[HOOK-11] a second account of a sandbox without a seed repeats no event id', async ({
  started,
  sandbox,
  control,
}) => {
  const ids = await idsOfFirstOrder(started);
  const { api_key } = await control.call('createAccount', { body: { name: 'second' } });
  await sandbox.api.as(api_key).order({ package_id: 1, address: RECIPIENT });
  const [second] = await eventIds(control.of('second'));
  expect(second).toMatch(/^order-1-order\.processing-[0-9a-f]{12}$/);
  expect(ids).not.toContain(second);
});

test('accounts that are given the same seed repeat the event ids deliberately', async ({
  sandbox,
  control,
}) => {
  const idOf = async (name: string): Promise<string | undefined> => {
    const { api_key } = await control.call('createAccount', { body: { name, seed: 'same' } });
    await sandbox.api.as(api_key).order({ package_id: 1, address: RECIPIENT });
    return (await eventIds(control.of(name)))[0];
  };
  expect(await idOf('one')).toBe(await idOf('other'));
});

test.each([{}, { seed: 'given' }])(
  '[HOOK-11] a restart with stored data keeps the event ids and repeats none, with options %j',
  async options => {
    const data = await freshFolder();
    const seen: string[] = [];
    for (const count of [1, 2, 3]) {
      await using started = await startControlled({ ...options, data });
      const { sandbox, control } = started;
      expect(await eventIds(control)).toEqual(seen);
      await sandbox.api.order({ package_id: 1, address: RECIPIENT });
      const ids = await eventIds(control);
      seen.splice(0, seen.length, ...ids);
      expect(new Set(ids).size).toBe(count);
    }
  },
);

test.each([{}, { seed: 'given' }])(
  '[HOOK-11] resets and restores repeat no event id, with options %j',
  async options => {
    await using started = await startControlled(options);
    const { control } = started;
    await control.call('takeSnapshot', { body: { name: 'before' } });
    const seen = await idsOfFirstOrder(started);
    for (const id of ['resetAccount', 'restoreSnapshot', 'restoreSnapshot', 'resetAccount'] as const) {
      await control.call(id, id === 'restoreSnapshot' ? SNAPSHOT : {});
      seen.push(...(await idsOfFirstOrder(started)));
    }
    expect(new Set(seen).size).toBe(25);
  },
);

test('events keep their ids after a restore, also in another account, and an exported snapshot has no epoch', async ({
  started,
  sandbox,
  control,
}) => {
  const ids = await idsOfFirstOrder(started);
  await control.call('takeSnapshot', { body: { name: 'before' } });
  await control.call('resetAccount');
  await control.call('restoreSnapshot', SNAPSHOT);
  expect(await eventIds(control)).toEqual(ids);

  const file = await control.call('exportSnapshot', SNAPSHOT);
  expect(file.state).not.toHaveProperty('epoch');
  const { api_key } = await control.call('createAccount', { body: { name: 'other' } });
  const other = control.of('other');
  await other.call('importSnapshot', { ...SNAPSHOT, body: file });
  await other.call('restoreSnapshot', SNAPSHOT);
  const order = { package_id: 1, address: RECIPIENT };
  await Promise.all([sandbox.api.order(order), sandbox.api.as(api_key).order(order)]);
  const [here, there] = [await eventIds(control), await eventIds(other)];
  expect(common(here, there)).toEqual(ids);
  expect([here.length, there.length]).toEqual([6, 6]);
});
