import { expect, test } from 'vitest';
import { inline } from './inline.ts';
import { MINUTE_MS, SECOND_MS, type Stage, setStage, WISH } from './stage.ts';

/** A stage on which webhooks of orders that fail at 12 s follow the given rules. */
async function stageWith(rules: string): Promise<Stage> {
  const stage = await setStage({ scenarios: ['failed-without-refund'] });
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

test('copies of a delayed webhook keep their distance', async () => {
  const stage = await stageWith(
    '  - match: { event: order.processing }\n    deliver: { after: 5s, copies: 3, apart: 10s }',
  );
  await using _sandbox = stage.sandbox;
  await stage.order('a');
  await stage.sandbox.settle();
  expect(instants(stage)).toEqual({ processing: [5, 15, 25], delegating: [3], failed: [12] });
});

test('a webhook that is held keeps its delay and the distance of its copies, from its release on', async () => {
  const stage = await stageWith(
    '  - match: { event: order.processing }\n    deliver: { hold_until: order.failed, after: 30s, copies: 2, apart: 1m }',
  );
  await using _sandbox = stage.sandbox;
  await stage.order('a');
  await stage.sandbox.settle();
  expect(instants(stage)).toEqual({ processing: [42, 102], delegating: [3], failed: [12] });
});

test('a webhook that waits for an event which is out already is delayed from now on', async () => {
  const stage = await stageWith(
    '  - match: { event: order.failed }\n    deliver: { hold_until: order.processing, after: 1m }',
  );
  await using _sandbox = stage.sandbox;
  await stage.order('a');
  await stage.sandbox.settle();
  expect(instants(stage).failed).toEqual([72]);
});

test('a webhook that waits for an event which never comes is never sent, and shown as held', async () => {
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
  await stage.api.order({ ...WISH });
  await stage.sandbox.advance(MINUTE_MS);
  expect(instants(stage).delegating).toEqual([12, 17, 47]);
});
