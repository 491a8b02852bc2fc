import { expect, test } from 'vitest';
import { setupWith } from '../../src/testing/vitest-setup.ts';
import { Consumer, VITEST_PACKAGES } from './consumer.ts';
import { rowOf, runCovered } from './consumer-runs.ts';

test('a run fails if all sandboxes of all its processes have met less than the global setup requires', async () => {
  await using consumer = await Consumer.make(...VITEST_PACKAGES);
  const { code, output } = await runCovered(consumer, {
    SETUP: './covered-setup.mjs',
  });
  expect(output).toMatch(/3 passed/);
  // The shared sandbox, a sandbox of a test file, and one of a process that a test started.
  expect(rowOf(output, 'getBalance')).toMatch(/ 1 /);
  expect(rowOf(output, 'getOrderStatus')).toMatch(/ 1 /);
  expect(rowOf(output, 'createOrder ')).toMatch(/ 1 /);
  expect(output).toContain('never met');
  expect(output).toMatch(/Coverage: \d+(\.\d)? %, \d+ of \d+ met; at least 90 % is required/);
  expect(code).toBe(1);
});

test('a global setup refuses a setting that does not exist, with the nearest one', async () => {
  const env = { ENERGY_SANDBOX_COVERAGE: 'repot' };
  const starting = setupWith({})({ provide: () => undefined, config: { env } });
  await expect(starting).rejects.toThrow(
    'ENERGY_SANDBOX_COVERAGE: expected off, report or a percentage from 0 to 100, got "repot"; did you mean "report"?',
  );
});
