import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseClockMode } from '../../src/core/domain/time.ts';
import type { Task } from '../../src/core/engine/account-state.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { type ControlledSandbox, startControlled } from '../support/control-api.ts';
import { startTestSandbox, type TestAccount } from '../support/sandbox.ts';
import { asAfterCrash, freshFolder } from './storage/folders.ts';

const ORDER = { package_id: 1, address: RECIPIENT };
const HOUR_MS = 3_600_000;

/** Any part of a state, to be damaged. */
type Damaged = Record<string, unknown> & { agenda: Task[]; orders: { steps: { atMs: number }[] }[] | null };

/** Schedules work for an order that does not exist, as a bug of the engine could. */
const scheduleStepOfNoOrder = ({ account, nowMs }: TestAccount, dueMs = nowMs): void =>
  account.agenda.enter(dueMs, { kind: 'step', order: 999, step: 0 });

let started: ControlledSandbox;
const remarks: string[] = [];
const unhandled: unknown[] = [];
const noteUnhandled = (error: unknown): void => void unhandled.push(error);
beforeEach(async () => {
  remarks.length = 0;
  unhandled.length = 0;
  process.on('unhandledRejection', noteUnhandled);
  process.on('uncaughtException', noteUnhandled);
  started = await startControlled({ on_remark: text => remarks.push(text) });
});
afterEach(async () => {
  await started[Symbol.asyncDispose]();
  process.off('unhandledRejection', noteUnhandled);
  process.off('uncaughtException', noteUnhandled);
});

const opened = (clock = 'manual') => {
  const account = started.sandbox.openAccount({ clock: parseClockMode(clock)! });
  return {
    account,
    state: account.state as unknown as Damaged,
    control: started.control.of(account.state.name),
  };
};
type Opened = ReturnType<typeof opened>;

/** Makes a call whose failure the description does not list for each operation. */
async function post({ account }: Opened, path: string, body: object): Promise<string> {
  const url = `/_sandbox/accounts/${account.state.name}/${path}`;
  const answer = await started.control.raw('POST', url, { body });
  return `${answer.status} ${answer.body.error} ${answer.body.message}`;
}

