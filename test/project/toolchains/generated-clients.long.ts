import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import type { Account, ReceivedWebhook, Sandbox } from '../../../src/client/index.ts';
import { createReceiver } from '../../../src/client/receiver.ts';
import { createSandbox } from '../../../src/testing/create-sandbox.ts';
import { EXAMPLE, linesFor, PATH, ProgramError, run, TOOLCHAINS } from './programs.ts';

/** The exit code of `generate.mjs` if the generator cannot be fetched. */
const UNAVAILABLE = 3;

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

for (const { language, missing } of FOUND)
  if (missing.length > 0) console.warn(`${language}: skipped: missing ${missing.join(', ')}`);

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

  const environmentOf = (account: Account): NodeJS.ProcessEnv => ({
    ...process.env,
    PATH,
    GOCACHE: join(folder, 'go-cache'),
    ENERGY_SANDBOX_URL: sandbox.url,
    ENERGY_SANDBOX_API_KEY: account.apiKey,
    ENERGY_SANDBOX_WEBHOOK_SECRET: account.webhookSecret,
  });

  /** Writes the script of the README, and runs it in the copy of the example. */
  async function scriptOf(language: string): Promise<string> {
    const script = `${language}.sh`;
    const readme = await readFile(join(EXAMPLE, 'README.md'), 'utf8');
    await writeFile(join(folder, script), `set -e\n${linesFor(language, readme)}`);
    return script;
  }

  /** Generates the client. The test is skipped if the generator cannot be had. @returns what generated it */
  async function generate(language: string, context: TestContext): Promise<string> {
    const env = { ...process.env, ENERGY_SANDBOX_URL: sandbox.url };
    try {
      const words = [process.execPath, 'generate.mjs', 'generated', language];
      return (await run(words, { cwd: folder, env })).trim();
    } catch (error) {
      if (!(error instanceof ProgramError) || error.code !== UNAVAILABLE) throw error;
      // The reporter shows no notes of skipped tests.
      console.warn(`${language}: skipped, because ${error.stderr.trim()}`);
      return context.skip(error.stderr.trim());
    }
  }

  async function expectPurchases(account: Account, output: string, isGenuine: boolean, language: string) {
    const lines = ['placed 202 processing', 'refused 402 INSUFFICIENT_BALANCE', `signed ${isGenuine}`];
    expect(output.trim().split('\n')).toEqual(lines);
    expect(await account.orders({ externalId: `${language}-1` })).toMatchObject([{ status: 'processing' }]);
    expect(await account.orders({ externalId: `${language}-2` })).toEqual([]);
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'energy-sandbox-clients-'));
    await cp(EXAMPLE, folder, { recursive: true });
    sandbox = await createSandbox({ clock: 'manual' });
  });

  afterAll(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true });
  });

  for (const { language, version, missing } of FOUND)
    test.skipIf(missing.length > 0)(
      missing.length > 0
        ? `in ${language} are not tested: missing ${missing.join(', ')}`
        : `in ${language} place an order, are refused another with 402 and verify a webhook`,
      async context => {
        const generated = await generate(language, context);
        const script = await scriptOf(language);
        const [first] = (await run(version)).split('\n');
        console.log(`${generated}; ran with ${first}`);

        const buyer = await sandbox.createAccount();
        const withWebhook = [process.execPath, 'with-webhook.mjs', 'sh', script];
        const output = await run(withWebhook, { cwd: folder, env: environmentOf(buyer) });
        await expectPurchases(buyer, output, true, language);

        const deceived = await sandbox.createAccount();
        const { body, headers } = await delivery(deceived);
        const env = { ...environmentOf(deceived), WEBHOOK_SIGNATURE: headers['x-webhook-signature'] };
        const altered = Buffer.concat([body, Buffer.from(' ')]);
        const other = await run(['sh', script], { cwd: folder, env }, altered);
        await expectPurchases(deceived, other, false, language);
      },
    );
});
