import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AccountState } from '../../src/engine/account-state.ts';
import { startSandbox } from '../../src/sandbox.ts';
import { upgradeState } from '../../src/storage/format-1.ts';
import { eventId } from '../../src/wire/service-data.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox } from '../support/sandbox.ts';
import { asAfterCrash, contentsOf, freshFolder, keptPart } from './folders.ts';

/**
 * What the last version with format 1 wrote for one account: after a crash, after a clean stop, and as an exported
 * snapshot, with the ids of its events. Its orders have webhooks in every state, and three deliveries were in flight.
 */
interface Fixture {
  readonly crashed: Readonly<Record<string, string>>;
  readonly stopped: Readonly<Record<string, string>>;
  readonly exported: { readonly state: Readonly<Record<string, unknown>> };
  readonly eventIds: readonly string[];
}

const FIXTURE = JSON.parse(
  await readFile(new URL('./fixtures/format-1.json', import.meta.url), 'utf8'),
) as Fixture;

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const data = await freshFolder();
  await mkdir(data);
  for (const [name, text] of Object.entries(files)) await writeFile(join(data, name), text, 'latin1');
  return data;
}

/** The key of the fixture's account. */
const apiKey = 'ersk_format_1';

const eventIds = (state: AccountState): string[] => state.events.map(event => eventId(state, event));

