import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Account, createReceiver, type ReceivedWebhook } from 'energy-rental-sandbox';
import { test } from 'energy-rental-sandbox/vitest';
import { describe, expect } from 'vitest';

const VERIFIERS = [
  {
    language: 'Python',
    command: 'python3',
    script: 'verify.py',
    needs: ['python3', '--version'],
    debian: 'python3',
  },
  { language: 'PHP', command: 'php', script: 'verify.php', needs: ['php', '--version'], debian: 'php-cli' },
  {
    language: 'shell with openssl',
    command: 'sh',
    script: 'verify.sh',
    needs: ['openssl', 'version'],
    debian: 'openssl',
  },
] as const;

/** What is wrong with each delivery, and whether its signature is valid nevertheless. */
const DELIVERIES = [
  { what: 'without a fault', corrupt: undefined, isValid: true },
  { what: 'with reserialised', corrupt: 'reserialised', isValid: true },
  { what: 'with extra-field', corrupt: 'extra-field', isValid: true },
  { what: 'with wrong-secret', corrupt: 'wrong-secret', isValid: false },
  { what: 'with missing-prefix', corrupt: 'missing-prefix', isValid: false },
  { what: 'with upper-case-hex', corrupt: 'upper-case-hex', isValid: false },
  { what: 'with altered-body', corrupt: 'altered-body', isValid: false },
  { what: 'with stale-signature', corrupt: 'stale-signature', isValid: false },
] as const;

/** The titles of the verifiers, which say what to install for one that cannot run, and the verifiers. */
const FOUND = VERIFIERS.map(verifier => {
  const [command, flag] = verifier.needs;
  const isInstalled = spawnSync(command, [flag]).status === 0;
  if (!isInstalled && process.env.CI && process.platform === 'linux')
    throw new Error(`${command} is missing`);
  const unless = isInstalled ? '' : ` (skipped: no ${command}; apt-get install ${verifier.debian})`;
  return [`${verifier.language}${unless}`, { ...verifier, isInstalled }] as const;
});

/** Sends an event, then again with a fault if one is given, and returns the last delivery. */
async function lastDelivery(
  account: Account,
  corrupt: (typeof DELIVERIES)[number]['corrupt'],
): Promise<ReceivedWebhook> {
  await using receiver = await createReceiver({ secret: account.webhook_secret });
  await account.webhook.set({ url: receiver.url });
  const { event_id: eventId } = await account.trigger('order.delegated');
  if (corrupt !== undefined) await account.resend(eventId, { corrupt });
  return receiver.received.at(-1)!;
}

describe.for(FOUND)('the verifier in %s', ([, { command, script, isInstalled }]) => {
  test.skipIf(!isInstalled).for(DELIVERIES)(
    'returns $isValid for a delivery $what',
    async ({ corrupt, isValid }, { account }) => {
      const { body, headers } = await lastDelivery(account, corrupt);
      const { status } = spawnSync(command, [fileURLToPath(new URL(script, import.meta.url))], {
        input: body,
        env: {
          ...process.env,
          WEBHOOK_SECRET: account.webhook_secret,
          WEBHOOK_SIGNATURE: headers['x-webhook-signature'],
        },
      });
      expect(status).toBe(isValid ? 0 : 1);
    },
  );
});
