import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PreparedOperation } from '../../../src/contract/contract-types.ts';
import type { OperationId } from '../../../src/core/domain/operations.ts';
import { loadBuiltInScenarios } from '../../../src/host/scenarios/read-scenarios.ts';
import { listedCodes } from '../../contract/constraints.ts';
import { BEHIND_BALANCER, controlScene, NOT_SHOWN } from './control-calls.ts';
import { OTHER_PATHS, serviceScenes } from './service-calls.ts';
import { CONTROL, SERVICE, Stage } from './stage.ts';
import { auditReport, playMistakes, playStream, playWebhooks } from './stories.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');

const byId = (operations: readonly PreparedOperation[]) => operations.map(one => [one.id, one] as const);
const SCENARIOS = (await loadBuiltInScenarios()).map(({ name }) => name);

/** What the description of an operation lists and the stage has not seen: operation, status and error code. */
function missingOutcomes(operation: PreparedOperation, { outcomes }: Stage): string[] {
  return [...listedCodes(operation)]
    .filter(([status]) => status !== '*')
    .flatMap(([status, codes]) => (codes.size === 0 ? [status] : [...codes].map(code => `${status} ${code}`)))
    .map(outcome => `${operation.id} ${outcome}`)
    .filter(outcome => !outcomes.has(outcome));
}

const mustBeShown = (outcome: string): boolean =>
  ![outcome, outcome.split(' ')[2]!].some(one => Object.hasOwn(NOT_SHOWN, one));

describe('the service API answers as recorded, with every status and code that is described', () => {
  test.each(byId(SERVICE))('%s', async (id, operation) => {
    await using stage = await Stage.start();
    for (const scene of serviceScenes(id as OperationId)) await stage.play(id, scene);
    expect(missingOutcomes(operation, stage)).toEqual([]);
    await expect(stage.takeText()).toMatchFileSnapshot(join(FIXTURES, `service/${id}.http`));
  });

  test('other paths', async () => {
    await using stage = await Stage.start();
    await stage.play('getBalance', OTHER_PATHS);
    await expect(stage.takeText()).toMatchFileSnapshot(join(FIXTURES, 'service/other-paths.http'));
  });
});

describe('the control API answers as recorded, with every operation', () => {
  test.each(byId(CONTROL))('%s', async (id, operation) => {
    await using stage = await Stage.start();
    if (id.startsWith('stream')) await playStream(stage, id);
    await stage.play(id, controlScene(operation));
    expect(missingOutcomes(operation, stage).filter(mustBeShown)).toEqual([]);
    await expect(stage.takeText()).toMatchFileSnapshot(join(FIXTURES, `control/${id}.http`));
  });

  test('createAccount behind a balancer', async () => {
    await using stage = await Stage.start({ behind_balancer: true });
    await stage.play('createAccount', BEHIND_BALANCER);
    await expect(stage.takeText()).toMatchFileSnapshot(join(FIXTURES, 'control/behind-balancer.http'));
  });
});

describe('the webhooks of one order have the recorded bytes', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.start();
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  test.each(SCENARIOS)('in %s', async name => {
    await playWebhooks(stage, name);
    await expect(stage.takeText()).toMatchFileSnapshot(join(FIXTURES, `webhooks/${name}.http`));
  });
});

test('the findings and the coverage of a client with many mistakes are those recorded', async () => {
  await using stage = await Stage.start();
  await playMistakes(stage);
  await expect(stage.takeText()).toMatchFileSnapshot(join(FIXTURES, 'judge/mistakes.http'));
});

test('the audit of the model receiver gives the recorded report', async () => {
  await expect(await auditReport()).toMatchFileSnapshot(join(FIXTURES, 'judge/audit-of-model-receiver.json'));
});

test('every fixture is compared; delete those that are not', () => {
  const compared = [
    ...[...SERVICE.map(({ id }) => id), 'other-paths'].map(name => `service/${name}.http`),
    ...[...CONTROL.map(({ id }) => id), 'behind-balancer'].map(name => `control/${name}.http`),
    ...SCENARIOS.map(name => `webhooks/${name}.http`),
    'judge/audit-of-model-receiver.json',
    'judge/mistakes.http',
  ];
  const stored = readdirSync(FIXTURES, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => relative(FIXTURES, join(parentPath, name)));
  expect(stored.filter(path => !compared.includes(path))).toEqual([]);
});
