import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { disturbancesWith, SHORT } from '../../../src/lab/explore/built-in-disturbances.ts';
import type { Trial } from '../../../src/lab/explore/explore.ts';
import { scenarioText } from '../../../src/lab/explore/render-scenario.ts';
import { describePoint } from '../../../src/lab/explore/strike-points.ts';
import { temporaryFolder } from '../../cli/support.ts';
import { needing } from '../../support/needing.ts';
import {
  broken,
  expectSmallest,
  explored,
  node,
  program,
  pytest,
  SUITES,
  triedOnce,
  vitest,
} from './explored.ts';

test('a suite with node:test breaks under the loss of a response, survives a slow one, and breaks again under the written scenario', async () => {
  await using folder = await temporaryFolder();
  const command = [process.execPath, join(SUITES, 'node-test.mjs')];
  const { code, report } = await explored(folder.path, ['--only', 'response-lost,slow-answer'], command);
  expect(report.disturbances).toMatchObject([
    { id: 'response-lost', verdict: 'broke', failure: 'paid for 3 orders instead of 2: +3.90 TRX' },
    { id: 'slow-answer', verdict: 'survived', note: '' },
  ]);
  const [found] = broken(report);
  expect(found!.smallest).toEqual(['createOrder of order n-1 in account demo']);
  expect(found!.reproduce).toContain(`exec --disturbance ${found!.scenario!}`);
  expect([code, report.ended_early]).toEqual([1, false]);
  await expectSmallest(found!, command);
});

test('an outcome is tried without being named if money or a finding can judge it, and the suite may fail', async () => {
  await using folder = await temporaryFolder();
  const others = disturbancesWith(SHORT).filter(({ id }) => id !== 'insufficient-balance');
  const skip = ['--skip', others.map(({ id }) => id).join(',')];
  const command = [process.execPath, join(SUITES, 'node-test.mjs')];
  const { code, report } = await explored(folder.path, skip, command);
  expect(report.disturbances).toMatchObject([
    { verdict: 'survived', note: 'only money and findings count; the command failed' },
  ]);
  expect(code).toBe(0);
  const chosen = await explored(folder.path, ['--only', 'insufficient-balance', '--budget', '3'], command);
  expect(chosen.report.disturbances).toMatchObject([{ verdict: 'not-tried', note: 'failed, not confirmed' }]);
});

/**
 * Explores a suite under the loss of a response.
 * @param text the failure
 * @param order the order of the smallest case
 * @returns the output of the command about what failed
 */
async function expectLostResponseBreaks(
  command: readonly string[],
  text: string,
  order: string,
): Promise<string> {
  const { trials, endedBy } = await triedOnce(command, ['response-lost']);
  expect(endedBy).toBeNull();
  expect(trials).toMatchObject([{ verdict: 'broke', note: '', break: { failure: { text } } }]);
  const [{ break: found }] = trials as [Trial];
  expect(found!.points.map(describePoint)).toEqual([`createOrder of order ${order}`]);
  return found!.failure.tail.join('\n');
}

test('a suite with Vitest and a sandbox in its own process breaks under the loss of a response', async () => {
  const text = 'exit code 1; paid for 2 orders instead of 1: +3.90 TRX';
  const output = await expectLostResponseBreaks(vitest(), text, 'v-1 in account shop.suite.mjs-0');
  expect(output).toContain('an order is made once');
});

needing('pytest').test('a suite with pytest breaks under the loss of a response', async () => {
  const output = await expectLostResponseBreaks(
    pytest('test_orders.py'),
    'exit code 1',
    'p-1 in account demo',
  );
  expect(output).toContain('test_the_balance_covers_what_was_bought');
});

test('a suite that passes with a sandbox in its own process breaks by what it pays', () =>
  expectLostResponseBreaks(
    node('own-sandbox.mjs'),
    'paid for 2 orders instead of 1: +3.90 TRX',
    'o-1 in account shop',
  ));

test('a payment that no finding shows is reproduced by a command that fails', async () => {
  await using folder = await temporaryFolder();
  const { code, report } = await explored(folder.path, ['--only', 'response-lost'], node('acknowledges.mjs'));
  expect(broken(report)).toMatchObject([{ failure: 'paid for 2 orders instead of 1: +3.90 TRX' }]);
  expect(code).toBe(1);
  const [npx, name, ...words] = broken(report)[0]!.reproduce!.split(' ');
  expect([npx, name, ...words.slice(0, 3)]).toEqual([
    'npx',
    'energy-rental-sandbox',
    'exec',
    '--disturbance',
    join(folder.path, 'response-lost.yaml'),
  ]);
  const again = await program(words);
  expect(again.code, again.err).toBe(1);
});

test('a wallet that transfers when the service says delegated breaks by what it burns, and one that looks at the chain survives', async () => {
  await using folder = await temporaryFolder();
  const naive = await triedOnce(node('payout.mjs', 'naive'), ['energy-late']);
  const text = 'burned TRX for Energy in 1 transaction instead of 0: +6.4285 TRX';
  expect(naive.trials).toMatchObject([{ verdict: 'broke', break: { failure: { text } } }]);
  const [{ break: found }] = naive.trials as [Trial];
  expect(found!.points.map(describePoint)).toEqual(['lifecycle of order payout-1 in account payouts']);
  const scenario = join(folder.path, 'energy-late.yaml');
  await writeFile(scenario, scenarioText(found!.scenario));
  const exec = ['exec', '--disturbance', scenario, '--findings=warning', '--'];
  const again = await program([...exec, ...node('payout.mjs', 'naive')]);
  expect(again.err).toMatch(/^warning +transfer-burned .*its Energy came at 00:00:42/m);
  expect(again.code).toBe(1);
  const sound = await triedOnce(node('payout.mjs', 'sound'), ['energy-late']);
  expect(sound.trials).toMatchObject([{ verdict: 'survived' }]);
});

test('the disturbances of the chain are not met by a suite that never calls the node, which takes no runs', async () => {
  const only = ['energy-late', 'node-down', 'broadcast-lost'];
  const { trials, runs } = await triedOnce(node('own-sandbox.mjs'), only);
  expect(trials.map(trial => [trial.verdict, trial.runs])).toEqual(Array(3).fill(['not-met', 0]));
  expect(runs).toBe(1);
});
