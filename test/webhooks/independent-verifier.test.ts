import { verify } from '@octokit/webhooks-methods';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/client/sandbox-interface.ts';
import { createReceiver, type ReceivedWebhook } from '../../src/client/webhook-receiver.ts';
import type { Corruption } from '../../src/core/scenario/rule-effects.ts';
import { createSandbox } from '../../src/testing/create-sandbox.ts';

/** Whether the signature of a delivery with a corruption is valid nevertheless, if it has one. */
const IS_VALID: Readonly<Record<Exclude<Corruption, 'missing-signature'> | 'none', boolean>> = {
  none: true,
  'wrong-secret': false,
  'missing-prefix': false,
  'upper-case-hex': false,
  'altered-body': false,
  reserialised: true,
  'stale-signature': false,
  'unknown-event': true,
  'extra-field': true,
  'wrong-event-header': true,
  'same-id-other-bytes': true,
  'new-event-id': true,
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox({ clock: 'manual' });
});
afterAll(() => sandbox.close());

/** Sends an event, then again with a corruption if one is given. @returns the last delivery, and the secret */
async function delivered(corrupt: string): Promise<{ webhook: ReceivedWebhook; secret: string }> {
  const account = await sandbox.createAccount();
  await using receiver = await createReceiver({ secret: account.webhook_secret });
  await account.webhook.set({ url: receiver.url });
  const { event_id: eventId } = await account.trigger('order.delegated');
  if (corrupt !== 'none') await account.resend(eventId, { corrupt: corrupt as Corruption });
  return { webhook: receiver.received.at(-1)!, secret: account.webhook_secret };
}

/** A verifier for GitHub's webhooks, whose signatures have the same form. */
describe('a verifier that was not written for this service', () => {
  test.for(Object.entries(IS_VALID))(
    'for a delivery with the corruption %s: %s',
    async ([corrupt, isValid]) => {
      const { webhook, secret } = await delivered(corrupt);
      const signature = webhook.headers['x-webhook-signature'] ?? '';
      expect(await verify(secret, webhook.body.toString('utf8'), signature)).toBe(isValid);
    },
  );

  test('throws for a delivery without a signature, as the documents say', async () => {
    const { webhook, secret } = await delivered('none');
    await expect(verify(secret, webhook.body.toString('utf8'), '')).rejects.toThrow('signature required');
  });
});
