import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, ReceivedWebhook, Sandbox } from '../../src/client/index.ts';
import { createReceiver } from '../../src/client/receiver.ts';
import { createSandbox } from '../../src/create-sandbox.ts';
import { type Command, EXAMPLE, run, TOOLCHAINS } from './programs.ts';

const isMissing = (words: readonly string[]): boolean => spawnSync(words[0]!, words.slice(1)).status !== 0;

const GENERATOR = [
  { words: ['java', '-version'], what: 'java for the generator' },
  { words: ['npm', '--version'], what: 'npm' },
  { words: ['tar', '--version'], what: 'tar' },
];

/** Each toolchain with what it lacks. */
const FOUND = TOOLCHAINS.map(toolchain => ({
  ...toolchain,
  missing: [...GENERATOR, ...toolchain.needs].filter(({ words }) => isMissing(words)).map(({ what }) => what),
}));

/** Triggers an event and returns what a receiver gets. */
async function delivery(account: Account): Promise<ReceivedWebhook> {
  await using receiver = await createReceiver({ secret: account.webhookSecret });
  await account.webhook.set({ url: receiver.url });
  await account.trigger('order.delegated');
  return receiver.received.at(-1)!;
}

describe('clients generated from the description', () => {
  let folder: string;
  let sandbox: Sandbox;

  /** Runs a program with an account of its own, and a webhook to which a byte can be added. @returns its output */
  async function buy(account: Account, command: Command, isAltered: boolean): Promise<string[]> {
    const { body, headers } = await delivery(account);
    const env = {
      ...process.env,
      ...command.environment,
      ENERGY_SANDBOX_URL: sandbox.url,
      ENERGY_SANDBOX_API_KEY: account.apiKey,
      ENERGY_SANDBOX_WEBHOOK_SECRET: account.webhookSecret,
      WEBHOOK_SIGNATURE: headers['x-webhook-signature'],
    };
    const bytes = isAltered ? Buffer.concat([body, Buffer.from(' ')]) : body;
    return (await run(command.words, { env }, bytes)).trim().split('\n');
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'energy-sandbox-clients-'));
    sandbox = await createSandbox({ clock: 'manual' });
  });

  afterAll(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true });
  });

  for (const { language, version, missing, prepare } of FOUND)
    test.skipIf(missing.length > 0)(
      missing.length > 0
        ? `in ${language} are not tested: missing ${missing.join(', ')}`
        : `in ${language} place an order, are refused another with 402 and verify a webhook`,
      async () => {
        const env = { ...process.env, ENERGY_SANDBOX_URL: sandbox.url };
        const generated = await run([process.execPath, join(EXAMPLE, 'generate.mjs'), folder, language], {
          env,
        });
        const command = await prepare(folder);
        const [first] = (await run(version)).split('\n');
        console.log(`${generated.trim()}; ran with ${first}`);
        for (const isAltered of [false, true]) {
          const account = await sandbox.createAccount();
          expect(await buy(account, command, isAltered)).toEqual([
            'placed 202 processing',
            'refused 402 INSUFFICIENT_BALANCE',
            `signed ${!isAltered}`,
          ]);
          expect(await account.orders({ externalId: `${language}-1` })).toMatchObject([
            { status: 'processing' },
          ]);
          expect(await account.orders({ externalId: `${language}-2` })).toEqual([]);
        }
      },
    );
});
