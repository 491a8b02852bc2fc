import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type HostClock, systemClock } from '../../../src/host/node/host-clock.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox } from '../../support/sandbox.ts';
import { asAfterCrash, freshFolder } from './folders.ts';

/** How long storage waits before it tries a failed write again. */
const RETRY_MS = 1_000;

/** The host's clock, except that the waits for storage end only when the test says so. */
function clockWithManualWaits(): { clock: HostClock; endWaits: () => void } {
  const waits = new Set<() => void>();
  const clock: HostClock = {
    ...systemClock,
    wake: (afterMs, callback) => {
      if (afterMs !== RETRY_MS) return systemClock.wake(afterMs, callback);
      waits.add(callback);
      return () => waits.delete(callback);
    },
  };
  return {
    clock,
    endWaits: () => {
      const due = [...waits];
      waits.clear();
      for (const callback of due) callback();
    },
  };
}

const order = (externalId: string) => ({ external_id: externalId, package_id: 1, address: RECIPIENT });

test('while the disk fails, nothing is acknowledged or sent, and afterwards everything continues', async () => {
  const data = await freshFolder();
  const { clock, endWaits } = clockWithManualWaits();
  const remarks: string[] = [];
  const onRemark = (text: string) => remarks.push(text);
  await using sandbox = await startTestSandbox({ data, hostClock: clock, on_remark: onRemark });
  // A folder with the name of the log makes every write to the log fail, as on a faulty disk.
  const obstacle = join(data, 'demo.log');
  await mkdir(obstacle);
  const receiver = await sandbox.receive();
  const refused = await sandbox.api.order(order('refused'));
  expect(refused.outcome).toBe('503 SERVICE_UNAVAILABLE');
  expect(refused.explain).toMatch(/demo\.log: cannot create the file/);
  expect((await sandbox.api.balance()).outcome).toBe('503 SERVICE_UNAVAILABLE');
  expect((await sandbox.api.order(order('later'))).outcome).toBe('503 SERVICE_UNAVAILABLE');
  expect(receiver.deliveries).toEqual([]);
  expect(remarks).toEqual([
    expect.stringMatching(/demo\.log: .* fail with 503 until it can be written again/),
  ]);

  await rmdir(obstacle);
  endWaits();
  await expect.poll(() => sandbox.core.runner.trouble(sandbox.account)).toBeNull();
  expect(remarks.at(-1)).toMatch(/the account can be written again/);
  const { data: placed } = await sandbox.api.order(order('later'));
  expect(placed.order_id).toBe(sandbox.state.orders.length);
  endWaits();
  await sandbox.quiet();
  expect(receiver.events.length).toBe(sandbox.state.orders.length);
  await sandbox.core.runner.settled();
  await using after = await startTestSandbox({ data: await asAfterCrash(data) });
  expect((await after.api.status({ external_id: 'later' })).outcome).toBe('200');
});

test('one account that cannot be written does not delay another', async () => {
  const data = await freshFolder();
  await using sandbox = await startTestSandbox({ data, on_remark: () => undefined });
  const other = sandbox.openAccount({ name: 'other' });
  await sandbox.core.runner.settled();
  await mkdir(join(data, 'demo.log'));
  expect((await sandbox.api.order(order('x'))).outcome).toBe('503 SERVICE_UNAVAILABLE');
  expect((await other.api.order(order('x'))).outcome).toBe('202');
  await rmdir(join(data, 'demo.log'));
});
