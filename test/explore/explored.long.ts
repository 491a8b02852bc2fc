import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../cli/support.ts';
import { BUGGY } from './buggy.ts';
import { broken, CORRECT, expectSmallest, explored } from './explored.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 10);

describe('a correct suite yields nothing, time after time', () => {
  test.each(CORRECT)('%s', async (name, command) => {
    for (let round = 1; round <= ROUNDS; round++) {
      await using folder = await temporaryFolder();
      const { code, report } = await explored(folder.path, ['--budget', '200'], command);
      console.log(`round ${round}: ${name}: ${report.runs} runs, ${report.pairs!.tried} pairs`);
      expect(broken(report), `round ${round}`).toEqual([]);
      expect(report.ended_early).toBe(false);
      expect(code).toBe(0);
    }
  });
});

describe('the bug of a suite is found within 60 runs of all disturbances', () => {
  test.each(
    BUGGY.map(suite => [suite.name, suite.amongAll?.disturbance ?? suite.disturbance, suite] as const),
  )('%s: %s', async (name, disturbance, suite) => {
    await using folder = await temporaryFolder();
    const { report } = await explored(folder.path, ['--budget', '60'], suite.command);
    console.log(
      `${name}: ${report.runs} runs${report.ended_early ? ', ended by the budget' : ''}: ${broken(report)
        .map(({ id, smallest }) => `${id} (${smallest.length})`)
        .join(', ')}`,
    );
    expect(report.runs).toBeLessThanOrEqual(60);
    const found = broken(report).find(({ id }) => id === disturbance);
    expect(found?.smallest).toEqual((suite.amongAll ?? suite).smallest);
    await expectSmallest(found!, suite.command);
  });
});
