import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../cli/support.ts';
import { broken, expectSmallest, explored, SUITES } from './explored.ts';

const VITEST = join(createRequire(import.meta.url).resolve('vitest/package.json'), '../vitest.mjs');

// pytest may be installed for another Python than the first in PATH.
const PYTHON = ['python3', '/usr/bin/python3'].find(
  python => spawnSync(python, ['-c', 'import pytest']).status === 0,
);

test('a suite of node:test breaks under the loss of a response, survives a slow one, and breaks again when told so', async () => {
  await using folder = await temporaryFolder();
  const command = [process.execPath, '--test', join(SUITES, 'node-test.mjs')];
  const { code, report } = await explored(folder.path, ['--only', 'response-lost,slow-answer'], command);
  expect(report.disturbances).toMatchObject([
    { id: 'response-lost', verdict: 'broke', failure: 'exit code 1' },
    { id: 'slow-answer', verdict: 'survived', note: '' },
  ]);
  const [found] = broken(report);
  expect(found!.smallest).toEqual(['createOrder of order n-2 in account demo']);
  expect(found!.output_tail.join('\n')).toContain('an order is paid once');
  expect(found!.reproduce).toContain(`exec --disturbance ${found!.scenario!}`);
  expect([code, report.ended_early]).toEqual([1, false]);
  await expectSmallest(found!, command);
});

test('a suite of Vitest with a sandbox in its own process breaks under the loss of a response', async () => {
  await using folder = await temporaryFolder();
  const command = [process.execPath, VITEST, 'run', '--root', join(SUITES, 'vitest')];
  const { code, report } = await explored(folder.path, ['--only', 'response-lost'], command);
  expect(broken(report)).toMatchObject([
    { failure: 'exit code 1', smallest: ['createOrder of order v-1 in account account-1'] },
  ]);
  expect(code).toBe(1);
});

test.skipIf(PYTHON === undefined)(
  'a suite of pytest whose tests pass breaks by what its receiver answers',
  async () => {
    await using folder = await temporaryFolder();
    const words = ['-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'];
    const command = [PYTHON!, ...words, join(SUITES, 'test_receiver.py')];
    const { code, report } = await explored(folder.path, ['--only', 'webhook-reserialised'], command);
    expect(broken(report)).toMatchObject([
      {
        failure: 'finding reserialised-refused',
        smallest: ['order.processing of order r-1 in account shop'],
      },
    ]);
    expect(code).toBe(1);
  },
);
