import { expect, test } from 'vitest';
import { startTestSandbox } from '../support/sandbox.ts';
import { inline } from './inline.ts';
import { SimulatedHost } from './simulated-host.ts';
import { ORDER_FIELDS } from './stage.ts';

const item = (externalId: string, address = ORDER_FIELDS.address): object => ({
  external_id: externalId,
  package_id: 1,
  address,
});

test('a bulk response is delayed by the longest delay of its items', async () => {
  const host = new SimulatedHost();
  await using sandbox = await startTestSandbox({ hostClock: host });
  const scenario = inline(`
requests:
  - match: { operation: createOrder, external_id: "slow-*" }
    reply: { after: 2s }
  - match: { operation: createOrder, external_id: "slower-*" }
    commit: true
    reply: { after: 7s }
`);
  sandbox.core.runner.execute(sandbox.account, 'setScenarios', { scenarios: [scenario] });
  const started = host.monotonicMs();
  const answer = sandbox.api.bulk([item('slow-1'), item('slower-1'), item('plain')]);
  await host.isAwaited(7_000);
  host.pass(7_000);
  expect((await answer).outcome).toBe('202');
  expect(host.monotonicMs() - started).toBe(7_000);

  // The committing rule delayed the request that created the order. Only the other rule delays the repeat.
  const repeat = sandbox.api.bulk([item('slow-1'), item('slower-1')]);
  await host.isAwaited(2_000);
  host.pass(2_000);
  expect((await repeat).outcome).toBe('202');
  expect((await sandbox.api.bulk([item('slower-1'), item('plain')])).outcome).toBe('202');
  const { explain } = sandbox.core.journalOf(sandbox.account).list()[0]!;
  expect(explain).toBe(
    'orders[0]: scripted by written-here/requests[0] (written-here.yaml:5:5); ' +
      'orders[1]: scripted by written-here/requests[1] (written-here.yaml:7:5)',
  );
});

test('an error code that only a request can have fails the whole bulk request, and no order is created', async () => {
  await using sandbox = await startTestSandbox();
  const items = [item('a'), item('b', 'TRateLimitedxxxxxxxxxxxxxxxy3BcKFC')];
  const refused = await sandbox.api.bulk(items);
  expect(refused.outcome).toBe('429 RATE_LIMITED');
  expect(refused.headers['retry-after']).toBe('2');
  expect(refused.explain).toContain('rate-limited/requests[0] (scenarios/rate-limited.yaml:');
  expect(sandbox.state.orders).toEqual([]);
  expect((await sandbox.api.bulk(items)).outcome).toBe('202');
});
