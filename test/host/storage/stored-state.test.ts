import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { HostClock } from '../../../src/host/node/host-clock.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';
import { asAfterCrash, freshFolder, storedPart } from './folders.ts';

const MINUTE_MS = 60_000;

const order = (externalId: string, more: object = {}) => ({
  external_id: externalId,
  package_id: 1,
  address: RECIPIENT,
  ...more,
});

/** Requests of all kinds, with scenarios that count, refund, repeat and fail. */
async function makeVariedRequests(sandbox: TestSandbox): Promise<void> {
  const { api, core, account } = sandbox;
  const scenarios = ['webhook-duplicated', 'webhook-reordered', 'gateway-502-after-commit'].map(
    name => core.library.get(name)!,
  );
  core.runner.execute(account, 'setScenarios', { scenarios });
  const own = { ...core.library.get('review')!, name: 'own' };
  core.runner.execute(account, 'keepScenario', { scenario: own, text: 'name: own', activate: false });
  await Promise.all(Array.from({ length: 20 }, (_, index) => api.order(order(`one-${index}`))));
  await api.bulk([order('bulk-1'), order('bulk-2', { address: 'nowhere' }), order('one-3')]);
  await api.order(order('sandbox:failed-with-refund:x'));
  await api.order(order('sandbox:refund-late:y'));
  await api.order(order('scripted'), { headers: { 'x-sandbox-scenario': 'review-then-delivered' } });
  await sandbox.advance(20_000);
  core.runner.execute(account, 'deposit', { amountSun: 5_000_000 });
  core.runner.execute(account, 'move', { order: 1, to: 'undelegating' });
  await api.order(order('one-3'));
  await api.status({ external_id: 'one-4' });
  await sandbox.advance(6 * MINUTE_MS);
}

test('a crash at any moment leaves files that give exactly the same state', async () => {
  const data = await freshFolder();
  await using first = await startTestSandbox({ data, balance_trx: 5_000, webhooksAsDescribed: false });
  await first.receive();
  await makeVariedRequests(first);
  await first.core.runner.settled();
  await using second = await startTestSandbox({
    data: await asAfterCrash(data),
    webhooksAsDescribed: false,
  });
  expect(first.state.orders.length).toBe(24);
  expect(storedPart(second.state)).toEqual(storedPart(first.state));
  await second.settle();
  await first.settle();
  expect(storedPart(second.state).orders).toEqual(storedPart(first.state).orders);
});

test('a clean stop leaves one file per account, from which the next start continues', async () => {
  const data = await freshFolder();
  const first = await startTestSandbox({ data });
  await makeVariedRequests(first);
  const before = storedPart(first.state);
  await first.close();
  expect((await readdir(data)).filter(name => !name.startsWith('.'))).toEqual(['demo.json']);
  await using second = await startTestSandbox({ data });
  expect(storedPart(second.state)).toEqual(before);
  expect((await second.api.order(order('one-3'))).outcome).toBe('200');
  await second.api.order(order('after'));
  expect(second.state.orders.length).toBe(first.state.orders.length + 1);
});

test('an account that is created with the name of a closed one has none of its data', async () => {
  const data = await freshFolder();
  await using first = await startTestSandbox({ data });
  const old = first.openAccount({ name: 'shop' });
  await old.api.order(order('x'));
  first.core.accounts.close(old.account);
  const fresh = first.openAccount({ name: 'shop', balanceSun: 3 });
  await first.core.runner.settled();
  await using second = await startTestSandbox({ data: await asAfterCrash(data) });
  expect(storedPart(second.core.accounts.get('shop')!.state)).toEqual(storedPart(fresh.state));
});