/** Each way in which an account can fail: its clock, the damage to its state, and the work that meets the damage. */
const WAYS: readonly [way: string, clock: string, fails: (opened: Opened) => Promise<unknown>][] = [
  [
    'the timer runs due work',
    '1000x',
    async ({ account }) => {
      scheduleStepOfNoOrder(account, account.nowMs + 300_000);
      await account.api.order(ORDER);
    },
  ],
  [
    'an advance runs due work',
    'manual',
    async opening => {
      scheduleStepOfNoOrder(opening.account);
      const refused = await post(opening, 'clock/advance', { by: '1h' });
      expect(refused).toMatch(
        /^503 ACCOUNT_FAILED .*TypeError: .*; reset it, restore a snapshot or delete it/,
      );
    },
  ],
  [
    'an advance finds work without a due time',
    'manual',
    async opening => {
      scheduleStepOfNoOrder(opening.account, Number.NaN);
      expect(await post(opening, 'clock/advance', { until: 'idle' })).toMatch(/^503 ACCOUNT_FAILED .*NaN/);
    },
  ],
  [
    'an advance finds work that cannot be run',
    'manual',
    async opening => {
      opening.state.agenda.push({ dueMs: opening.account.nowMs, seq: 1, kind: 'refund', order: 1 });
      expect(await post(opening, 'clock/advance', { by: '1s' })).toMatch(
        /^503 ACCOUNT_FAILED .*cannot be run/,
      );
    },
  ],
  [
    'a webhook is rendered',
    'manual',
    async ({ account, state }) => {
      const receiver = await started.sandbox.receive(account.account);
      receiver.next(500);
      await account.api.order(ORDER);
      await account.quiet();
      state.orders![0]!.steps[0]!.atMs = Number.NaN;
      await expect(account.advance(HOUR_MS)).rejects.toThrow(/has failed .*Invalid time value/);
    },
  ],
  [
    'the outcome of a delivery is recorded',
    'manual',
    async ({ account, state }) => {
      const receiver = await started.sandbox.receive(account.account);
      receiver.next(() => {
        state.settings = null;
        return 500;
      });
      await account.api.order(ORDER);
      await account.quiet();
    },
  ],
  [
    'a request is executed',
    'manual',
    async ({ account, state }) => {
      state.orders = null;
      const refused = await account.api.order(ORDER);
      expect(refused.outcome).toBe('503 SERVICE_UNAVAILABLE');
      expect(refused.explain).toMatch(/has failed because of an internal error of the sandbox \(TypeError: /);
    },
  ],
  [
    'the key of a request is looked up',
    'manual',
    async ({ account, state }) => {
      state.settings = null;
      const refused = await account.api.balance();
      expect(refused.outcome).toBe('503 SERVICE_UNAVAILABLE');
      expect(refused.explain).toMatch(/^the account .* has failed because of an internal error/);
    },
  ],
  [
    'the state cannot even be shown',
    'manual',
    async ({ state }) => {
      state.clock = { mode: 'manual', speed: 0, hostMs: 0, virtualMs: 8.64e18 };
      await started.control.call('listAccounts');
    },
  ],
];

describe.each(WAYS)('an account that fails while %s', (_way, clock, fails) => {
  test('answers 503 with the reason, is reported, and does not affect other accounts', async () => {
    const failing = opened(clock);
    const { name } = failing.account.state;
    const other = opened('1000x');
    await fails(failing);
    const { runner } = started.sandbox.core;
    await expect.poll(() => runner.trouble(failing.account.account)?.name).toBe('AccountFailedError');
    const refused = await failing.account.api.balance();
    expect(refused.outcome).toBe('503 SERVICE_UNAVAILABLE');
    expect(await post(failing, 'deposit', { amount_trx: 5 })).toMatch(/^503 ACCOUNT_FAILED /);

    const { items } = await started.control.call('listAccounts');
    const trouble = items.filter(one => one.trouble).map(one => [one.name, one.trouble!.code]);
    expect(trouble).toEqual([[name, 'ACCOUNT_FAILED']]);
    const { degraded } = await started.control.call('getInfo');
    expect(degraded.map(one => [one.account, one.code])).toEqual([[name, 'ACCOUNT_FAILED']]);
    expect((await failing.control.call('getAccount')).trouble?.reason).toMatch(/internal error/);
    expect(remarks).toEqual([
      expect.stringMatching(new RegExp(`the account ${name} has failed .*thrown at `)),
    ]);
    expect((await started.control.answer('getReadiness')).status).toBe(200);

    const { order_id } = (await other.account.api.order(ORDER)).data;
    await expect
      .poll(async () => (await other.account.api.status({ id: order_id })).data.status)
      .not.toBe('processing');
    expect(unhandled).toEqual([]);
  });

  test('can be deleted, and the name can be used again', async () => {
    const failing = opened(clock);
    await fails(failing);
    await failing.control.call('deleteAccount');
    expect((await failing.account.api.balance()).outcome).toBe('401 UNAUTHORIZED');
    await started.control.call('createAccount', { body: { name: failing.account.state.name } });
    expect((await failing.control.call('getAccount')).trouble).toBeNull();
    expect(unhandled).toEqual([]);
  });

  test('works again after a reset', async () => {
    const failing = opened(clock);
    await fails(failing);
    await expect
      .poll(() => started.sandbox.core.runner.trouble(failing.account.account)?.name)
      .toBe('AccountFailedError');
    const shown = await failing.control.call('resetAccount');
    expect(shown.trouble).toBeNull();
    expect((await failing.account.api.order(ORDER)).outcome).toBe('202');
    await failing.control.call('advanceClock', { body: { until: 'order.completed' } });
    expect(unhandled).toEqual([]);
  });
});

test('an account that has failed works again after a snapshot is restored', async () => {
  const opening = opened();
  const { account, control } = opening;
  await account.api.order({ ...ORDER, external_id: 'kept' });
  await control.call('takeSnapshot', { body: { name: 'before' } });
  scheduleStepOfNoOrder(account);
  expect(await post(opening, 'clock/advance', { by: '1h' })).toMatch(/^503 ACCOUNT_FAILED/);
  await control.call('restoreSnapshot', { path: { name: 'before' } });
  await account.advance(HOUR_MS);
  expect((await account.api.status({ external_id: 'kept' })).data.status).toBe('delegated');
});

test('with a data folder, an account that has failed continues after a start from its last good state', async () => {
  const data = await freshFolder();
  const onRemark = () => undefined;
  const first = await startTestSandbox({ data, on_remark: onRemark });
  await first.api.order({ ...ORDER, external_id: 'before' });
  const { balanceSun } = first.state;
  (first.state as unknown as Damaged).balanceSun = 1;
  scheduleStepOfNoOrder(first);
  await expect(first.advance(HOUR_MS)).rejects.toThrow(/has failed/);
  const crashed = await asAfterCrash(data);
  await first.close();
  for (const folder of [crashed, data]) {
    await using next = await startTestSandbox({ data: folder, on_remark: onRemark });
    expect(next.state.balanceSun).toBe(balanceSun);
    await next.advance(2 * HOUR_MS);
    expect((await next.api.status({ external_id: 'before' })).data.status).toBe('completed');
  }
});
