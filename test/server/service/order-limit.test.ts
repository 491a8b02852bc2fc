import { expect, test } from 'vitest';
import { MemoryGuard } from '../../../src/host/memory-guard.ts';
import type { HeapUse } from '../../../src/host/node/heap-watch.ts';
import type { SandboxCore } from '../../../src/host/sandbox-core.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox } from '../../support/sandbox.ts';

const order = (external_id: string) => ({ external_id, address: RECIPIENT, package_id: 1 });

test('an account with as many orders as order_limit gets no new one, but its orders are still returned', async () => {
  await using sandbox = await startTestSandbox({ assumptions: { order_limit: 2 } });
  const { api } = sandbox;
  await api.order(order('one'));
  const bulk = await api.bulk([order('two'), order('three')]);
  expect(bulk.outcome).toBe('207');
  expect(bulk.text).toContain('"error":"SERVICE_UNAVAILABLE"');
  const refused = await api.order(order('three'));
  expect(refused.outcome).toBe('503 SERVICE_UNAVAILABLE');
  expect(refused.explain).toBe(
    'the account has 2 orders, and order_limit is 2; reset the account, or raise the setting',
  );
  expect((await api.order(order('one'))).outcome).toBe('200');
  sandbox.core.resetAccount(sandbox.account);
  expect((await api.order(order('three'))).outcome).toBe('202');
});

/** Lets the guard of a sandbox see a heap of 100 MB. @returns a function that sets how much of it is in use */
function withHeap(core: SandboxCore): (usedMb: number) => void {
  let use: HeapUse = { usedBytes: 0, limitBytes: 1, isShort: false };
  const guard = new MemoryGuard(
    core.accounts,
    account => core.journalOf(account),
    () => use,
  );
  (core as { memory: MemoryGuard }).memory = guard;
  return usedMb => {
    use = { usedBytes: usedMb * 1_000_000, limitBytes: 100_000_000, isShort: usedMb > 85 };
  };
}

test('while memory is short, new orders of the largest account alone are refused', async () => {
  await using sandbox = await startTestSandbox();
  const small = sandbox.openAccount();
  await small.api.order(order('one'));
  for (const id of ['one', 'two', 'three']) await sandbox.api.order(order(id));
  const setUse = withHeap(sandbox.core);
  setUse(86);
  const refused = await sandbox.api.order(order('four'));
  expect(refused.outcome).toBe('503 SERVICE_UNAVAILABLE');
  expect(refused.explain).toContain('short of memory, and this account with its 3 orders uses most of it');
  expect(refused.explain).toContain('82 of 95 MiB are in use');
  expect(sandbox.core.journalOf(sandbox.account).list()).toHaveLength(1);
  expect((await sandbox.api.order(order('one'))).outcome).toBe('200');
  expect((await small.api.order(order('two'))).outcome).toBe('202');
  setUse(50);
  expect((await sandbox.api.order(order('four'))).outcome).toBe('202');
});

test('the less memory is left, the smaller the accounts whose new orders are refused', async () => {
  await using sandbox = await startTestSandbox();
  const small = sandbox.openAccount();
  await small.api.order(order('one'));
  for (let count = 0; count < 20; count++) await sandbox.api.order(order(`large-${count}`));
  const setUse = withHeap(sandbox.core);
  setUse(90);
  expect((await small.api.order(order('two'))).outcome).toBe('202');
  setUse(99.9);
  expect((await small.api.order(order('three'))).outcome).toBe('503 SERVICE_UNAVAILABLE');
});
