import { expect, test } from 'vitest';
import { startTestSandbox } from '../support/sandbox.ts';
import { HOUR_MS, MINUTE_MS, ORDER_FIELDS, SECOND_MS } from './stage.ts';

test('rate windows run on the account’s clock, and another account’s clock does not advance', async () => {
  await using sandbox = await startTestSandbox({ rateLimit: 2 });
  const other = sandbox.openAccount();
  for (const account of [sandbox, other]) {
    await account.api.balance();
    await account.api.balance();
    expect((await account.api.balance()).outcome).toBe('429 RATE_LIMITED');
  }
  const retryAfterS = Number((await sandbox.api.balance()).headers['retry-after']);
  await sandbox.advance(retryAfterS * SECOND_MS - 1);
  expect((await sandbox.api.balance()).outcome).toBe('429 RATE_LIMITED');
  await sandbox.advance(1);
  expect((await sandbox.api.balance()).outcome).toBe('200');
  expect((await other.api.balance()).outcome).toBe('429 RATE_LIMITED');
});

test('a key expires by its own account’s clock', async () => {
  await using sandbox = await startTestSandbox();
  const other = sandbox.openAccount();
  const expiresAtMs = sandbox.nowMs + HOUR_MS;
  const [mine, theirs] = [sandbox, other].map(account =>
    account.api.as(sandbox.makeKey({ expiresAtMs }, account.account)),
  );
  await sandbox.advance(HOUR_MS - 1);
  expect((await mine!.balance()).outcome).toBe('200');
  await sandbox.advance(1);
  expect((await mine!.balance()).outcome).toBe('401 TOKEN_EXPIRED');
  expect((await theirs!.balance()).outcome).toBe('200');
});

test('timestamps, transitions and retries of one account advance, those of another do not', async () => {
  await using sandbox = await startTestSandbox();
  const other = sandbox.openAccount();
  const receiver = await sandbox.receive();
  const otherReceiver = await sandbox.receive(other.account);
  receiver.always(500);
  otherReceiver.always(500);
  for (const account of [sandbox, other]) await account.api.order({ ...ORDER_FIELDS });
  await sandbox.advance(MINUTE_MS);
  const [mine, theirs] = await Promise.all([sandbox.api.status({ id: 1 }), other.api.status({ id: 1 })]);
  expect(mine.data.status).toBe('delegated');
  expect(Date.parse(mine.data.updated_at) - Date.parse(mine.data.created_at)).toBe(12 * SECOND_MS);
  expect(theirs.data.status).toBe('processing');
  expect(theirs.data.updated_at).toBe(theirs.data.created_at);
  expect(receiver.deliveries.length).toBeGreaterThan(5);
  expect(otherReceiver.names).toEqual(['order.processing']);
  const later = await sandbox.api.order({ ...ORDER_FIELDS });
  const stamps = await sandbox.api.status({ id: later.data.order_id });
  expect(Date.parse(stamps.data.created_at) - Date.parse(mine.data.created_at)).toBe(MINUTE_MS);
});
