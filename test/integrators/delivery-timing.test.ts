import { expect, test } from 'vitest';
import { inline } from './inline.ts';
import { MINUTE_MS, ORDER_FIELDS, SECOND_MS, type Stage, startStage } from './stage.ts';

/** A stage with the given webhook rules, whose orders fail after 12 s. */
async function stageWith(rules: string): Promise<Stage> {
  const stage = await startStage({ scenarios: ['failed-without-refund'] });
  const { core, account } = stage.sandbox;
  const scenarios = [inline(`webhooks:\n${rules}`), ...account.state.scenarios];
  core.runner.execute(account, 'setScenarios', { scenarios });
  return stage;
}

/** When the attempts of each event were made, in seconds since the order. */
function instants({ sandbox }: Stage): Record<string, number[]> {
  const [order] = sandbox.state.orders;
  return Object.fromEntries(
    order!.steps.map(step => [
      step.status,
      sandbox.state.events[step.event]!.attempts.map(
        attempt => (attempt.atMs - order!.steps[0]!.atMs) / SECOND_MS,
      ),
    ]),
  );
}

test('copies of a delayed webhook keep their pauses', async () => {
  const stage = await stageWith(
    '  - match: { event: order.processing }\n    deliver: { after: 5s, copies: 3, apart: 10s }',
  );
  await using _sandbox = stage.sandbox;
  await stage.order('a');
  await stage.sandbox.settle();
  expect(instants(stage)).toEqual({ processing: [5, 15, 25], delegating: [3], failed: [12] });
});

test('a held webhook keeps its delay and the pauses of its copies, counted from its release', async () => {
  const stage = await stageWith(
    '  - match: { event: order.processing }\n    deliver: { hold_until: order.failed, after: 30s, copies: 2, apart: 1m }',
  );
  await using _sandbox = stage.sandbox;
  await stage.order('a');
  await stage.sandbox.settle();
  expect(instants(stage)).toEqual({ processing: [42, 102], delegating: [3], failed: [12] });
});

test('a webhook that waits for an event which was already sent is delayed from now on', async () => {
  const stage = await stageWith(
    '  - match: { event: order.failed }\n    deliver: { hold_until: order.processing, after: 1m }',
  );
  await using _sandbox = stage.sandbox;
  await stage.order('a');
  await stage.sandbox.settle();
  expect(instants(stage).failed).toEqual([72]);
});

test('a webhook that waits for an event which never happens is never sent and is shown as held', async () => {
  const stage = await stageWith(
    '  - match: { event: order.delegating }\n    deliver: { hold_until: order.completed }',
  );
  await using _sandbox = stage.sandbox;
  await stage.order('a');
  await stage.sandbox.advance(48 * 60 * MINUTE_MS);
  expect(stage.receiver.names).toEqual(['order.processing', 'order.failed']);
  expect(stage.sandbox.state.events[1]!.state).toBe('held');
});

test('a held webhook that fails is retried 5 s after its failure', async () => {
  const stage = await stageWith(
    '  - match: { event: order.delegating, attempt: 1 }\n    deliver: { hold_until: order.failed }',
  );
  await using _sandbox = stage.sandbox;
  stage.receiver.always(({ event }) => (event.event === 'order.delegating' ? 500 : 204));
  await stage.api.order({ ...ORDER_FIELDS });
  await stage.sandbox.advance(MINUTE_MS);
  expect(instants(stage).delegating).toEqual([12, 17, 47]);
});
