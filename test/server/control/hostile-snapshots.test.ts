import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { BUILT_IN_RECEIVER } from '../../../src/core/webhook/read-webhook.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { type CallInput, type ControlClient, sharedSandbox } from '../../support/control-api.ts';
import { amount, seed } from '../../support/tier.ts';
import { Random } from '../../system/simulation/random.ts';

const MUTATIONS = amount({ first: 25, long: 1_000 });
const FIRST_SEED = seed(1);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Path = readonly (string | number)[];

/** An exported snapshot. */
interface File {
  readonly format: number;
  readonly account: string;
  readonly taken_at: string;
  readonly state: { [key: string]: Json };
}

const EXPORTED = JSON.parse(
  await readFile(new URL('../../host/storage/fixtures/format-2.json', import.meta.url), 'utf8'),
).exported as File;

/**
 * A snapshot of an account with everything in it: webhooks in every state, due work, scenarios. Its webhooks go to the
 * built-in receiver, since refused connections would take most of the time.
 */
const REAL: File = {
  ...EXPORTED,
  state: {
    ...EXPORTED.state,
    webhook: { ...(EXPORTED.state.webhook as object), url: BUILT_IN_RECEIVER },
  },
};

function valueAt(value: Json, path: Path): Json {
  return path.reduce<Json>((inner, step) => (inner as Record<string | number, Json>)[step]!, value);
}

/** The paths of everything inside a value. */
function pathsIn(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value)
    ? value.map((one, index) => [index, one] as const)
    : Object.entries(value);
  return entries.flatMap(([key, one]) => [[...path, key], ...pathsIn(one, [...path, key])]);
}

const isLeaf = (value: Json): boolean =>
  typeof value !== 'object' || value === null || Object.keys(value).length === 0;

/** Changes one place of a copy of a state and returns a description of the change. */
type Mutation = (state: Json, path: Path, random: Random) => string;

const parentOf = (state: Json, path: Path) =>
  valueAt(state, path.slice(0, -1)) as Record<string | number, Json> | Json[];

const replaceValue: Mutation = (state, path, random) => {
  const value = random.pick(HOSTILE);
  const [parent, key] = [parentOf(state, path), path.at(-1)!];
  Object.defineProperty(parent, key, { value, enumerable: true, configurable: true, writable: true });
  return `${path.join('.')} = ${JSON.stringify(value).slice(0, 60)}`;
};

const remove: Mutation = (state, path) => {
  const [parent, key] = [parentOf(state, path), path.at(-1)!];
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return `${path.join('.')} removed`;
};

/** Moves or duplicates an entry of a list; in an object, copies the value of another field. */
const displace: Mutation = (state, path, random) => {
  const [parent, key] = [parentOf(state, path), path.at(-1)!];
  if (Array.isArray(parent)) {
    const [entry] = parent.splice(Number(key), 1);
    parent.splice(random.below(parent.length + 1), 0, entry!, ...(random.chance(0.5) ? [entry!] : []));
    return `${path.join('.')} displaced`;
  }
  const other = random.pick(Object.keys(parent));
  parent[key] = structuredClone(parent[other]!);
  return `${path.join('.')} = ${other}`;
};

/** Adds a little or a lot to a number. */
const nudge: Mutation = (state, path, random) => {
  const [parent, key] = [parentOf(state, path) as Record<string | number, Json>, path.at(-1)!];
  const change = random.pick([1, -1, 1_000, 0.5]);
  parent[key] = Number(parent[key]) + change;
  return `${path.join('.')} + ${change}`;
};

/** Replaces a value with a copy of any other. */
const borrow: Mutation = (state, path, random) => {
  const [parent, key] = [parentOf(state, path) as Record<string | number, Json>, path.at(-1)!];
  const from = random.pick(pathsIn(state));
  parent[key] = structuredClone(valueAt(state, from));
  return `${path.join('.')} = ${from.join('.')}`;
};

const deep = (levels: number): Json => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

const HOSTILE: readonly Json[] = [
  ...[null, true, false],
  ...[0, -1, 1, 2, 999, 0.5, -0.5, 1e300, -1e300, 2 ** 53 - 1, 2 ** 53, -(2 ** 53)],
  ...[8.64e15, 8.64e15 + 1, 253_402_300_800_000],
  ...['', 'x', '1', 'No/Such', '__proto__', 'constructor', '\u0000\r\nX-Evil: 1', '\ud800'],
  ...['é'.repeat(300), 'x'.repeat(100_000), 'order.processing', 'attempt', 'failed', 'delivered', 'waiting'],
  ...['http://127.0.0.1:9/', 'file:///etc/passwd'],
  ...[[], {}, [null], [[]], { length: 5 }, deep(40)],
];

