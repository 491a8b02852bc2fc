import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../cli/support.ts';
import { BUGGY, type BuggySuite } from './buggy.ts';
import {
  broken,
  CORRECT,
  expectSmallest,
  explored,
  hasPython,
  LIMIT_MS,
  node,
  program,
  python,
} from './explored.ts';

/** The disturbances that a suite is explored with: those that are needed, and a harmless one. */
const chosen = ({ disturbance, harmless }: BuggySuite): string =>
  [...disturbance.split('-and-'), ...(harmless === null ? [] : [harmless])].join();

describe('a suite with one bug', () => {
  test.each(BUGGY.map(suite => [suite.name, suite.disturbance, suite] as const))(
    '%s: breaks under %s, reduced to the smallest case',
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
    LIMIT_MS,
  );

  test.runIf(hasPython)(
    'is reported with the last lines of its output, and a receiver with what it answered',
    async () => {
      await using folder = await temporaryFolder();
      const flags = ['--only', 'response-lost'];
      const orders = await explored(folder.path, flags, python('test_orders.py'));
      expect(broken(orders.report)[0]!.output_tail.join('\n')).toContain('AssertionError');
      const receiver = await explored(
        folder.path,
        ['--only', 'webhook-reserialised'],
        python('test_receiver.py'),
      );
      expect(broken(receiver.report)[0]!.failure).toBe('finding reserialised-refused');
    },
    LIMIT_MS,
  );
});

test(
  'an order that is paid twice although its webhook was acknowledged is found by the number of orders',
  async () => {
    await using folder = await temporaryFolder();
    const command = node('acknowledges.mjs');
    const { code, report } = await explored(folder.path, ['--only', 'response-lost,slow-answer'], command);
    const [found, ...others] = broken(report);
    expect(found).toMatchObject({ id: 'response-lost', failure: 'finding bought-again-after-webhook' });
    expect(found!.smallest).toEqual(['createOrder of order invoice-7-1 in account shop']);
    expect([others, code]).toEqual([[], 1]);
    const again = await program(['exec', '--disturbance', found!.scenario!, '--findings', '--', ...command]);
    expect(again.err).toMatch(/^info +bought-again-after-webhook .*invoice-7-1.*invoice-7-2/m);
  },
  LIMIT_MS,
);

test.each(CORRECT)(
  '%s survives everything',
  async (_, command) => {
    await using folder = await temporaryFolder();
    const { code, report } = await explored(folder.path, ['--skip', 'pairs'], command);
    expect(
      report.disturbances.filter(({ verdict, note }) => verdict === 'broke' || note.includes('flaky')),
    ).toEqual([]);
    expect(report.ended_early).toBe(false);
    expect(code).toBe(0);
  },
  LIMIT_MS,
);

test.runIf(hasPython)(
  'a correct suite survives all pairs',
  async () => {
    await using folder = await temporaryFolder();
    const { report } = await explored(folder.path, [], python('test_receiver.py', 'fixed'));
    expect(broken(report)).toEqual([]);
    expect(report.pairs).toMatchObject({ tried: report.pairs!.total, remarks: [] });
  },
  LIMIT_MS,
);

test('a failing command is refused with its last lines', async () => {
  const script = 'console.log("one test failed"); process.exit(3)';
  const { code, err } = await program(['explore', '--', process.execPath, '-e', script]);
  expect(code).toBe(2);
  expect(err).toContain('the command ended with exit code 3 without any disturbance; make it pass first');
  expect(err).toContain('  one test failed');
});
