import { expect, test } from 'vitest';
import { RECIPIENT } from '../support/addresses.ts';
import { signatureOf } from '../support/receiver.ts';
import { startTestSandbox } from '../support/sandbox.ts';

test('an order goes its whole way, and each change is told by a signed webhook', async () => {
  await using sandbox = await startTestSandbox();
  const receiver = await sandbox.receive();
  const created = await sandbox.api.order({ external_id: 'a', package_id: 1, address: RECIPIENT });
  expect(created.outcome).toBe('202');
  await sandbox.settle();
  expect(receiver.names).toEqual([
    'order.processing',
    'order.delegating',
    'order.delegated',
    'order.undelegating',
    'order.completed',
  ]);
  for (const { body, headers } of receiver.deliveries) {
    expect(headers['x-webhook-signature']).toBe(signatureOf(body, sandbox.running.webhookSecret));
  }
});
