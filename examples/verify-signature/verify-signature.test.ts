import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Account, createReceiver, type ReceivedWebhook } from 'energy-rental-sandbox';
import { test } from 'energy-rental-sandbox/vitest';
import { describe, expect } from 'vitest';

const VERIFIERS = [
  { language: 'Python', command: 'python3', script: 'verify.py', needs: ['python3', '--version'] },
  { language: 'PHP', command: 'php', script: 'verify.php', needs: ['php', '--version'] },
  { language: 'shell with openssl', command: 'sh', script: 'verify.sh', needs: ['openssl', 'version'] },
] as const;

/** What is wrong with each delivery, and whether its signature is right all the same. */
const DELIVERIES = [
  { what: 'as it should be', corrupt: undefined, isRight: true },
  { what: 'with reserialised', corrupt: 'reserialised', isRight: true },
  { what: 'with extra-field', corrupt: 'extra-field', isRight: true },
  { what: 'with wrong-secret', corrupt: 'wrong-secret', isRight: false },
  { what: 'with missing-prefix', corrupt: 'missing-prefix', isRight: false },
  { what: 'with upper-case-hex', corrupt: 'upper-case-hex', isRight: false },
  { what: 'with altered-body', corrupt: 'altered-body', isRight: false },
  { what: 'with stale-signature', corrupt: 'stale-signature', isRight: false },
] as const;

const isInstalled = ([command, flag]: readonly [string, string]): boolean =>
  spawnSync(command, [flag]).status === 0;

/** Sends an event, once more where something shall be wrong about it, and answers what came. */
async function sent(
  account: Account,
  corrupt: (typeof DELIVERIES)[number]['corrupt'],
): Promise<ReceivedWebhook> {
  await using receiver = await createReceiver({ secret: account.webhookSecret });
  await account.webhook.set({ url: receiver.url });
  const { eventId } = await account.trigger('order.delegated');
  if (corrupt !== undefined) await account.resend(eventId, { corrupt });
  return receiver.received.at(-1)!;
}

describe.for(VERIFIERS)('the verifier in $language', ({ command, script, needs }) => {
  test.skipIf(!isInstalled(needs)).for(DELIVERIES)(
    'of a delivery $what answers $isRight',
    async ({ corrupt, isRight }, { account }) => {
      const { body, headers } = await sent(account, corrupt);
      const { status } = spawnSync(command, [fileURLToPath(new URL(script, import.meta.url))], {
        input: body,
        env: {
          ...process.env,
          WEBHOOK_SECRET: account.webhookSecret,
          WEBHOOK_SIGNATURE: headers['x-webhook-signature'],
        },
      });
      expect(status).toBe(isRight ? 0 : 1);
    },
  );
});
