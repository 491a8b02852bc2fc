import { expect, test } from 'vitest';
import type { Exchange } from '../../src/core/facts.ts';
import { RECIPIENT } from './addresses.ts';
import { startTestSandbox } from './sandbox.ts';

test('a test sandbox fails on close after a response that does not match the description', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.api.balance();
  const [good] = sandbox.core.journalOf(sandbox.account).list() as [Exchange];
  const wrong: Partial<Exchange>[] = [
    { answer: '{"success":true,"data":{"balance_trx":"1"}}' },
    { status: 404, answer: '{"success":false,"error":"NOT_FOUND"}' },
    { status: 401, answer: '{"success":false,"error":"UNAUTHORIZED","message":"no key"}' },
    { operation: null, status: 404, answer: '{"success":false,"error":"PACKAGE_NOT_THERE"}' },
    { operation: null, status: 404, answer: '{"success":false,"error":"NOT_FOUND"}', answerHeaders: {} },
    { status: 200, answer: 'not even JSON' },
  ];
  for (const change of wrong) sandbox.core.facts.answered(sandbox.account, { ...good, ...change });
  const violations = (await sandbox.violations()).join('\n');
  for (const { answer } of wrong) expect(violations).toContain(answer);
  await expect(sandbox.close()).rejects.toThrow('not as described');
});

test.each(['webhook-unknown-event', 'webhook-altered'])(
  'it detects a webhook that does not match the description: %s',
  async scenario => {
    const sandbox = await startTestSandbox();
    const receiver = await sandbox.receive();
    await sandbox.api.order(
      { package_id: 1, address: RECIPIENT },
      { headers: { 'x-sandbox-scenario': scenario } },
    );
    await sandbox.settle();
    expect(receiver.deliveries.length).toBeGreaterThan(0);
    const isDescribed = scenario === 'webhook-altered';
    expect((await sandbox.violations()).length === 0).toBe(isDescribed);
    const closed = sandbox.close().then(
      () => 'fine',
      () => 'failed',
    );
    expect(await closed).toBe(isDescribed ? 'fine' : 'failed');
  },
);
