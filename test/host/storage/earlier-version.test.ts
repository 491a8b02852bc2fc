import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventId } from '../../../src/contract/json/service-json.ts';
import { startControlled } from '../../support/control-api.ts';
import { freshFolder } from './folders.ts';

/** A file that an earlier version wrote in the same format. Its account has every kind of work, and lacks some settings. */
const FIXTURE = JSON.parse(await readFile(new URL('./fixtures/format-2.json', import.meta.url), 'utf8')) as {
  readonly stopped: { readonly 'demo.json': string };
  readonly exported: object;
  readonly eventIds: readonly string[];
};

test('the account of an earlier version in a data folder is read, and continues with the defaults of new settings', async () => {
  const data = await freshFolder();
  await mkdir(data);
  await writeFile(join(data, 'demo.json'), FIXTURE.stopped['demo.json'], 'latin1');
  await using started = await startControlled({ data, webhooksAsDescribed: false });
  const { sandbox } = started;
  expect(sandbox.state.events.map(event => eventId(sandbox.state, event))).toEqual(FIXTURE.eventIds);
  await sandbox.receive();
  await sandbox.settle();
  expect(sandbox.state.agenda).toEqual([]);
  expect(sandbox.state.settings).toMatchObject({ discount_percent: 5, unknown_sandbox_name: 'note' });
});

test('a snapshot that an earlier version exported can be imported, and its account continues in the same way', async () => {
  await using started = await startControlled({ webhooksAsDescribed: false });
  const { sandbox, control } = started;
  await control.call('importSnapshot', { path: { name: 'old' }, body: FIXTURE.exported });
  await control.call('restoreSnapshot', { path: { name: 'old' } });
  expect(sandbox.state.events.map(event => eventId(sandbox.state, event))).toEqual(FIXTURE.eventIds);
  await sandbox.receive();
  await sandbox.settle();
  expect(sandbox.state.agenda).toEqual([]);
  expect(sandbox.state.settings).toMatchObject({ discount_percent: 5, unknown_sandbox_name: 'note' });
});

/** What a process of 1.0 left when it was killed: a snapshot, a log behind it, and an export of the same state. */
const KILLED = JSON.parse(await readFile(new URL('./fixtures/killed-1.0.json', import.meta.url), 'utf8')) as {
  readonly files: Readonly<Record<string, string>>;
  readonly exported: object;
  readonly orders: readonly { readonly id: number; readonly external_id: string }[];
};

test('the log of a killed process of version 1.0 is replayed to the orders that it had', async () => {
  const data = await freshFolder();
  await mkdir(data);
  for (const [name, text] of Object.entries(KILLED.files)) await writeFile(join(data, name), text, 'latin1');
  await using started = await startControlled({ data });
  const { items } = await started.control.call('listOrders', {});
  expect(items).toEqual(KILLED.orders.map(one => expect.objectContaining(one)));
});

test('a snapshot of version 1.0 is restored with its orders', async () => {
  await using started = await startControlled({});
  const { control } = started;
  await control.call('importSnapshot', { path: { name: 'old' }, body: KILLED.exported });
  await control.call('restoreSnapshot', { path: { name: 'old' } });
  const { items } = await control.call('listOrders', {});
  expect(items).toEqual(KILLED.orders.map(one => expect.objectContaining(one)));
});
