import { expect, test } from 'vitest';
import type { Answered } from '../support/api-client.ts';
import { startTestSandbox } from '../support/sandbox.ts';
import { inline } from './inline.ts';
import { ORDER_FIELDS, type Stage, startStage, testScenario } from './stage.ts';

const FILE = 'written-here.yaml';

/** A stage with only the given rules. */
async function stageWith(rules: string): Promise<Stage> {
  const stage = await startStage();
  const { core, account } = stage.sandbox;
  core.runner.execute(account, 'setScenarios', { scenarios: [inline(rules)] });
  return stage;
}

test('a response names its rule with file and line, in the header and the journal', async () => {
  const stage = await stageWith(
    'requests:\n  - match: { operation: createOrder }\n    reply: { error: SERVICE_UNAVAILABLE }\n',
  );
  await using sandbox = stage.sandbox;
  const answered = await stage.api.order({ ...ORDER_FIELDS });
  expect(answered.explain).toBe(`scripted by written-here/requests[0] (${FILE}:4:5)`);
  const [exchange] = sandbox.core.journalOf(sandbox.account).list();
  expect(exchange).toMatchObject({ explain: answered.explain, rule: { id: 'written-here/requests[0]' } });
  expect(exchange!.facts).toMatchObject({ operation: 'createOrder', address: ORDER_FIELDS.address });
  expect(answered.headers['x-sandbox-request-id']).toBe(exchange!.id);
});

test('a failed bulk item names its rule', async () => {
  const stage = await stageWith(
    'requests:\n  - match: { operation: createOrder, item: 2 }\n    reply: { error: ADDRESS_NOT_ACTIVE }\n',
  );
  await using sandbox = stage.sandbox;
  await stage.api.bulk([1, 2].map(index => ({ external_id: `item-${index}`, ...ORDER_FIELDS })));
  const [exchange] = sandbox.core.journalOf(sandbox.account).list();
  expect(exchange!.explain).toBe(
    `orders[1]: ADDRESS_NOT_ACTIVE, scripted by written-here/requests[0] (${FILE}:4:5)`,
  );
});

test('a transition names the location of its lifecycle step', async () => {
  const stage = await stageWith('orders:\n  - lifecycle:\n      - { after: 3s, to: review }\n');
  await using sandbox = stage.sandbox;
  await stage.order('a');
  await sandbox.settle();
  sandbox.core.runner.execute(sandbox.account, 'move', { order: 1, to: 'failed' });
  const { steps, lifecycle } = sandbox.state.orders[0]!;
  expect(steps.map(step => step.cause)).toEqual(['api', `${FILE}:4:5`, 'by hand']);
  expect(sandbox.state.lifecycles[lifecycle]!.rule).toBe('written-here/orders[0]');
});

test('a delivery names the location of its rule, and a replay the rule that requested it', async () => {
  const stage = await stageWith(
    'webhooks:\n  - match: { event: order.delegated }\n    deliver: { replay: order.delegating }\n',
  );
  await using sandbox = stage.sandbox;
  await stage.order('a');
  await sandbox.advance(12_000);
  const sources = sandbox.state.events.map(event => event.attempts.map(({ plan }) => plan.source));
  expect(sources).toEqual([[null], [null, `${FILE}:4:5`], [`${FILE}:4:5`]]);
});

/** Effects of a rule that changed the account earlier. */
const explainOf = async (answer: Promise<Answered>): Promise<string> => (await answer).explain;

testScenario('key-expires', 'the refusal says which rule let the key expire', async stage => {
  for (let request = 0; request < 3; request++) await stage.api.balance();
  expect(await explainOf(stage.api.balance())).toMatch(
    /^key default expired at \S+; scripted by key-expires\/requests\[0\] \(scenarios\/key-expires\.yaml:8:5\)$/,
  );
});

testScenario('scope-missing', 'the refusal says which rule took the scope away', async stage => {
  await stage.order('a');
  expect(await explainOf(stage.api.status({ id: 1 }))).toContain('scripted by scope-missing/requests[0] (');
});

testScenario('ip-not-allowed', 'the refusal says which rule changed the list', async stage => {
  await stage.order('a');
  expect(await explainOf(stage.api.balance())).toContain('scripted by ip-not-allowed/requests[0] (');
});

testScenario('custom-energy-disabled', 'order and quote say which rule switched it off', async stage => {
  const custom = { energy_amount: 65_000 };
  const cause = 'scripted by custom-energy-disabled/requests[0] (scenarios/custom-energy-disabled.yaml:7:5)';
  const refused = await explainOf(stage.api.order({ ...custom, address: ORDER_FIELDS.address }));
  // The rule that has changed the account is also the one that applies. It is named once.
  expect(refused.split(cause)).toEqual([expect.stringMatching(/; $/), '']);
  expect(await explainOf(stage.api.quote(custom))).toContain(cause);
});

testScenario('price-gone', 'order and quote say which rule took the price away', async stage => {
  const cause = 'scripted by price-gone/requests[0] (scenarios/price-gone.yaml:7:5)';
  expect(await explainOf(stage.api.order({ ...ORDER_FIELDS }))).toBe(
    `package 1 has no price for 60 minutes; ${cause}`,
  );
  expect(await explainOf(stage.api.quote({ package_id: 1 }))).toContain(cause);
});

testScenario(
  'balance-runs-out',
  'the refusal says what set the balance, until it is set by hand',
  async stage => {
    await stage.order('a');
    await stage.order('b');
    expect(await explainOf(stage.api.order({ ...ORDER_FIELDS }))).toContain(
      'scripted by balance-runs-out/given',
    );
    stage.sandbox.core.runner.execute(stage.sandbox.account, 'change', { balance_trx: 0.000001 });
    expect(await explainOf(stage.api.order({ ...ORDER_FIELDS }))).not.toContain('scripted');
  },
);

test('a revoked key says which rule revoked it', async () => {
  const stage = await stageWith(
    'requests:\n  - match: { operation: getBalance }\n    set:\n      key: { revoked: true }\n',
  );
  await using _sandbox = stage.sandbox;
  await stage.api.balance();
  expect(await explainOf(stage.api.balance())).toBe(
    `the key was revoked; scripted by written-here/requests[0] (${FILE}:4:5)`,
  );
});

test('a rule that nearly matched reports which of its conditions did not hold', async () => {
  const stage = await stageWith(
    'requests:\n  - match: { operation: createOrder, external_id: "inv-*", package_id: 2 }\n    reply: { error: SERVICE_UNAVAILABLE }\n',
  );
  await using sandbox = stage.sandbox;
  await stage.order('inv-1');
  const [exchange] = sandbox.core.journalOf(sandbox.account).list();
  const detail = await stage.api.call<{ near_misses: string[] }>(
    'GET',
    `/_sandbox/accounts/me/requests/${exchange!.id}`,
  );
  expect(detail.data.near_misses[0]).toBe(
    `written-here/requests[0] (${FILE}:4:5) did not apply: package_id: expected 2, found 1.`,
  );
});

test('a plain success has no explanation', async () => {
  await using sandbox = await startTestSandbox();
  expect((await sandbox.api.balance()).headers).not.toHaveProperty('x-sandbox-explain');
});
