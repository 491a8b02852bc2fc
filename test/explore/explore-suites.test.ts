import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../cli/support.ts';
import { HAS_TOOLS, SKIPPED_WITHOUT_TOOLS } from '../support/tools.ts';
import {
  broken,
  CORRECT,
  expectSmallest,
  explored,
  hasPython,
  jest,
  LIMIT_MS,
  node,
  program,
  python,
  shop,
} from './explored.ts';

describe('a suite with one bug breaks under the disturbance that shows it, and under no other of these', () => {
  const DELEGATED = 'order.delegated of order a-1 in account first-shop';
  const CREATED = 'createOrder of order a-1 in account first-shop';
  test.each([
    ['new-id-per-attempt', 'response-lost', 'slow-answer', CREATED],
    ['refused-is-final', 'rate-limited', 'response-lost', CREATED],
    ['unavailable-is-final', 'service-unavailable', 'rate-limited', CREATED],
    ['parses-everything', 'gateway-502-after-commit', 'response-lost', CREATED],
    [
      'not-found-is-gone',
      'not-found-after-accept',
      'response-lost',
      'getOrderStatus of order a-1 in account first-shop',
    ],
    [
      'status-without-retry',
      'truncated-answer',
      'response-lost',
      'getOrderStatus of order a-1 in account first-shop',
    ],
    ['counts-duplicates', 'webhook-duplicated', 'webhook-forged', DELEGATED],
    [
      'last-event-wins',
      'webhook-reordered',
      'webhook-duplicated',
      'order.undelegating of order a-1 in account first-shop',
    ],
    ['signs-its-own-json', 'webhook-reserialised', 'webhook-duplicated', DELEGATED],
    [
      'fails-on-unknown',
      'webhook-unknown-event',
      'webhook-duplicated',
      'order.delegating of order a-1 in account first-shop',
    ],
    ['remembers-before-verifying', 'webhook-altered', 'webhook-duplicated', DELEGATED],
    ['relies-on-webhooks', 'webhooks-lost', 'webhook-duplicated', DELEGATED],
  ])(
    '%s: %s, not %s',
    async (bug, disturbance, harmless, smallest) => {
      await using folder = await temporaryFolder();
      const { code, report } = await explored(
        folder.path,
        ['--only', `${disturbance},${harmless}`],
        shop(bug),
      );
      expect(broken(report).map(one => [one.id, one.smallest])).toEqual([[disturbance, [smallest]]]);
      expect(report.runs).toBeLessThanOrEqual(20);
      expect(code).toBe(1);
      const [found] = broken(report);
      expect(found!.reproduce).toContain(`exec --disturbance ${found!.scenario!}`);
      await expectSmallest(found!, shop(bug));
    },
    LIMIT_MS,
  );

  test(
    'accepts-forgeries: webhook-forged, as a finding or a failure of its tests',
    async () => {
      await using folder = await temporaryFolder();
      const { report } = await explored(folder.path, ['--only', 'webhook-forged'], shop('accepts-forgeries'));
      expect(broken(report).map(({ id, smallest }) => [id, smallest.length])).toEqual([
        ['webhook-forged', 1],
      ]);
    },
    LIMIT_MS,
  );

  test(
    'a sandbox in the process of the tests is disturbed in the same way',
    async () => {
      await using folder = await temporaryFolder();
      const command = shop('new-id-per-attempt', 'in-process');
      const { report } = await explored(folder.path, ['--only', 'response-lost'], command);
      expect(broken(report).map(({ smallest }) => smallest)).toEqual([[CREATED]]);
      const file = broken(report)[0]!.scenario!;
      expect((await program(['exec', '--disturbance', file, '--', ...command])).code).toBe(1);
    },
    LIMIT_MS,
  );

  test.runIf(hasPython)(
    'a Python suite is reduced to one lost response',
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
