import { beforeAll, describe, expect } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { type ControlledSandbox, sharedSandbox, test } from '../../support/control-api.ts';
import { eventIdsIn, withoutSuffixes } from '../../support/event-ids.ts';

const ORDER = { package_id: 1, address: RECIPIENT };
const SNAPSHOT = { path: { name: 'before' } };

/** Everything that a client and a receiver see of an account during some calls. */
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

interface ExportedFile {
  readonly format: number;
  readonly checksum?: string;
  readonly account: string;
  readonly taken_at: string;
  readonly state: Readonly<Record<string, unknown>>;
}

/** A file with another value in a field of its state. */
const changing =
  (field: string, change: (value: unknown) => unknown) =>
  ({ state, ...file }: ExportedFile): unknown => ({
    ...file,
    state: { ...state, [field]: change(state[field]) },
  });

/** A file with other fields in an object of its state. */
const inField = (field: string, fields: object) =>
  changing(field, value => ({ ...(value as object), ...fields }));

/** A file with other fields in the first entry of a list of its state. */
const inFirst = (field: string, fields: object) =>
  changing(field, value => {
    const [first, ...rest] = value as object[];
    return [{ ...first, ...fields }, ...rest];
  });

const RESEND = {
  kind: 'resend',
  ordinal: 1,
  event: 0,
  corrupt: null,
  source: null,
  replay: null,
  beforeResponse: false,
};
const PACE = { afterMs: 0, apartMs: 0 };
const SCENARIO = { name: 'x', summary: 'x', requests: [], orders: [], webhooks: [] };
/** Arrays in arrays. */
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const RULE = { id: 'x/orders[0]', source: 'inline', per: 'account', match: {} };