/** An account that a test restores snapshots in. */
interface Restored {
  readonly api: ApiClient;
  readonly control: ControlClient;
}

/** Makes every kind of call. @returns the refusals by which the account says that it has failed, and all other failures */
async function useAccount({ api, control }: Restored): Promise<string[]> {
  const failures: string[] = [];
  const see = (what: string, status: number, text: string): void => {
    if (status >= 500) failures.push(`${what}: ${status} ${text}`);
  };
  const call = async (id: Parameters<typeof control.unchecked>[0], input: CallInput = {}) => {
    const { status, body } = await control.unchecked(id, input);
    see(id, status, JSON.stringify(body));
    return body.data as { items?: Record<string, unknown>[] } | undefined;
  };
  const scripted = { headers: { 'x-sandbox-scenario': 'happy-path' } };
  for (const [what, answered] of [
    ['order', await api.order({ external_id: 'fresh', package_id: 1, address: RECIPIENT }, scripted)],
    ['repeat', await api.order({ external_id: 'copied-1', package_id: 1, address: RECIPIENT }, scripted)],
    ['bulk', await api.bulk([{ external_id: 'b', package_id: 1, address: RECIPIENT }])],
    ['balance', await api.balance()],
    ['status', await api.status({ id: 1 })],
    ['status', await api.status({ external_id: 'hanging-1' })],
  ] as const) {
    // A scenario of the snapshot may script a 503 or 502.
    if (!answered.explain.includes('scripted'))
      see(what, answered.status, `${answered.text} ${answered.explain}`);
  }
  await call('getAccount');
  await call('listAccounts');
  await call('listLedger', { query: { limit: 1000 } });
  await call('listEvents', { query: { limit: 1000 } });
  const orders = await call('listOrders', { query: { limit: 1000 } });
  // An order is shown with its events, and these with their deliveries.
  for (const { id } of orders?.items ?? []) await call('getOrder', { path: { order: Number(id) } });
  await call('listDeliveries', { query: { limit: 1000 } });
  await call('getActiveScenarios');
  await call('advanceClock', { body: { by: '1s' } });
  await call('moveOrder', { path: { order: 1 }, body: { to: 'review' } });
  await call('moveOrder', { path: { order: 1 }, body: { to: 'failed', refund: '1s' } });
  await call('advanceClock', { body: { by: '3h' } });
  await call('advanceClock', { body: { until: 'idle' } });
  await call('getClock');
  await call('takeSnapshot', { body: { name: 'again' } });
  const again = await call('exportSnapshot', { path: { name: 'again' } });
  if (again) await call('importSnapshot', { path: { name: 'again' }, body: again });
  return failures;
}

/** Creates an account on the server of all rounds. */
async function openAccount(name: string): Promise<Restored> {
  const { sandbox, control } = started;
  const { api_key } = await control.call('createAccount', { body: { name, clock: 'manual', seed: 'x' } });
  await control.of(name).call('setReceiver', { body: { status: 500 } });
  return { api: sandbox.api.as(api_key), control: control.of(name) };
}

/** What a client of another account sees: it must be the same whatever happens to the first one. */
async function useOther(): Promise<unknown[]> {
  const { api, control } = await openAccount('other');
  const placed = await api.order({ external_id: 'mine', package_id: 1, address: RECIPIENT });
  await control.call('advanceClock', { body: { until: 'idle' } });
  const status = await api.status({ external_id: 'mine' });
  const { trouble, balance_trx } = await control.call('getAccount');
  const { items } = await control.call('listEvents');
  await control.call('deleteAccount');
  return [placed.text, status.text, trouble, balance_trx, items];
}

/**
 * Restores the snapshot `hostile` and uses its account: it works, or says that it has failed and works after a reset.
 * @param expected what a client of another account saw before
 * @returns whether it failed
 */
async function expectContained(
  said: string,
  restored: Restored,
  expected: readonly unknown[],
): Promise<boolean> {
  const { control } = restored;
  await control.unchecked('restoreSnapshot', { path: { name: 'hostile' } });
  const failures = await useAccount(restored);
  const { trouble } = (await control.unchecked('getAccount')).body.data as {
    trouble: { code: string } | null;
  };
  const hasFailed = trouble?.code === 'ACCOUNT_FAILED';
  expect([said, hasFailed ? [] : failures]).toEqual([said, []]);
  expect([said, await useOther()]).toEqual([said, expected]);
  expect([said, (await control.call('resetAccount')).trouble]).toEqual([said, null]);
  await control.call('deleteAccount');
  return hasFailed;
}

type Fields = { [key: string]: Json };

