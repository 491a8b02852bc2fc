import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Consumer, VITEST_PACKAGES } from './consumer.ts';
import { rowOf, runCovered } from './consumer-runs.ts';

describe('a project that uses the global setup for Vitest', () => {
  let consumer: Consumer;

  beforeAll(async () => {
    consumer = await Consumer.make(...VITEST_PACKAGES);
  });

  afterAll(() => consumer[Symbol.asyncDispose]());

  test.each(['forks', 'threads'])(
    'reads at its end what all sandboxes of all processes have met (%s)',
    async pool => {
      const { code, output } = await runCovered(consumer, { COVERAGE: 'report' }, ['--pool', pool]);
      expect(output).toMatch(/3 passed/);
      expect(output).toMatch(/Coverage: \d+(\.\d)? %, \d+ of \d+ met/);
      // The shared sandbox, a sandbox of a test file, and one of a process that a test started.
      expect(rowOf(output, 'getBalance')).toMatch(/ 1 /);
      expect(rowOf(output, 'getOrderStatus')).toMatch(/ 1 /);
      expect(rowOf(output, 'createOrder ')).toMatch(/ 1 /);
      expect(output).toContain('never met');
      expect(code).toBe(0);
    },
  );

  test('reads nothing about coverage by default', async () => {
    const { code, output } = await runCovered(consumer, {});
    expect(code).toBe(0);
    expect(output).not.toContain('Coverage:');
  });
});
