import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Consumer, type Outcome } from './consumer.ts';

const LONG_MS = 300_000;

/** What the console of a test has printed, without the header of Vitest. */
const printedBy = (output: string, name: string): string =>
  output
    .split(/^(?=stderr \| )/m)
    .filter(part => part.startsWith(`stderr | judged.ts > ${name}\n`))
    .map(part => part.split('\n\n⎯')[0]!.split('\n').slice(1).join('\n'))
    .join('');

describe('a project that uses the fixtures for Vitest', () => {
  let consumer: Consumer;

  beforeAll(async () => {
    consumer = await Consumer.make('@types/node', 'undici-types', 'vitest');
  });

  afterAll(() => consumer[Symbol.asyncDispose]());

  const run = (environment: NodeJS.ProcessEnv = {}): Promise<Outcome> => {
    const args = ['run', '--root', '.', '--config', 'vitest.judged.config.mjs'];
    return consumer.node('node_modules/vitest/vitest.mjs', args, environment);
  };

  /** Runs again if a story was given up after its two seconds, which pass easily on a busy machine. */
  const runWithStories = async (): Promise<Outcome> => {
    for (;;) {
      const outcome = await run();
      if (!outcome.output.includes('could not be read: it took longer than 2000 ms')) return outcome;
    }
  };

  test(
    'is not judged by default, but reads the story of each test that fails',
    async () => {
      const { output } = await runWithStories();
      expect(output).toMatch(/2 failed \| 3 passed \| 1 expected fail/);
      expect(output.match(/^stderr \| .*/gm)).toEqual(['stderr | judged.ts > fails by itself']);
      const story = printedBy(output, 'fails by itself').trim().split('\n');
      expect(story.map(line => line.replaceAll(/account-\d+/g, 'NAME').slice(0, 90))).toEqual([
        'Account NAME at 2026-01-01T00:00:00.000Z, balance 992.2 TRX, orders: 2, requests: 2',
        '  01-01 00:00:00 POST /api/v1/order/ → no response connection-reset, order 1 [req-3]',
        '  01-01 00:00:00 order 1 (first) is processing; webhook unsent',
        '  01-01 00:00:00 POST /api/v1/order/ → no response connection-reset, order 2 [req-4]',
        '  01-01 00:00:00 order 2 (second) is processing; webhook unsent',
        '  01-01 00:00:00 error paid-twice: At 00:00:00, req-3 made order 1 (external_id first): 65',
        '  01-01 00:00:00 error never-confirmed: At 00:00:00, req-4 made order 2 (external_id secon',
      ]);
    },
    LONG_MS,
  );

  test(
    'fails each test whose account has error findings, if one setting says so',
    async () => {
      const { code, output } = await run({ FINDINGS: 'fail' });
      expect(code).toBe(1);
      expect(output).toMatch(/3 failed \| 2 passed \| 1 expected fail/);
      expect(output).toContain('× buys twice, and does not notice');
      expect(output).toMatch(
        /AssertionError: account account-1: 2 findings\n\nerror paid-twice, cost 3.9 TRX\n {2}At 00:00:00, req-1 made order 1 \(external_id first\)/,
      );
      expect(output).toContain(
        "Total cost: 7.8 TRX\n\nThe test itself has passed. It fails because the fixture `findings`, or ENERGY_SANDBOX_FINDINGS, is 'fail'.",
      );
      expect(printedBy(output, 'buys twice, and does not notice')).toContain('error paid-twice: At 00:00:00');
      // A test that has failed already fails for its own reason only.
      expect(output.match(/AssertionError: account/g)).toHaveLength(1);
    },
    LONG_MS,
  );

  test(
    'prints findings without failing a test, if that is asked for',
    async () => {
      const { output } = await run({ FINDINGS: 'report' });
      expect(output).toMatch(/2 failed \| 3 passed \| 1 expected fail/);
      expect(printedBy(output, 'buys twice, and does not notice')).toContain(
        'error paid-twice, cost 3.9 TRX',
      );
      expect(printedBy(output, 'does nothing wrong')).toBe('');
    },
    LONG_MS,
  );

  test(
    'configures rules for all files in a global setup of its own',
    async () => {
      const { output } = await run({ FINDINGS: 'fail', SETUP: './lenient-setup.mjs' });
      expect(output).toMatch(/2 failed \| 3 passed \| 1 expected fail/);
    },
    LONG_MS,
  );

  test(
    'is told about a setting that does not exist',
    async () => {
      const { code, output } = await run({ FINDINGS: 'fial' });
      expect(code).toBe(1);
      expect(output).toContain(
        'ENERGY_SANDBOX_FINDINGS: expected off, report or fail, got "fial"; did you mean "fail"?',
      );
    },
    LONG_MS,
  );
});
