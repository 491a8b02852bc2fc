import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../cli/support.ts';
import { BUGGY, type BuggySuite } from './buggy.ts';
import { broken, CORRECT, expectSmallest, explored, node, program } from './explored.ts';

const ROUNDS = 10;

describe('a correct suite yields nothing, time after time', () => {
  test.each(CORRECT)('%s', async (name, command) => {
    for (let round = 1; round <= ROUNDS; round++) {
      await using folder = await temporaryFolder();
      const { code, report } = await explored(folder.path, ['--budget', '200'], command);
      console.log(`round ${round}: ${name}: ${report.runs} runs`);
      const wrong = report.disturbances.filter(
        ({ verdict, note }) => verdict === 'broke' || note.includes('flaky'),
      );
      expect(wrong, `round ${round}`).toEqual([]);
      expect(report.ended_early).toBe(false);
      expect(code).toBe(0);
    }
  });
});

/** The disturbances that a suite is explored with: the one that shows its bug, and a harmless one. */
const chosen = ({ disturbance, harmless }: BuggySuite): string => [disturbance, harmless].join();

describe('the bug of a suite', () => {
  test.each(BUGGY.map(suite => [suite.name, suite.disturbance, suite] as const))(
    '%s: is shown by %s and not by what resembles it, and is reduced to the smallest case',
    async (_, disturbance, suite) => {
      await using folder = await temporaryFolder();
      const { code, report } = await explored(folder.path, ['--only', chosen(suite)], suite.command);
      expect(broken(report).map(one => [one.id, one.smallest])).toEqual([[disturbance, suite.smallest]]);
      expect(report.ended_early).toBe(false);
      expect(report.runs).toBeLessThanOrEqual(30);
      expect(code).toBe(1);
      const [found] = broken(report);
      expect(found!.reproduce).toContain(`exec --disturbance ${found!.scenario!}`);
      await expectSmallest(found!, suite.command);
    },
  );

  test.each(
    BUGGY.map(suite => [suite.name, suite.amongAll?.disturbance ?? suite.disturbance, suite] as const),
  )('%s: is found by %s within 60 runs of all disturbances', async (name, disturbance, suite) => {
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

  test('that it pays twice although its webhook was acknowledged is found by what it pays', async () => {
    await using folder = await temporaryFolder();
    const command = node('acknowledges.mjs');
    const { code, report } = await explored(folder.path, ['--only', 'response-lost,slow-answer'], command);
    const [found, ...others] = broken(report);
    expect(found).toMatchObject({
      id: 'response-lost',
      failure: 'paid for 2 orders instead of 1: +3.90 TRX',
    });
    expect(found!.smallest).toEqual(['createOrder of order invoice-7-1 in account shop']);
    expect([others, code]).toEqual([[], 1]);
    const again = await program(['exec', '--disturbance', found!.scenario!, '--findings', '--', ...command]);
    expect(again.err).toMatch(/^error +paid-twice .*invoice-7-1.*invoice-7-2/m);
  });
});

test('a wallet that looks at the chain survives what a correct one survives, and a naive one does not', async () => {
  await using folder = await temporaryFolder();
  const survived = 'energy-late,reclaimed-early,node-lagging,energy-price-doubles,broadcast-lost';
  const only = ['--only', survived];
  const sound = await explored(folder.path, only, node('payout.mjs', 'sound'));
  expect(sound.report.disturbances.map(({ verdict }) => verdict)).toEqual(Array(5).fill('survived'));
  const naive = await explored(folder.path, only, node('payout.mjs', 'naive'));
  expect(broken(naive.report)).toMatchObject([
    { id: 'energy-late', failure: 'burned TRX for Energy in 1 transaction instead of 0: +6.4285 TRX' },
    { id: 'energy-price-doubles', failure: 'finding broadcast-is-not-success' },
  ]);
});
