import { afterAll, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../src/core/domain/assumptions.ts';
import { freshFolder } from '../../host/storage/folders.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startControlled } from '../../support/control-api.ts';
import { startTestSandbox } from '../../support/sandbox.ts';

const { first_order_id: FIRST } = DEFAULT_SETTINGS;
const BY_DEFAULT = { assumptions: { first_order_id: FIRST } };
const ORDER = { package_id: 1, address: RECIPIENT };

const sandbox = await startTestSandbox(BY_DEFAULT);
afterAll(() => sandbox.close());

test('the id of the first order cannot be mistaken for an index or for an id that the sandbox also has', () => {
  expect(FIRST).toBeGreaterThan(10_000);
  for (const pack of DEFAULT_SETTINGS.packages) expect(pack.id).not.toBe(FIRST);
});

test('[ORD-18] [ORD-10] ids ascend across single and bulk orders of an account, and each names its own order', async () => {
  const { api } = sandbox.openAccount();
  const single = await api.order({ ...ORDER, external_id: 'a' });
  const bulk = await api.bulk([
    { ...ORDER, external_id: 'b' },
    { ...ORDER, external_id: 'c' },
  ]);
  const last = await api.order({ ...ORDER, external_id: 'd' });
  const items = bulk.data.results.map(result => ('order' in result ? result.order.id : null));
  expect([single.data.order_id, ...items, last.data.order_id]).toEqual([
    FIRST,
    FIRST + 1,
    FIRST + 2,
    FIRST + 3,
  ]);
  for (const [index, external_id] of ['a', 'b', 'c', 'd'].entries()) {
    expect((await api.status({ id: FIRST + index })).data.external_id).toBe(external_id);
  }
  expect((await api.status({ id: 1 })).outcome).toBe('404 NOT_FOUND');
});

test('[ORD-18] [STA-20] an id names an order of the account of the key only', async () => {
  const [one, other] = [sandbox.openAccount(), sandbox.openAccount()];
  for (const external_id of ['a', 'b']) await one.api.order({ ...ORDER, external_id });
  await other.api.order({ ...ORDER, external_id: 'c' });
  expect((await other.api.status({ id: FIRST })).data.external_id).toBe('c');
  expect((await other.api.status({ id: FIRST + 1 })).outcome).toBe('404 NOT_FOUND');
});

test('the first id is a setting of the account, until it has an order', async () => {
  const account = sandbox.openAccount({ settings: { first_order_id: 7 } });
  const change = (first_order_id: number): void => {
    sandbox.core.runner.execute(account.account, 'change', { assumptions: { first_order_id } });
  };
  change(900_000_000);
  expect((await account.api.order(ORDER)).data.order_id).toBe(900_000_000);
  change(5);
  expect((await account.api.order(ORDER)).data.order_id).toBe(900_000_001);
  expect((await account.api.status({ id: 900_000_001 })).status).toBe(200);
});

test('[ORD-19] ids and external_ids keep their orders across restarts, and new ids continue', async () => {
  const data = await freshFolder();
  for (const ordinal of [0, 1, 2]) {
    await using started = await startTestSandbox({ data, ...BY_DEFAULT });
    for (let earlier = 0; earlier < ordinal; earlier++) {
      expect((await started.api.status({ id: FIRST + earlier })).data.external_id).toBe(`run-${earlier}`);
      const repeated = await started.api.order({ ...ORDER, external_id: `run-${earlier}` });
      expect([repeated.status, repeated.data.order_id]).toEqual([200, FIRST + earlier]);
    }
    const { data: order } = await started.api.order({ ...ORDER, external_id: `run-${ordinal}` });
    expect(order).toMatchObject({ order_id: FIRST + ordinal, idempotent: false });
  }
});

test('a reset begins with the first id again, and a restore continues after the ids of the snapshot', async () => {
  await using started = await startControlled(BY_DEFAULT);
  const { sandbox: own, control } = started;
  const place = async (): Promise<number> => (await own.api.order(ORDER)).data.order_id;
  expect([await place(), await place()]).toEqual([FIRST, FIRST + 1]);
  await control.call('takeSnapshot', { body: { name: 'two' } });
  await control.call('resetAccount');
  expect(await place()).toBe(FIRST);
  await control.call('restoreSnapshot', { path: { name: 'two' } });
  expect(await place()).toBe(FIRST + 2);
  const file = await control.call('exportSnapshot', { path: { name: 'two' } });
  await control.call('importSnapshot', { path: { name: 'again' }, body: file });
  await control.call('restoreSnapshot', { path: { name: 'again' } });
  expect(await place()).toBe(FIRST + 2);
  const { message } = await control.refusal('getOrder', { path: { order: 1 } });
  expect(message).toBe(`the account has no order 1; its orders are ${FIRST} to ${FIRST + 2}`);
});
