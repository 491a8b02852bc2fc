import { expect, test } from 'vitest';
import { startTestSandbox } from '../../support/sandbox.ts';
import { inline } from './inline.ts';
import { SimulatedHost } from './simulated-host.ts';
import { ORDER_FIELDS, stageWith, startStage } from './stage.ts';

const FILE = 'written-here.yaml';

test('a response names its rule with file and line, in the header and the journal', async () => {
  await using stage = await stageWith(
    'requests:\n  - match: { operation: createOrder }\n    reply: { error: SERVICE_UNAVAILABLE }\n',
  );
  const { core, account } = stage.sandbox;
  const answered = await stage.api.order({ ...ORDER_FIELDS });
  expect(answered.explain).toBe(`scripted by written-here/requests[0] (${FILE}:4:5)`);
  const [exchange] = core.journalOf(account).list();
  expect(exchange).toMatchObject({ explain: answered.explain, rule: { id: 'written-here/requests[0]' } });
  expect(exchange!.facts).toMatchObject({ operation: 'createOrder', address: ORDER_FIELDS.address });
  expect(answered.headers['x-sandbox-request-id']).toBe(exchange!.id);
});

test('a scripted reply without an error code replaces a default header, and fails no item of a bulk request', async () => {
  await using stage = await stageWith(
    'requests:\n  - match: { operation: createOrder }\n    reply: { headers: { X-RateLimit-Remaining: 0 } }\n',
  );
  const order = { external_id: 'a', ...ORDER_FIELDS };
  expect((await stage.api.order(order)).headers['x-ratelimit-remaining']).toBe('0');
  expect((await stage.api.bulk([order])).data).toMatchObject({ accepted: 1, failed: 0 });
});

test('a bulk response is delayed by the longest delay of its items, whose rules are named', async () => {
  const host = new SimulatedHost();
  const rules = `
requests:
  - match: { operation: createOrder, external_id: "slow-*" }
    reply: { after: 2s }
  - match: { operation: createOrder, external_id: "slower-*" }
    commit: true
    reply: { after: 7s }
`;
  await using sandbox = await startTestSandbox({ hostClock: host });
  sandbox.core.runner.execute(sandbox.account, 'setScenarios', { scenarios: [inline(rules)] });
  const item = (external_id: string): object => ({ external_id, ...ORDER_FIELDS });
  const answer = sandbox.api.bulk([item('slow-1'), item('slower-1'), item('plain')]);
  await host.isAwaited(7_000);
  host.pass(7_000);
  expect((await answer).outcome).toBe('202');
  // The committing rule delayed the request that created the order. Only the other rule delays the repeat.
  const repeat = sandbox.api.bulk([item('slow-1'), item('slower-1')]);
  await host.isAwaited(2_000);
  host.pass(2_000);
  expect((await repeat).outcome).toBe('202');
  expect(sandbox.core.journalOf(sandbox.account).list()[0]!.explain).toBe(
    `orders[0]: scripted by written-here/requests[0] (${FILE}:5:5); ` +
      `orders[1]: scripted by written-here/requests[1] (${FILE}:7:5)`,
  );
});

test('a transition names the location of its lifecycle step', async () => {
  await using stage = await stageWith('orders:\n  - lifecycle:\n      - { after: 3s, to: review }\n');
  const { sandbox } = stage;
  await stage.order('a');
  await sandbox.settle();
  sandbox.core.runner.execute(sandbox.account, 'move', { order: 1, to: 'failed' });
  const { steps, lifecycle } = sandbox.state.orders[0]!;
  expect(steps.map(step => step.cause)).toEqual(['api', `${FILE}:4:5`, 'by hand']);
  expect(sandbox.state.lifecycles[lifecycle]!.rule).toBe('written-here/orders[0]');
});

test('a refusal names the rule that changed the account earlier, once', async () => {
  await using stage = await startStage({ scenarios: ['custom-energy-disabled'] });
  const custom = { energy_amount: 65_000 };
  const cause = 'scripted by custom-energy-disabled/requests[0] (scenarios/custom-energy-disabled.yaml:7:5)';
  const refused = (await stage.api.order({ ...custom, address: ORDER_FIELDS.address })).explain;
  // The rule that has changed the account is also the one that applies. It is named once.
  expect(refused.split(cause)).toEqual([expect.stringMatching(/; $/), '']);
  expect((await stage.api.quote(custom)).explain).toContain(cause);
});

test.each([
  ['{ revoked: true }', 'the key was revoked'],
  ['{ expired: true }', 'key default expired at 2026-01-01T00:00:00.000Z'],
  ['{ scopes: [quote] }', 'key default does not have the scope balance; its scopes: quote'],
  ['{ ip_allow: [10.0.0.1] }', '127.0.0.1 is not in the allow list of key default: 10.0.0.1'],
])('a refusal names the rule that set the key to %s', async (key, reason) => {
  await using stage = await stageWith(`requests:\n  - match: { nth: 1 }\n    set:\n      key: ${key}\n`);
  await stage.api.quote({ package_id: 1 });
  const { explain } = await stage.api.balance();
  expect(explain).toBe(`${reason}; scripted by written-here/requests[0] (${FILE}:4:5)`);
});