describe('a snapshot', () => {
  test('restores the whole account: the same calls get the same bytes, except for the ids of new events', async ({
    started,
    sandbox,
    control,
  }) => {
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

  test('of settings that contradict each other because of a scenario can be restored, exported and imported', async ({
    sandbox,
    control,
  }) => {
    const given = { assumptions: { custom_energy_max: 20_000 } };
    const scenario = { name: 'small', summary: 'Small amounts only.', given };
    const demo = control.of('demo');
    await demo.call('addScenario', { body: { scenario } });
    await demo.call('takeSnapshot', { body: { name: 'before' } });
    const exported = await demo.call('exportSnapshot', SNAPSHOT);
    sandbox.openAccount({ name: 'copy' });
    const copy = control.of('copy');
    await copy.call('importSnapshot', { ...SNAPSHOT, body: exported });
    for (const account of [demo, copy]) {
      await account.call('restoreSnapshot', SNAPSHOT);
      const { assumptions } = await account.call('changeAccount', { body: { discount_percent: 5 } });
      expect(assumptions).toMatchObject({ custom_energy_max: 20_000 });
    }
  });

  test("keeps the account's keys, including later ones, and clears the journal", async ({
    sandbox,
    control,
  }) => {
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

  test('resends what was in flight, and ignores the responses to the earlier sends', async ({
    sandbox,
    control,
  }) => {
    const receiver = await sandbox.receive();
    const held = receiver.holdNext();
    await sandbox.api.order(ORDER);
    await held.arrived;
    await control.call('takeSnapshot', { body: { name: 'before' } });
    await control.call('restoreSnapshot', SNAPSHOT);
    await sandbox.quiet();
    held.answer(500);
    await control.call('advanceClock', { body: { by: '1s' } });
    const { items } = await control.call('listDeliveries');
    expect(items.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([[1, 'acknowledged']]);
    expect(receiver.names).toEqual(['order.processing', 'order.processing']);
  });

  const REFUSED: readonly [what: string, damage: (file: ExportedFile) => unknown, path: string][] = [
    ['an older format', file => ({ ...file, format: 1 }), 'format'],
    ['a newer format', file => ({ ...file, format: 3 }), 'format'],
    ['a state without orders', changing('orders', () => null), 'state.orders'],
    ['an order that is not an object', changing('orders', () => [5]), 'state.orders[0]'],
    ['an order at another index', inFirst('orders', { id: 7 }), 'state.orders[0].id'],
    ['an order without its event', changing('events', () => []), 'state.orders[0].steps[0].event'],
    ['a field that no order has', inFirst('orders', { colour: 'red' }), 'state.orders[0]'],
    [
      'a time zone that does not exist',
      inFirst('orders', { timeZone: 'No/Such' }),
      'state.orders[0].timeZone',
    ],
    ['a lifecycle that does not exist', inFirst('orders', { lifecycle: 3 }), 'state.orders[0].lifecycle'],
    ['a position beyond its lifecycle', inFirst('orders', { position: 9 }), 'state.orders[0].position'],
    [
      'a send of an event that does not exist',
      changing('inFlight', () => ({ x: { event: 999 } })),
      'state.inFlight.x.kind',
    ],
    [
      'a send under another key',
      changing('inFlight', () => ({ x: { ...RESEND, ordinal: 1 } })),
      'state.inFlight.x',
    ],
    [
      'a resend of an event that does not exist',
      changing('inFlight', () => ({ x: { ...RESEND, event: 999 } })),
      'state.inFlight.x.event',
    ],
    ['due work of an order that does not exist', inFirst('agenda', { order: 99 }), 'state.agenda[0].order'],
    [
      'a held webhook without an attempt',
      changing('held', () => [{ until: 'order.failed', plans: [], pace: PACE }]),
      'state.held[0].plans',
    ],
    ['a clock beyond the year 9999', inField('clock', { virtualMs: 8.64e15 }), 'state.clock.virtualMs'],
    ['a clock that is too fast', inField('clock', { mode: 'scaled', speed: 1e300 }), 'state.clock.speed'],
    ['a setting that is refused', inField('settings', { cors: 'yes' }), 'state.settings.cors'],
    ['a setting that does not exist', inField('settings', { colour: 1 }), 'state.settings.colour'],
    [
      'a scenario without a name',
      changing('scenarios', () => [{ requests: [null] }]),
      'state.scenarios[0].name',
    ],
    [
      'a rule that is not an object',
      changing('scenarios', () => [{ ...SCENARIO, requests: [null] }]),
      'state.scenarios[0].requests[0]',
    ],
    [
      'a lifecycle that is not possible',
      changing('scenarios', () => [
        { ...SCENARIO, orders: [{ ...RULE, lifecycle: [{ after: '1ms', to: 'completed' }] }] },
      ]),
      'state.scenarios[0].orders[0].lifecycle[0].to',
    ],
    ['a key that is not an object', changing('keys', () => [null]), 'state.keys[0]'],
    ['a key without a digest', inFirst('keys', { digest: 'x' }), 'state.keys[0].digest'],
    [
      'a webhook URL that is not HTTP',
      inField('webhook', { url: 'file:///etc/passwd' }),
      'state.webhook.url',
    ],
    [
      'a counter that is nested as deeply as a body may be',
      changing('counters', () => ({ deep: nested(61) })),
      'state.counters.deep',
    ],
    [
      'a field that is named __proto__',
      changing('scripted', () => JSON.parse('{"__proto__":"x"}')),
      'state.scripted',
    ],
  ];

  describe('that was changed, even with force:', () => {
    const started = sharedSandbox();
    let file: ExportedFile;
    beforeAll(async () => {
      const { sandbox, control } = started;
      await sandbox.api.order(ORDER);
      await control.call('takeSnapshot', { body: { name: 'before' } });
      file = (await control.call('exportSnapshot', SNAPSHOT)) as ExportedFile;
    });
    test.each(REFUSED)('with %s it is refused with its path', async (_what, damage, place) => {
      const { control } = started;
      const { body, status } = await control.answer('importSnapshot', {
        path: { name: 'x' },
        query: { force: 'true' },
        body: damage(file),
      });
      const path = `body.${place}`;
      expect([status, body.error, body.path]).toEqual([400, 'SNAPSHOT_INVALID', path]);
      expect(body.message).toContain(path);
      expect((await control.call('listSnapshots')).items).toHaveLength(1);
    });
  });

  test('that was changed after its export is refused by its checksum, and imported with force', async ({
    sandbox,
    control,
  }) => {
    await sandbox.api.order(ORDER);
    await control.call('takeSnapshot', { body: { name: 'before' } });
    const file = (await control.call('exportSnapshot', SNAPSHOT)) as ExportedFile;
    const body = changing('balanceSun', () => 5_000_000)(file);
    const refused = await control.refusal('importSnapshot', { ...SNAPSHOT, body });
    expect(refused.outcome).toBe('400 SNAPSHOT_INVALID body.checksum');
    expect(refused.message).toMatch(/changed after it was exported.* with query\.force$/);
    const imported = await control.call('importSnapshot', { ...SNAPSHOT, query: { force: 'true' }, body });
    expect(imported).toMatchObject({ balance_trx: 5 });
    expect(await control.call('restoreSnapshot', SNAPSHOT)).toMatchObject({ balance_trx: 5, orders: 1 });
  });

  test('is imported with a warning if it has no checksum, and without one if it was not changed', async ({
    control,
  }) => {
    await control.call('takeSnapshot', { body: { name: 'before' } });
    const file = (await control.call('exportSnapshot', SNAPSHOT)) as ExportedFile;
    // As a tool does that formats the file.
    const body = JSON.parse(JSON.stringify(file, null, 2)) as ExportedFile;
    expect(await control.call('importSnapshot', { ...SNAPSHOT, body })).not.toHaveProperty('warning');
    const { checksum: _, ...unchecked } = body;
    const imported = await control.call('importSnapshot', { ...SNAPSHOT, body: unchecked });
    expect(imported.warning).toMatch(/no checksum/);
    expect(await control.call('exportSnapshot', SNAPSHOT)).toEqual(file);
  });

  test('of an account with the deepest scripted response can be exported and imported', async ({
    control,
  }) => {
    const replying = (levels: number) => ({
      body: {
        scenario: {
          name: 'deep',
          summary: 'Responds with nested arrays.',
          requests: [{ reply: { body: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) } }],
        },
      },
    });
    expect((await control.refusal('addScenario', replying(51))).outcome).toMatch(/^400 SCENARIO_INVALID/);
    await control.call('addScenario', replying(50));
    await control.call('takeSnapshot', { body: { name: 'before' } });
    const file = await control.call('exportSnapshot', SNAPSHOT);
    await control.call('importSnapshot', { path: { name: 'x' }, body: file });
    await control.call('restoreSnapshot', { path: { name: 'x' } });
    expect((await control.call('getActiveScenarios')).active).toHaveLength(1);
  });

  test('with more values than fit into memory is refused before it is parsed', async ({ control }) => {
    await control.call('takeSnapshot', { body: { name: 'before' } });
    const file = (await control.call('exportSnapshot', SNAPSHOT)) as ExportedFile;
    const fields = Object.fromEntries(Array.from({ length: 500_001 }, (_, index) => [`k${index}`, 1]));
    expect(
      await control.refusal('importSnapshot', { path: { name: 'x' }, body: { ...file, ...fields } as never }),
    ).toEqual({
      outcome: '400 INVALID_REQUEST body',
      message: 'the body has more than 500000 values',
    });
  });

  test('that is nested deeper than any body may be is refused as an invalid request', async ({ control }) => {
    await control.call('takeSnapshot', { body: { name: 'before' } });
    const file = (await control.call('exportSnapshot', SNAPSHOT)) as ExportedFile;
    const body = changing('counters', () => ({ deep: nested(62) }))(file);
    expect(await control.refusal('importSnapshot', { path: { name: 'x' }, body })).toEqual({
      outcome: '400 INVALID_REQUEST body',
      message: 'the body is nested deeper than 64 levels',
    });
    expect((await control.call('listSnapshots')).items).toHaveLength(1);
  });
});
