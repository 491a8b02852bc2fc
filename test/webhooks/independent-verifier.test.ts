import { verify } from '@octokit/webhooks-methods';
import { describe, expect, test } from 'vitest';
import { createReceiver } from '../../src/client/receiver.ts';
import { createSandbox } from '../../src/create-sandbox.ts';

/** A verifier for GitHub's webhooks, whose signatures have the same form. */
describe('a verifier that was not written for this service', () => {
  test.for([
    { corrupt: undefined, isValid: true },
    { corrupt: 'reserialised', isValid: true },
    { corrupt: 'extra-field', isValid: true },
    { corrupt: 'wrong-secret', isValid: false },
    { corrupt: 'missing-prefix', isValid: false },
    { corrupt: 'upper-case-hex', isValid: false },
    { corrupt: 'altered-body', isValid: false },
    { corrupt: 'stale-signature', isValid: false },
  ] as const)(
    'returns $isValid for a delivery with the corruption $corrupt',
    async ({ corrupt, isValid }) => {
      await using sandbox = await createSandbox({ clock: 'manual' });
      const account = await sandbox.createAccount();
      await using receiver = await createReceiver({ secret: account.webhookSecret });
      await account.webhook.set({ url: receiver.url });
      const { eventId } = await account.trigger('order.delegated');
      if (corrupt !== undefined) await account.resend(eventId, { corrupt });
      const { body, headers } = receiver.received.at(-1)!;
      const signature = headers['x-webhook-signature'] ?? '';
      expect(await verify(account.webhookSecret, body.toString('utf8'), signature)).toBe(isValid);
    },
  );
});
