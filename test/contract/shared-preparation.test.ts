import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type BuiltinName, prepareFromSource } from '../../src/contract/load-contract.ts';
import { loadBuiltInScenarios, prepareLibrary } from '../../src/host/scenarios/scenario-files.ts';
import { preparedContract } from '../support/prepared.ts';

const FOLDER = process.env.ENERGY_SANDBOX_PREPARED!;

describe('what the tests share instead of preparing it in every process', () => {
  test.each<BuiltinName>(['energy-rental-v1', 'control-v1'])(
    'is the description %s as its source has it',
    async name => {
      expect(await preparedContract(name)).toEqual(await prepareFromSource(name));
    },
  );

  test('equals the built-in scenarios in their files', async () => {
    const shared: unknown = JSON.parse(await readFile(join(FOLDER, 'scenarios.json'), 'utf8'));
    expect(shared).toEqual(await prepareLibrary());
    expect(await loadBuiltInScenarios()).toEqual(shared);
  });
});
