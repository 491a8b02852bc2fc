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
      const command = python('test_orders.py');
      const { report } = await explored(folder.path, ['--only', 'response-lost,slow-answer'], command);
      expect(broken(report).map(one => [one.id, one.smallest])).toEqual([
        ['response-lost', ['createOrder of order p-1 in account demo']],
      ]);
      expect(broken(report)[0]!.output_tail.join('\n')).toContain('AssertionError');
      await expectSmallest(broken(report)[0]!, command);
    },
    LIMIT_MS,
  );

  test.runIf(hasPython)(
    'a Python receiver that signs its own JSON is found by what it answers, although its tests pass',
    async () => {
      await using folder = await temporaryFolder();
      const command = python('test_receiver.py');
      const { report } = await explored(folder.path, ['--only', 'webhook-reserialised'], command);
      expect(broken(report).map(one => [one.failure, one.smallest])).toEqual([
        ['finding reserialised-refused', ['order.delegated of order r-1 in account shop']],
      ]);
      await expectSmallest(broken(report)[0]!, command);
    },
    LIMIT_MS,
  );

  test.runIf(HAS_TOOLS).each([
    ['timeout-is-refusal', 'slow-answer', 'createOrder of order j-1 in account an-order-is-paid-once'],
    [
      'remembers-one-event',
      'webhook-replayed',
      'order.delegated of order j-2 in account the-history-of-an-order-never-goes-back',
    ],
  ])(
    `with Jest, %s: %s${SKIPPED_WITHOUT_TOOLS}`,
    async (bug, disturbance, smallest) => {
      await using folder = await temporaryFolder();
      const { report } = await explored(folder.path, ['--only', disturbance], jest(bug));
      expect(broken(report).map(one => [one.id, one.smallest])).toEqual([[disturbance, [smallest]]]);
      await expectSmallest(broken(report)[0]!, jest(bug));
    },
    LIMIT_MS,
  );
});

describe('a bug that needs two disturbances at once', () => {
  test(
    'is found where the suite waits for a webhook instead of the response, and reduced to both',
    async () => {
      await using folder = await temporaryFolder();
      const flags = ['--only', 'response-lost,webhooks-lost,webhook-duplicated'];
      const { report } = await explored(folder.path, flags, node('wallet.mjs'));
      expect(broken(report).map(one => [one.id, one.smallest])).toEqual([
        [
          'response-lost-and-webhooks-lost',
          ['createOrder of order w-1 in account wallet', 'order.processing of order w-1 in account wallet'],
        ],
      ]);
      await expectSmallest(broken(report)[0]!, node('wallet.mjs'));
    },
    LIMIT_MS,
  );

  test.runIf(hasPython)(
    'is found where only the first disturbance leads the suite to the place of the second, within 60 runs of all',
    async () => {
      await using folder = await temporaryFolder();
      const command = python('test_lookup.py');
      const { report } = await explored(folder.path, [], command);
      expect(broken(report).map(one => [one.id, one.smallest])).toEqual([
        [
          'response-lost-and-not-found-after-accept',
          ['createOrder of order l-1 in account demo', 'getOrderStatus of order l-1 in account demo'],
        ],
      ]);
      expect(report.ended_early).toBe(false);
      await expectSmallest(broken(report)[0]!, command);
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
