import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../src/core/engine/account.ts';
import { systemClock } from '../../../src/host/node/host-clock.ts';
import { BulkQueue } from '../../../src/server/service/service-router.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';

let sandbox: TestSandbox;
let busy: Account;
let other: Account;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  busy = sandbox.openAccount().account;
  other = sandbox.openAccount().account;
});
afterAll(() => sandbox.close());

test('bulk requests of an account are admitted in order, and those of another account in between', async () => {
  const queue = new BulkQueue(systemClock);
  const admitted: string[] = [];
  const ask = (account: Account, name: string) => queue.admission(account).then(() => admitted.push(name));
  await Promise.all([
    ...[1, 2, 3, 4].map(number => ask(busy, `busy ${number}`)),
    ...[1, 2].map(number => ask(other, `other ${number}`)),
  ]);
  expect(admitted).toEqual(['busy 1', 'busy 2', 'other 1', 'busy 3', 'other 2', 'busy 4']);
});

test('one bulk request is admitted per turn of the event loop, the first one at once', async () => {
  let turns = 0;
  const yieldToEventLoop = (): Promise<void> => {
    turns += 1;
    return systemClock.yieldToEventLoop();
  };
  const queue = new BulkQueue({ ...systemClock, yieldToEventLoop });
  const admittedIn: number[] = [];
  const ask = () => queue.admission(busy).then(() => admittedIn.push(turns));
  await ask();
  await Promise.all([ask(), ask(), ask()]);
  expect(new Set(admittedIn).size).toBe(4);
});
