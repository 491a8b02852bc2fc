import { afterAll, beforeAll, expect, test } from 'vitest';
import { findingsMode } from '../../src/testing/conclude-test.ts';
import { test as sandboxTest } from '../../src/testing/vitest.ts';
import { setupWith } from '../../src/testing/vitest-setup.ts';
import { Consumer, VITEST_PACKAGES } from './consumer.ts';
import { printedBy, rowOf, runCovered, runJudged } from './consumer-runs.ts';
import { order } from './sandboxes.ts';

let consumer: Consumer;

beforeAll(async () => {
  consumer = await Consumer.make(...VITEST_PACKAGES);
});

afterAll(() => consumer[Symbol.asyncDispose]());

test('one setting of a project fails each test whose account has error findings', async () => {
  const { code, output } = await runJudged(consumer, { FINDINGS: 'fail' });
  expect(code).toBe(1);
  expect(output).toMatch(/3 failed \| 2 passed \| 1 expected fail/);
  expect(output).toContain('× buys twice, and does not notice');
  expect(output).toMatch(
    /AssertionError: account judged\.ts-0: 1 finding\n\nerror paid-twice, cost 3.9 TRX\n {2}At 00:00:00, req-1 made order 1 \(external_id first\)/,
  );
  expect(output).toContain(
    "Total cost: 3.9 TRX\n\nThe test itself has passed. It fails because the fixture `findings`, or ENERGY_SANDBOX_FINDINGS, is 'fail'.",
  );
  expect(printedBy(output, 'buys twice, and does not notice')).toContain('error paid-twice: At 00:00:00');
  // A test that has failed already fails for its own reason only.
  expect(output.match(/AssertionError: account/g)).toHaveLength(1);
});

sandboxTest('an account has the name of the file, and the place of its test there', async ({ account }) => {
  expect(account.name).toMatch(/^test-client-vitest-runs\.test\.ts-\d+$/);
});

sandboxTest(
  'another run can have an account of the name that the next test would have',
  async ({ sandbox, account }) => {
    const name = account.name.replace(/\d+$/, digits => String(Number(digits) + 1));
    expect((await sandbox.createAccount({ name })).name).toBe(name);
  },
);

sandboxTest('an account whose name is taken has a generated name', async ({ account }) => {
  expect(account.name).toMatch(/^account-\d+$/);
});

const lossy = sandboxTest.extend({ account_options: { scenarios: ['response-lost'] } });

lossy('a test whose account has error findings passes by default', async ({ account }) => {
  for (const external_id of ['first', 'second']) await order(account, { external_id }).catch(() => undefined);
  await expect(account.expectNoFindings()).rejects.toThrow('paid-twice');
});

test('a setting that does not exist is refused with the nearest one', () => {
  expect(() => findingsMode('fial', 'ENERGY_SANDBOX_FINDINGS')).toThrow(
    'ENERGY_SANDBOX_FINDINGS: expected off, report or fail, got "fial"; did you mean "fail"?',
  );
});

test('a run fails if all sandboxes of all its processes have covered less than the global setup requires', async () => {
  const { code, output } = await runCovered(consumer, {
    SETUP: './covered-setup.mjs',
  });
  expect(output).toMatch(/3 passed/);
  // The shared sandbox, a sandbox of a test file, and one of a process that a test started.
  expect(rowOf(output, 'getBalance')).toMatch(/ 1 /);
  expect(rowOf(output, 'getOrderStatus')).toMatch(/ 1 /);
  expect(rowOf(output, 'createOrder ')).toMatch(/ 1 /);
  expect(output).toContain('not covered');
  expect(output).toMatch(/Coverage: \d+(\.\d)? %, \d+ of \d+ covered; at least 90 % is required/);
  expect(code).toBe(1);
});

test('a global setup refuses a setting that does not exist, with the nearest one', async () => {
  const env = { ENERGY_SANDBOX_COVERAGE: 'repot' };
  const starting = setupWith({})({ provide: () => undefined, config: { env } });
  await expect(starting).rejects.toThrow(
    'ENERGY_SANDBOX_COVERAGE: expected off, report or a percentage from 0 to 100, got "repot"; did you mean "report"?',
  );
});
