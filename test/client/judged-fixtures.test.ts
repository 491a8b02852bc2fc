import { expect, test } from 'vitest';
import { findingsMode } from '../../src/testing/conclude-test.ts';
import { test as sandboxTest } from '../../src/testing/vitest.ts';
import { Consumer, VITEST_PACKAGES } from './consumer.ts';
import { printedBy, runJudged } from './consumer-runs.ts';
import { order } from './sandboxes.ts';

test('one setting of a project fails each test whose account has error findings', async () => {
  await using consumer = await Consumer.make(...VITEST_PACKAGES);
  const { code, output } = await runJudged(consumer, { FINDINGS: 'fail' });
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
});

const lossy = sandboxTest.extend({ accountOptions: { scenarios: ['response-lost'] } });

lossy('a test whose account has error findings passes by default', async ({ account }) => {
  for (const external_id of ['first', 'second']) await order(account, { external_id }).catch(() => undefined);
  await expect(account.expectNoFindings()).rejects.toThrow('paid-twice');
});

test('a setting that does not exist is refused with the nearest one', () => {
  expect(() => findingsMode('fial', 'ENERGY_SANDBOX_FINDINGS')).toThrow(
    'ENERGY_SANDBOX_FINDINGS: expected off, report or fail, got "fial"; did you mean "fail"?',
  );
});
