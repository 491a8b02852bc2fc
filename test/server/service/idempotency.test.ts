import { afterAll, expect, test } from 'vitest';
import { addressNumber, RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox } from '../../support/sandbox.ts';

const sandbox = await startTestSandbox();
afterAll(() => sandbox.close());

const ORDER = { external_id: 'inv-1', package_id: 1, address: RECIPIENT };
const ITEM = { ...ORDER, duration_minutes: 60 };

test('[ORD-14] a repeat gets 200 with the existing order, debits nothing and sends no webhook', async () => {
  const account = sandbox.openAccount();
  const receiver = await sandbox.receive(account.account);
  await account.api.order(ORDER);
  const repeat = await account.api.order(ORDER);
  expect(repeat.status).toBe(200);
  expect(repeat.data).toEqual({ order_id: 1, external_id: 'inv-1', status: 'processing', idempotent: true });
  await account.quiet();
  expect(receiver.names).toEqual(['order.processing']);
  expect(account.state.ledger).toHaveLength(2);
});

test('[ORD-14] [GEN-6] exactly one of fifty simultaneous repeats gets a 202, and one debit is made', async () => {
  const account = sandbox.openAccount();
  const answers = await Promise.all(Array.from({ length: 50 }, () => account.api.order(ORDER)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter(status => status === 202)).toHaveLength(1);
  expect(statuses.filter(status => status === 200)).toHaveLength(49);
  expect(new Set(answers.map(({ data }) => data.order_id))).toEqual(new Set([1]));
  expect(account.state.ledger.filter(({ kind }) => kind === 'debit')).toHaveLength(1);
});

test('a balance for three orders accepts exactly three of fifty at once', async () => {
  const account = sandbox.openAccount({ balanceSun: 3 * 3_900_000 + 1 });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => account.api.order({ ...ORDER, external_id: `c${n}` })),
  );
  expect(answers.filter(({ outcome }) => outcome === '202')).toHaveLength(3);
  expect(answers.filter(({ outcome }) => outcome === '402 INSUFFICIENT_BALANCE')).toHaveLength(47);
  expect(account.state.balanceSun).toBe(1);
});

const MISMATCH = 'idempotency-mismatch: the external_id belongs to an order that differs from this request';

test('[ORD-14] a repeat with other parameters gets the existing order, and the journal and X-Sandbox-Explain report it', async () => {
  const account = sandbox.openAccount();
  await account.api.order(ORDER);
  for (const change of [{ package_id: 2 }, { duration_minutes: 5 }, { address: addressNumber(9) }]) {
    const repeated = await account.api.order({ ...ORDER, ...change });
    expect(repeated.data.order_id).toBe(1);
    expect(repeated.explain).toBe(MISMATCH);
    expect(sandbox.core.journalOf(account.account).list().at(-1)?.remarks).toEqual([
      { kind: 'idempotency-mismatch', subject: ORDER.external_id, message: MISMATCH },
    ]);
  }
  const exact = await account.api.order({ ...ORDER, duration_minutes: 60 });
  expect(exact.headers).not.toHaveProperty('x-sandbox-explain');
  expect(sandbox.core.journalOf(account.account).list().at(-1)?.remarks).toEqual([]);
});

test.each<[string, Record<string, unknown>]>([
  ['an invalid address', { address: 'x' }],
  ['no product', { package_id: null }],
  ['both products', { energy_amount: 65_000 }],
  ['a package of the wrong type', { package_id: '1' }],
  ['an unavailable duration', { duration_minutes: -1 }],
])('[ORD-14] a used external_id returns its order even if the request has %s', async (_what, change) => {
  const account = sandbox.openAccount();
  await account.api.order(ORDER);
  const repeat = await account.api.order({ ...ORDER, ...change });
  expect(repeat.outcome).toBe('200');
  expect(repeat.data).toMatchObject({ order_id: 1, idempotent: true });
  expect(account.state.orders).toHaveLength(1);
});

test('[BULK-3] a used external_id returns its order even if its item is invalid in another field', async () => {
  const account = sandbox.openAccount();
  await account.api.order(ORDER);
  const { status, data } = await account.api.bulk([
    { ...ITEM, address: 'x' },
    { ...ITEM, external_id: 'inv-2', address: 'x' },
  ]);
  expect(status).toBe(207);
  expect(data.results).toEqual([
    { index: 0, external_id: 'inv-1', status: 'accepted', order: { id: 1 } },
    { index: 1, external_id: 'inv-2', status: 'failed', error: 'INVALID_TRON_ADDRESS' },
  ]);
});

