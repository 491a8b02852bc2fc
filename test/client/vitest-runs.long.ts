import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Consumer, VITEST_PACKAGES } from './consumer.ts';
import { printedBy, rowOf, runCovered, runJudged } from './consumer-runs.ts';

describe('a project that uses the fixtures and the global setup for Vitest', () => {
  let consumer: Consumer;

  beforeAll(async () => {
    consumer = await Consumer.make(...VITEST_PACKAGES);
  });

  afterAll(() => consumer[Symbol.asyncDispose]());

  test('is not judged by default, but reads the story of each test that fails', async () => {
    const { output } = await runJudged(consumer);
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
    ]);
  });

  test('prints findings without failing a test, if that is asked for', async () => {
    const { output } = await runJudged(consumer, { FINDINGS: 'report' });
    expect(output).toMatch(/2 failed \| 3 passed \| 1 expected fail/);
    expect(printedBy(output, 'buys twice, and does not notice')).toContain('error paid-twice, cost 3.9 TRX');
    expect(printedBy(output, 'does nothing wrong')).toBe('');
  });

  test('configures rules for all files in a global setup of its own', async () => {
    const { output } = await runJudged(consumer, { FINDINGS: 'fail', SETUP: './lenient-setup.mjs' });
    expect(output).toMatch(/2 failed \| 3 passed \| 1 expected fail/);
  });

  test('reads at its end what all sandboxes of all threads have covered', async () => {
    const { code, output } = await runCovered(consumer, { COVERAGE: 'report' }, ['--pool', 'threads']);
    expect(output).toMatch(/3 passed/);
    expect(output).toMatch(/Coverage: \d+(\.\d)? %, \d+ of \d+ covered/);
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