describe('a snapshot of format 1 in a data folder', () => {
  test('is read with the same orders, due work and event ids', async () => {
    await using sandbox = await startTestSandbox({ data: await folderWith(FIXTURE.stopped), apiKey });
    const { state } = sandbox;
    expect(state.format).toBe(2);
    expect(eventIds(state)).toEqual(FIXTURE.eventIds);
    expect(state.orders.map(order => order.externalId)).toContain('hanging-1');
    expect(state.agenda.length).toBe((FIXTURE.exported.state.agenda as unknown[]).length);
    expect(new Set(state.agenda.map(task => task.seq)).size).toBe(state.agenda.length);
  });

  test('is continued: every event settles, and new events have ids of the new form', async () => {
    const data = await folderWith(FIXTURE.stopped);
    await using sandbox = await startTestSandbox({ data, apiKey, webhooksAsDescribed: false });
    const receiver = await sandbox.receive();
    const placed = await sandbox.api.order({ external_id: 'new', package_id: 1, address: RECIPIENT });
    expect(placed.outcome).toBe('202');
    await sandbox.settle();
    const { state } = sandbox;
    expect(state.agenda).toEqual([]);
    const unsettled = state.events.filter(event => !['delivered', 'dropped'].includes(event.state));
    expect(unsettled).toEqual([]);
    const ids = eventIds(state);
    expect(ids.slice(0, FIXTURE.eventIds.length)).toEqual(FIXTURE.eventIds);
    for (const id of ids.slice(FIXTURE.eventIds.length)) expect(id).toMatch(/-[0-9a-f]{12}$/);
    for (const { event_id: id } of receiver.events) expect(ids).toContain(id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is written in the current format immediately, so that later event ids survive a crash', async () => {
    const data = await folderWith(FIXTURE.stopped);
    await using first = await startTestSandbox({ data, apiKey });
    const { epoch } = first.state;
    expect(epoch.root).toMatch(/^[0-9a-f]{32}$/);
    const placed = await first.api.order({ external_id: 'new', package_id: 1, address: RECIPIENT });
    expect(placed.outcome).toBe('202');
    await first.core.runner.settled();
    await using second = await startTestSandbox({ data: await asAfterCrash(data) });
    expect(second.state.epoch).toEqual(epoch);
    expect(eventIds(second.state)).toEqual(eventIds(first.state));
  });
});

test('a log of format 1 is refused with instructions, and nothing is changed', async () => {
  const data = await folderWith(FIXTURE.crashed);
  const before = await contentsOf(data);
  await expect(startSandbox({ data })).rejects.toThrow(
    /demo\.log: the file has format 1, .* Start the version that wrote it \(0\.1\.0\) once on this folder and stop it with Ctrl-C, .* then start this version/,
  );
  const { lock: _lock, ...after } = await contentsOf(data);
  expect(after).toEqual(before);
  await rm(join(data, 'demo.log'));
  await using sandbox = await startTestSandbox({ data });
  expect(sandbox.state.orders).toEqual([]);
});

describe('the conversion of format 1', () => {
  const plan = (number: number, copy: number) => ({ event: 0, number, copy, corrupt: null, source: null });
  const common = { event: 0, corrupt: null, source: null };

  test('distinguishes attempts, copies and resends', () => {
    const upgraded = upgradeState({
      seed: 's',
      events: [{ orderId: 1, step: 0, state: 'sending', attempts: [{ plan: plan(0, 2), atMs: 5 }] }],
      inFlight: { '0:1:1': plan(1, 1), '0:1:3': plan(1, 3), '0:0:7': plan(0, 7) },
      held: [{ until: 'order.failed', plans: [plan(2, 1), plan(2, 2)] }],
      agenda: [],
      nextTaskSeq: 0,
    }) as AccountState;
    expect(upgraded.events).toEqual([
      {
        orderId: 1,
        step: 0,
        epoch: 'seed:s',
        state: 'sending',
        attempts: [{ plan: { kind: 'resend', ordinal: 2, ...common }, atMs: 5 }],
      },
    ]);
    expect(upgraded.inFlight).toEqual({
      '0:1': { kind: 'attempt', number: 1, ...common },
      '0:1:3': { kind: 'copy', number: 1, copy: 3, ...common },
      '0:resend:7': { kind: 'resend', ordinal: 7, ...common },
    });
    expect(upgraded.held).toEqual([
      {
        until: 'order.failed',
        plans: [
          { kind: 'attempt', number: 2, ...common },
          { kind: 'copy', number: 2, copy: 2, ...common },
        ],
      },
    ]);
  });

  test('makes a task of each delivery, in the order in which they were due', () => {
    const upgraded = upgradeState({
      seed: 's',
      agenda: [
        { dueMs: 5, seq: 9, kind: 'retry', event: 3, number: 2 },
        { dueMs: 5, seq: 4, kind: 'attempt', plans: [plan(1, 1), plan(1, 2), plan(1, 3)] },
        { dueMs: 5, seq: 2, kind: 'step', order: 1, step: 1 },
      ],
      nextTaskSeq: 4,
    }) as AccountState;
    expect(upgraded.agenda).toEqual([
      { dueMs: 5, seq: 0, kind: 'step', order: 1, step: 1 },
      { dueMs: 5, seq: 1, kind: 'send', plan: { kind: 'attempt', number: 1, ...common } },
      { dueMs: 5, seq: 2, kind: 'send', plan: { kind: 'copy', number: 1, copy: 2, ...common } },
      { dueMs: 5, seq: 3, kind: 'send', plan: { kind: 'copy', number: 1, copy: 3, ...common } },
      { dueMs: 5, seq: 4, kind: 'retry', event: 3, number: 2 },
    ]);
    expect(upgraded.nextTaskSeq).toBe(5);
  });

  test('passes on values that do not look like format 1', () => {
    for (const odd of [
      null,
      7,
      'text',
      [1],
      { agenda: 5, events: {}, held: 'x', inFlight: [null], seed: 4 },
    ]) {
      expect(() => upgradeState(odd)).not.toThrow();
    }
    expect(
      upgradeState({ agenda: [null, { kind: 'attempt', plans: 3 }], inFlight: { a: null } }),
    ).toMatchObject({
      agenda: [null, { kind: 'attempt', plans: 3 }],
      inFlight: { a: null },
    });
  });
});

test('a migrated account survives a clean stop and another start unchanged', async () => {
  const data = await folderWith(FIXTURE.stopped);
  const first = await startTestSandbox({ data });
  const before = keptPart(first.state);
  await first.close();
  await using second = await startTestSandbox({ data });
  expect(eventIds(second.state)).toEqual(FIXTURE.eventIds);
  expect(keptPart(second.state).orders).toEqual(before.orders);
});
