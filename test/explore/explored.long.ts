import { expect, test } from 'vitest';
import { temporaryFolder } from '../cli/support.ts';
import { broken, CORRECT, explored } from './explored.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 10);

test.each(CORRECT)('%s yields nothing, time after time', async (_, command) => {
  for (let round = 1; round <= ROUNDS; round++) {
    await using folder = await temporaryFolder();
    const { code, report } = await explored(folder.path, ['--budget', '200'], command);
    expect(broken(report), `round ${round}`).toEqual([]);
    expect(report.ended_early).toBe(false);
    expect(code).toBe(0);
  }
});
