import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventId } from '../../src/wire/service-data.ts';
import { startControlled } from '../http/control/support.ts';
import { freshFolder } from './folders.ts';

/**
 * What the first version with format 2 wrote. Every later version must read it. If this fails because the shape of the
 * state has changed, raise FORMAT and SNAPSHOT_FORMAT and add a conversion; do not change the fixture.
 */
const FIXTURE = JSON.parse(await readFile(new URL('./fixtures/format-2.json', import.meta.url), 'utf8')) as {
  readonly stopped: { readonly 'demo.json': string };
  readonly exported: object;
  readonly eventIds: readonly string[];
};

test('a snapshot of format 2 in a data folder is read, and its account continues', async () => {
  const data = await freshFolder();
  await mkdir(data);
  await writeFile(join(data, 'demo.json'), FIXTURE.stopped['demo.json'], 'latin1');
  await using started = await startControlled({ data, webhooksAsDescribed: false });
  const { sandbox } = started;
  expect(sandbox.state.events.map(event => eventId(sandbox.state, event))).toEqual(FIXTURE.eventIds);
  await sandbox.receive();
  await sandbox.settle();
  expect(sandbox.state.agenda).toEqual([]);
});

test('an exported snapshot of format 2 can be imported, and its account continues', async () => {
  await using started = await startControlled({ webhooksAsDescribed: false });
  const { sandbox, control } = started;
  await control.call('importSnapshot', { path: { name: 'old' }, body: FIXTURE.exported });
  await control.call('restoreSnapshot', { path: { name: 'old' } });
  expect(sandbox.state.events.map(event => eventId(sandbox.state, event))).toEqual(FIXTURE.eventIds);
  await sandbox.receive();
  await sandbox.settle();
  expect(sandbox.state.agenda).toEqual([]);
});
