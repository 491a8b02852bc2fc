import { describe, expect, test } from 'vitest';
import { listedCodes } from '../../src/contract/audit-constraint-answers.ts';
import type { operations } from '../../src/contract/control-v1.generated.ts';
import type { PreparedOperation } from '../../src/contract/types.ts';
import { OPERATION_IDS } from '../../src/domain/operations.ts';
import { loadBuiltInScenarios } from '../../src/scenario/built-in-scenarios.ts';
import { controlScene, EXCLUDED, NOT_SHOWN } from './control-calls.ts';
import { serviceScenes, STRAY_SCENES } from './service-calls.ts';
import { auditReport, MISTAKES, playStream, playWebhooks } from './stories.ts';
import { CONTROL, SERVICE, Stage } from './stage.ts';

/** What the description of an operation lists, as `Stage` notes outcomes: operation, status and error code. */
const listedOutcomes = (operation: PreparedOperation): string[] =>
  [...listedCodes(operation)]
    .filter(([status]) => status !== '*')
    .flatMap(([status, codes]) =>
      codes.size === 0
        ? [`${operation.id} ${status}`]
        : [...codes].map(code => `${operation.id} ${status} ${code}`),
    );

describe('the service', () => {
  test.each(SERVICE.map(one => [one.id, one] as const))('%s', async (_id, operation) => {
    await using stage = await Stage.start();
    for (const scene of serviceScenes(operation.id as (typeof OPERATION_IDS)[number])) await stage.play(operation.id, scene);
    await expect.soft(stage.text).toMatchFileSnapshot(`fixtures/service/${operation.id}.http`);
    expect(listedOutcomes(operation).filter(one => !stage.outcomes.has(one))).toEqual([]);
  });
  test('stray', async () => {
    await using stage = await Stage.start();
    for (const scene of STRAY_SCENES) await stage.play('getBalance', scene);
    await expect(stage.text).toMatchFileSnapshot(`fixtures/service/other-paths.http`);
  });
});

describe('control', () => {
  const called = CONTROL.filter(({ id }) => !(id in EXCLUDED));
  test.each(called.map(one => [one.id, one] as const))('%s', async (_id, operation) => {
    await using stage = await Stage.start();
    if (operation.id.startsWith('stream')) await playStream(stage, operation.id);
    await stage.play(operation.id, controlScene(operation.id as keyof operations, operation.path, operation.parts.body !== undefined));
    await expect.soft(stage.text).toMatchFileSnapshot(`fixtures/control/${operation.id}.http`);
    const missing = listedOutcomes(operation).filter(one => !stage.outcomes.has(one));
    expect(missing.filter(one => !(one.split(' ')[2]! in NOT_SHOWN) && !(one in NOT_SHOWN))).toEqual([]);
  });
});

describe('webhooks', async () => {
  const names = (await loadBuiltInScenarios()).map(({ name }) => name);
  test.each(names)('%s', async name => {
    await using stage = await Stage.start();
    await playWebhooks(stage, name);
    await expect(stage.text).toMatchFileSnapshot(`fixtures/webhooks/${name}.http`);
  });
});

test('findings', async () => {
  await using stage = await Stage.start();
  await stage.play('listFindings', MISTAKES);
  await expect(stage.text).toMatchFileSnapshot(`fixtures/judge/mistakes.http`);
});

test('audit', async () => {
  await expect(await auditReport()).toMatchFileSnapshot('fixtures/judge/audit-of-model-receiver.json');
});