test('a webhook that was in flight is sent again with the same id and bytes', async () => {
  const data = await freshFolder();
  const first = await startTestSandbox({ data });
  const receiver = await first.receive();
  receiver.always('hang');
  await first.api.order(order('hanging'));
  await expect.poll(() => receiver.deliveries.length).toBe(1);
  const copy = await asAfterCrash(data);
  receiver.always(204);
  await using second = await startTestSandbox({ data: copy });
  await second.quiet();
  const [before, after] = receiver.deliveries;
  expect(receiver.deliveries.length).toBe(2);
  expect(after!.body.equals(before!.body)).toBe(true);
  expect(after!.headers['x-webhook-signature']).toBe(before!.headers['x-webhook-signature']);
  expect(second.state.events[0]!.state).toBe('delivered');
  await first.close();
});

test('a scenario whose limit was reached stays at its limit', async () => {
  const data = await freshFolder();
  const first = await startTestSandbox({ data });
  const scenario = first.core.library.get('service-unavailable')!;
  first.core.runner.execute(first.account, 'setScenarios', { scenarios: [scenario] });
  const outcomes: string[] = [];
  for (let turn = 0; turn < 3; turn++) outcomes.push((await first.api.order(order('again'))).outcome);
  const { counters } = first.state;
  expect(outcomes).toContain('503 SERVICE_UNAVAILABLE');
  await using second = await startTestSandbox({ data: await asAfterCrash(data) });
  expect(second.state.counters).toEqual(counters);
  second.core.runner.execute(second.account, 'setScenarios', { scenarios: [scenario] });
  expect(second.state.counters).toEqual(counters);
  await first.close();
});

/** A host with two clocks that a test sets. Nothing wakes by itself. */
function hostAt(wallMs: number, monotonicMs: number): HostClock & { wallMs: () => number } {
  return {
    wallMs: () => wallMs,
    monotonicMs: () => monotonicMs,
    yieldToEventLoop: () => new Promise(resolve => setImmediate(resolve)),
    wake: (afterMs, callback) => {
      if (afterMs > 0) return () => undefined;
      const timer = setImmediate(callback);
      return () => clearImmediate(timer);
    },
  };
}

const NOON_MS = Date.parse('2026-05-04T12:00:00Z');

test('work that became due while the server was down happens at its own times, in order', async () => {
  const data = await freshFolder();
  await using first = await startTestSandbox({ data, clock: 'real', hostClock: hostAt(NOON_MS, 50) });
  await first.api.order(order('slept', { duration_minutes: 5 }));
  const copy = await asAfterCrash(data);
  await using second = await startTestSandbox({
    data: copy,
    hostClock: hostAt(NOON_MS + 30 * MINUTE_MS, 9_000_000),
  });
  const { data: found } = await second.api.status({ external_id: 'slept' });
  expect(found).toMatchObject({
    created_at: '2026-05-04 12:00:00',
    delivered_at: '2026-05-04 12:00:12',
    status: 'completed',
  });
});

test('setting the host clock back does not set accounts back', async () => {
  const data = await freshFolder();
  await using first = await startTestSandbox({ data, clock: 'real', hostClock: hostAt(NOON_MS, 50) });
  await first.api.order(order('early'));
  const copy = await asAfterCrash(data);
  await using second = await startTestSandbox({
    data: copy,
    hostClock: hostAt(NOON_MS - 60 * MINUTE_MS, 3),
  });
  expect(second.nowMs).toBe(NOON_MS);
});

const YEARS_MS = 366 * 24 * 60 * MINUTE_MS;