test('[BULK-4] an external_id that is too long for an item never repeats the order that has it', async () => {
  const account = sandbox.openAccount();
  const external_id = 'x'.repeat(125);
  await account.api.order({ ...ORDER, external_id });
  const { status, error } = await account.api.bulk([{ ...ITEM, external_id }]);
  expect([status, error]).toEqual([422, 'EXTERNAL_ID_INVALID']);
});

test('external_ids are compared byte for byte', async () => {
  const account = sandbox.openAccount();
  for (const external_id of ['inv-1', 'INV-1', 'inv-1.', 'inv_1']) {
    expect((await account.api.order({ ...ORDER, external_id })).outcome).toBe('202');
  }
});

test('[BULK-3] [ORD-14] keys, single and bulk orders share their external_ids', async () => {
  const account = sandbox.openAccount();
  const other = sandbox.makeKey({ scopes: ['orders:create'] }, account.account);
  await account.api.order(ORDER);
  expect((await account.api.order(ORDER, { key: other })).outcome).toBe('200');
  const bulk = await account.api.bulk([ITEM, { ...ITEM, external_id: 'inv-2' }], { key: other });
  expect(bulk.status).toBe(202);
  expect(bulk.data.results).toEqual([
    { index: 0, external_id: 'inv-1', status: 'accepted', order: { id: 1 } },
    { index: 1, external_id: 'inv-2', status: 'accepted', order: { id: 2 } },
  ]);
  expect((await account.api.order({ ...ORDER, external_id: 'inv-2' })).data).toMatchObject({
    order_id: 2,
    idempotent: true,
  });
  expect(account.state.ledger.filter(({ kind }) => kind === 'debit')).toHaveLength(2);
});

test('[BULK-3] the first of several duplicates in a bulk request places the order, and the others return its id', async () => {
  const account = sandbox.openAccount();
  const { status, data } = await account.api.bulk([ITEM, ITEM, ITEM]);
  expect(status).toBe(202);
  expect(data).toMatchObject({ accepted: 3, failed: 0 });
  expect(data.results.map(result => ('order' in result ? result.order.id : null))).toEqual([1, 1, 1]);
  expect(account.state.orders).toHaveLength(1);
});

test('[BULK-3] thirty equal bulks at once place each order once', async () => {
  const account = sandbox.openAccount();
  const items = Array.from({ length: 10 }, (_, n) => ({ ...ITEM, external_id: `p${n}` }));
  const answers = await Promise.all(Array.from({ length: 30 }, () => account.api.bulk(items)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(account.state.orders).toHaveLength(10);
});

test('[LIFE-6] [ORD-14] an order in review is returned for its external_id, and no second one is placed', async () => {
  const account = sandbox.openAccount();
  const body = { ...ORDER, address: 'TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK' };
  await account.api.order(body);
  await account.advance(3_600_000);
  expect((await account.api.order(body)).data).toMatchObject({
    order_id: 1,
    status: 'review',
    idempotent: true,
  });
});

test('[ORD-14] a repeat with an invalid body gets the code of its first error if the account says so', async () => {
  const account = sandbox.openAccount({ settings: { invalid_repeat: 'reject' } });
  await account.api.order(ORDER);
  expect((await account.api.order({ ...ORDER, package_id: '1' })).outcome).toBe('422 PRODUCT_REQUIRED');
  expect((await account.api.order({ ...ORDER, address: 'x' })).outcome).toBe('422 INVALID_TRON_ADDRESS');
  const different = await account.api.order({ ...ORDER, package_id: 2 });
  expect([different.status, different.explain]).toEqual([200, MISMATCH]);
  expect((await account.api.order(ORDER)).outcome).toBe('200');
  const { data } = await account.api.bulk([ITEM, { ...ITEM, duration_minutes: 7 }]);
  expect(data.results).toEqual([
    { index: 0, external_id: 'inv-1', status: 'accepted', order: { id: 1 } },
    { index: 1, external_id: 'inv-1', status: 'failed', error: 'RENTAL_DURATION_UNAVAILABLE' },
  ]);
  expect(account.state.orders).toHaveLength(1);
});

test('[BULK-3] every duplicate in a bulk request but the first fails if the account says so', async () => {
  const account = sandbox.openAccount({ settings: { bulk_duplicates: 'reject' } });
  const { status, data } = await account.api.bulk([ITEM, { ...ITEM, external_id: 'inv-2' }, ITEM]);
  expect(status).toBe(207);
  expect(data.results).toEqual([
    { index: 0, external_id: 'inv-1', status: 'accepted', order: { id: 1 } },
    { index: 1, external_id: 'inv-2', status: 'accepted', order: { id: 2 } },
    { index: 2, external_id: 'inv-1', status: 'failed', error: 'EXTERNAL_ID_INVALID' },
  ]);
  expect((await account.api.bulk([ITEM])).status).toBe(202);
});
