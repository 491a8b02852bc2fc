import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Consumer, VITEST_PACKAGES } from './consumer.ts';
import { rowOf, runCovered } from './consumer-runs.ts';

describe('a project that uses the global setup for Vitest', () => {
  let consumer: Consumer;

  beforeAll(async () => {
    consumer = await Consumer.make(...VITEST_PACKAGES);
  });

  afterAll(() => consumer[Symbol.asyncDispose]());

  test('reads at its end what all sandboxes of all threads have met', async () => {
    const { code, output } = await runCovered(consumer, { COVERAGE: 'report' }, ['--pool', 'threads']);
    expect(output).toMatch(/3 passed/);
    expect(output).toMatch(/Coverage: \d+(\.\d)? %, \d+ of \d+ met/);
    for (const operation of ['getBalance', 'getOrderStatus', 'createOrder '])
      expect(rowOf(output, operation)).toMatch(/ 1 /);
    expect(code).toBe(0);
  });

  test('reads nothing about coverage by default', async () => {
    const { code, output } = await runCovered(consumer, {});
    expect(code).toBe(0);
    expect(output).not.toContain('Coverage:');
  });
});