test.each([-2, 3])(
  'under a host clock that is wrong by %i years, accounts stand still with a remark, and are right afterwards',
  async years => {
    const data = await freshFolder();
    const first = await startTestSandbox({ data, clock: 'real', hostClock: hostAt(NOON_MS, 50) });
    await first.api.order(order('early'));
    await first.close();
    const wrongMs = NOON_MS + years * YEARS_MS;
    const start = async (wallMs: number): Promise<[number, string[]]> => {
      const remarks: string[] = [];
      const onRemark = (text: string): void => void remarks.push(text);
      await using sandbox = await startTestSandbox({
        data,
        on_remark: onRemark,
        hostClock: hostAt(wallMs, 3),
      });
      expect((await sandbox.api.order(order(`at ${wallMs}`.replaceAll(' ', '-')))).status).toBe(202);
      return [sandbox.nowMs, remarks];
    };
    const remark = (nowMs: number, lastMs: number) =>
      expect.stringContaining(
        `the host's clock shows ${new Date(nowMs).toISOString()}, and showed ${new Date(lastMs).toISOString()} at the last change; one of them must be wrong`,
      );
    expect(await start(wrongMs)).toEqual([NOON_MS, [remark(wrongMs, NOON_MS)]]);
    const rightMs = NOON_MS + 60 * MINUTE_MS;
    expect(await start(rightMs)).toEqual([NOON_MS, [remark(rightMs, wrongMs)]]);
    expect(await start(rightMs + 5 * MINUTE_MS)).toEqual([NOON_MS + 5 * MINUTE_MS, []]);
  },
);

test('a jump of running clocks by more than 30 days is reported', async () => {
  const data = await freshFolder();
  const first = await startTestSandbox({ data, clock: 'real', hostClock: hostAt(NOON_MS, 50) });
  await first.close();
  const laterMs = NOON_MS + 31 * 24 * 60 * MINUTE_MS;
  const remarks: string[] = [];
  const onRemark = (text: string): void => void remarks.push(text);
  await using second = await startTestSandbox({ data, on_remark: onRemark, hostClock: hostAt(laterMs, 3) });
  expect(second.nowMs).toBe(laterMs);
  expect(remarks).toEqual([expect.stringContaining('running account clocks advance by the time between')]);
});

test('a manual clock keeps its time', async () => {
  const data = await freshFolder();
  await using first = await startTestSandbox({ data });
  await first.advance(17 * MINUTE_MS);
  await first.core.runner.settled();
  await using second = await startTestSandbox({ data: await asAfterCrash(data), clock: 'real' });
  expect(second.nowMs).toBe(first.nowMs);
  expect(second.state.clock.mode).toBe('manual');
});

test('a reset is stored, and so are the changes after it', async () => {
  const data = await freshFolder();
  await using first = await startTestSandbox({ data, scenarios: ['review'] });
  await makeVariedRequests(first);
  await first.core.resetAccount(first.account);
  await first.api.order(order('after the reset'));
  await first.core.runner.settled();
  await using second = await startTestSandbox({ data: await asAfterCrash(data) });
  expect(second.state.orders.length).toBe(first.state.orders.length);
  expect(storedPart(second.state)).toEqual(storedPart(first.state));
  await second.core.resetAccount(second.account);
  expect(second.state.scenarios.map(({ name }) => name)).toEqual(['review']);
});

test('a change through the control API is on disk when its response is received', async () => {
  const data = await freshFolder();
  await using sandbox = await startTestSandbox({ data });
  const control = (method: string, path: string, body?: object) =>
    sandbox.api.call<Record<string, unknown>>(method, `/_sandbox/accounts${path}`, { body, key: null });
  const { api_key: key } = (await control('POST', '', { name: 'shop', balance_trx: 50 })).data;
  await control('POST', '/shop/deposit', { amount_trx: 5 });
  const made = await asAfterCrash(data);
  await control('POST', '/shop/clock/advance', { by: '61m' });
  const advanced = await asAfterCrash(data);
  await control('DELETE', '/shop');
  const dropped = await asAfterCrash(data);

  await using afterMade = await startTestSandbox({ data: made });
  expect((await afterMade.api.as(String(key)).balance()).data.balance_trx).toBe(55);
  await using afterAdvance = await startTestSandbox({ data: advanced });
  const [before, after] = [afterMade, afterAdvance].map(one =>
    one.core.runner.nowMs(one.core.accounts.get('shop')!),
  );
  expect(after! - before!).toBe(61 * 60_000);
  await using afterDrop = await startTestSandbox({ data: dropped });
  expect((await afterDrop.api.as(String(key)).balance()).outcome).toBe('401 UNAUTHORIZED');
});
