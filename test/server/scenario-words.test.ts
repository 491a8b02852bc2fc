import { expect, test } from 'vitest';
import { verifySignature } from '../../src/client/webhook-signatures.ts';
import { scenario } from '../core/engine/inline.ts';
import { RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox } from '../support/sandbox.ts';

const FIELDS = { address: RECIPIENT, package_id: 1 };

test('as_of: a status response shows the order as it was, with the data of that time', async () => {
  await using sandbox = await startTestSandbox();
  const lagging = scenario({
    requests: [{ match: { operation: 'getOrderStatus' }, reply: { as_of: '10s' } }],
  });
  const account = sandbox.openAccount({ scenarios: [lagging] });
  await account.api.order({ external_id: 'a', ...FIELDS });
  const seen: unknown[] = [];
  for (const seconds of [0, 12, 1, 9]) {
    await account.advance(seconds * 1_000);
    const { status, delivered_at, updated_at, created_at } = (await account.api.status({ external_id: 'a' }))
      .data;
    seen.push([status, delivered_at === null, updated_at === created_at]);
  }
  expect(seen).toEqual([
    ['processing', true, true],
    ['processing', true, true],
    ['delegating', true, false],
    ['delegated', false, false],
  ]);
});

test('webhook_secret: webhooks are signed with the new secret from the request on that sets it', async () => {
  await using sandbox = await startTestSandbox();
  const rotating = scenario({
    requests: [{ match: { operation: 'createOrder', nth: 2 }, set: { webhook_secret: 'whsec_new' } }],
  });
  const account = sandbox.openAccount({ scenarios: [rotating] });
  const receiver = await sandbox.receive(account.account);
  const { secret } = account.state.webhook;
  await account.api.order({ external_id: 'a', ...FIELDS });
  await account.quiet();
  await account.api.order({ external_id: 'b', ...FIELDS });
  await account.quiet();
  const isSigned = receiver.deliveries.map(({ body, headers }) =>
    [secret, 'whsec_new'].map(one =>
      verifySignature({ body, header: headers['x-webhook-signature']!, secret: one }),
    ),
  );
  expect(isSigned).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('new-event-id: the same event comes again under another event_id, correctly signed', async () => {
  await using sandbox = await startTestSandbox();
  const twice = scenario({
    webhooks: [{ match: { event: 'order.processing' }, deliver: { copies: 3 }, corrupt: 'new-event-id' }],
  });
  const account = sandbox.openAccount({ scenarios: [twice] });
  const receiver = await sandbox.receive(account.account);
  await account.api.order({ external_id: 'a', ...FIELDS });
  await account.quiet();
  const ids = receiver.events.map(({ event_id }) => event_id);
  expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
  expect(new Set(receiver.events.map(({ data }) => JSON.stringify(data))).size).toBe(1);
});
