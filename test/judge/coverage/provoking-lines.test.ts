import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostClock, systemClock } from '../../../src/host/node/host-clock.ts';
import { builtInCoverableItems } from '../../../src/judge/coverage/coverable-items.ts';
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.ts';
import { coveredBy, openWithReceiver, READING, useService } from './generic-client.ts';
import { follow } from './other-lines.ts';

/** A host whose short timers fire at once, so that scripted delays take no time. */
const IMPATIENT_HOST: HostClock = {
  ...systemClock,
  wake: (afterMs, callback) => systemClock.wake(afterMs <= 2_000 ? 0 : afterMs, callback),
};

const HEADER = /^X-Sandbox-Scenario: ([a-z0-9-]+)/;
const COVERABLE = await builtInCoverableItems();

/** The ids of all items that a header provokes, by the scenario that it names. */
const BY_SCENARIO = new Map<string, string[]>();
for (const { id, how } of COVERABLE) {
  const name = HEADER.exec(how)?.[1];
  if (name !== undefined) BY_SCENARIO.set(name, [...(BY_SCENARIO.get(name) ?? []), id]);
}

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox({ webhooksAsDescribed: false, hostClock: IMPATIENT_HOST });
});
afterAll(() => sandbox.close());

describe('a line that names a scenario', () => {
  test('is given for most of what costs money', () => {
    expect(BY_SCENARIO.size).toBeGreaterThan(20);
  });

  test.each([...BY_SCENARIO])('X-Sandbox-Scenario: %s provokes what it says', async (name, ids) => {
    const named = READING.filter(operation => ids.some(id => id.includes(operation)));
    const covered: string[] = [];
    for (const first of named.length === 0 ? READING.slice(0, 1) : named) {
      const { account } = await openWithReceiver(sandbox);
      await useService(sandbox, account, { 'x-sandbox-scenario': name }, first);
      covered.push(...coveredBy(sandbox, account));
    }
    expect(covered).toEqual(expect.arrayContaining(ids));
  });
});

test.each(['rate-limited', 'service-unavailable'])(
  '%s refuses the first request of an operation, whatever was requested before',
  async name => {
    const { account } = await openWithReceiver(sandbox);
    const headers = { 'x-sandbox-scenario': name };
    for (let time = 1; time <= 3; time++) await account.api.quote({ package_id: 1 }, { headers });
    expect((await account.api.balance({ headers })).status).toBeGreaterThanOrEqual(429);
  },
);

/** Everything that a line without a scenario provokes. */
const OTHERS = COVERABLE.filter(({ how }) => !HEADER.test(how));

describe('any other line', () => {
  test.each(OTHERS.map(({ id, how }) => [id, how]))('for %s provokes it: %s', async (id, how) => {
    const { account, receiver } = await openWithReceiver(sandbox);
    const operation = sandbox.contract.operations.find(one => id.startsWith(`response ${one.id} `)) ?? null;
    await follow({ sandbox, account, receiver, how, operation });
    expect(coveredBy(sandbox, account)).toContain(id);
  });
});