const each = (list: Json | undefined, fields: Fields): Json =>
  (list as Fields[]).map(one => ({ ...one, ...fields }));

/** Contradictions in a state that has the right shape: what they change. */
const CONTRADICTIONS: Readonly<Record<string, (state: Fields) => Fields>> = {
  'no due work at all': () => ({ agenda: [] }),
  'the same due work a hundred times': () => ({
    agenda: Array.from({ length: 100 }, () => ({ kind: 'step', order: 10, step: 1, dueMs: 0, seq: 0 })),
  }),
  'orders at the end of their lifecycle with a further step': ({ orders }) => ({
    orders: each(orders, { position: 3, lifecycle: 0 }),
  }),
  'refunds of orders that did not fail': ({ orders }) => ({
    orders: each(orders, { refund: { atMs: 0, atOnce: true } }),
  }),
  'orders that begin as failed': ({ orders }) => ({
    orders: (orders as Fields[]).map(one => ({ ...one, steps: each(one.steps, { status: 'failed' }) })),
  }),
  'events that all wait': ({ events }) => ({ events: each(events, { state: 'waiting' }) }),
  'events that are all being sent': ({ events }) => ({ events: each(events, { state: 'sending' }) }),
  'events that were delivered without an attempt': ({ events }) => ({
    events: each(events, { state: 'delivered', attempts: [] }),
  }),
  'orders with the same external_id': ({ orders }) => ({ orders: each(orders, { externalId: 'copied-1' }) }),
  'a balance that is not the sum of the ledger': () => ({ balanceSun: 2 ** 53 - 1 }),
  'an empty ledger': () => ({ ledger: [] }),
  'a clock at the end of time': ({ clock }) => ({
    clock: { ...(clock as Fields), virtualMs: 253_402_300_799_000 },
  }),
  'a clock that is behind': ({ clock }) => ({ clock: { ...(clock as Fields), virtualMs: 0 } }),
  'the largest sequence number': () => ({ nextTaskSeq: 2 ** 50 }),
};

const started = sharedSandbox({ webhooksAsDescribed: false });

test('a state that contradicts itself makes no other account fail, whether or not its own does', async () => {
  const failed: string[] = [];
  const expected = await useOther();
  for (const [said, contradict] of Object.entries(CONTRADICTIONS)) {
    const restored = await openAccount('contradicting');
    const body = { ...REAL, state: { ...REAL.state, ...contradict(REAL.state) } };
    await restored.control.call('importSnapshot', { path: { name: 'hostile' }, body });
    if (await expectContained(said, restored, expected)) failed.push(said);
  }
  expect(failed).toEqual(['events that are all being sent', 'events that were delivered without an attempt']);
});

test(`a snapshot with one hostile value is refused, works, or makes its account alone fail (${MUTATIONS} of them)`, async () => {
  let accepted = 0;
  const expected = await useOther();
  let restored = await openAccount('hostile-0');
  const paths = pathsIn(REAL.state);
  const leaves = paths.filter(path => isLeaf(valueAt(REAL.state, path)));
  const numbers = paths.filter(path => typeof valueAt(REAL.state, path) === 'number');
  for (let round = FIRST_SEED; round < FIRST_SEED + MUTATIONS; round++) {
    const random = new Random(round);
    const state = structuredClone(REAL.state);
    const [mutation, place] = random.weighted<[Mutation, Path]>([
      [4, [replaceValue, random.pick(leaves)]],
      [1, [replaceValue, random.pick(paths)]],
      [1, [remove, random.pick(paths)]],
      [1, [displace, random.pick(paths)]],
      [1, [nudge, random.pick(numbers)]],
      [1, [borrow, random.pick(paths)]],
    ]);
    const said = `seed ${round}: ${mutation(state, place, random)}`;
    const body = { ...REAL, state };
    const answer = await restored.control.answer('importSnapshot', { path: { name: 'hostile' }, body });
    if (answer.status === 400) {
      const isTooDeep = JSON.stringify(state).includes('['.repeat(65));
      const outcome = [said, answer.body.error, answer.body.path];
      if (isTooDeep) {
        expect(outcome).toEqual([said, 'INVALID_REQUEST', 'body']);
        continue;
      }
      expect(outcome.slice(0, 2)).toEqual([said, 'SNAPSHOT_INVALID']);
      expect(answer.body.path, said).toMatch(/^body\.state/);
      expect(answer.body.message, said).toContain(answer.body.path!);
      continue;
    }
    expect([said, answer.status]).toEqual([said, 200]);
    accepted += 1;
    await expectContained(said, restored, expected);
    restored = await openAccount(`hostile-${accepted}`);
  }
  expect(accepted).toBeLessThan(MUTATIONS / 2);
});
