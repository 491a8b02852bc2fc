import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Consumer, type Outcome } from './consumer.ts';

const LONG_MS = 300_000;

describe('a project that uses the global setup for Vitest', () => {
  let consumer: Consumer;

  beforeAll(async () => {
    consumer = await Consumer.make('@types/node', 'undici-types', 'vitest');
  });

  afterAll(() => consumer[Symbol.asyncDispose]());

  const run = (environment: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<Outcome> => {
    const all = ['run', '--root', '.', '--config', 'vitest.covered.config.mjs', ...args];
    return consumer.node('node_modules/vitest/vitest.mjs', all, environment);
  };

  /** How often a sandbox of the run answered an operation with a status, from the matrix. */
  const rowOf = (output: string, operation: string): string =>
    output.split('\n').find(line => line.startsWith(operation)) ?? '';

  test.each(['forks', 'threads'])(
    'reads at its end what all sandboxes of all processes have met (%s)',
    async pool => {
      const { code, output } = await run({ COVERAGE: 'report' }, ['--pool', pool]);
      expect(output).toMatch(/3 passed/);
      expect(output).toMatch(/Coverage: \d+(\.\d)? %, \d+ of \d+ met/);
      // The shared sandbox, a sandbox of a test file, and one of a process that a test started.
      expect(rowOf(output, 'getBalance')).toMatch(/ 1 /);
      expect(rowOf(output, 'getOrderStatus')).toMatch(/ 1 /);
      expect(rowOf(output, 'createOrder ')).toMatch(/ 1 /);
      expect(output).toContain('never met');
      expect(code).toBe(0);
    },
    LONG_MS,
  );

  test(
    'reads nothing about coverage by default',
    async () => {
      const { code, output } = await run({});
      expect(code).toBe(0);
      expect(output).not.toContain('Coverage:');
    },
    LONG_MS,
  );

  test(
    'fails if its tests have met less than it requires',
    async () => {
      const { code, output } = await run({ SETUP: './covered-setup.mjs' });
      expect(output).toMatch(/3 passed/);
      expect(output).toMatch(/Coverage: \d+(\.\d)? %, \d+ of \d+ met; at least 90 % is required/);
      expect(code).toBe(1);
    },
    LONG_MS,
  );

  test(
    'is told about a setting that does not exist',
    async () => {
      const { code, output } = await run({ COVERAGE: 'repot' });
      expect(code).toBe(1);
      expect(output).toContain(
        'ENERGY_SANDBOX_COVERAGE: expected off, report or a percentage from 0 to 100, got "repot"; did you mean "report"?',
      );
    },
    LONG_MS,
  );
});
