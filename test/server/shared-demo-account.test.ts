import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEMO_API_KEY, DEMO_WEBHOOK_SECRET } from '../../src/server/sandbox-options.ts';
import { startTestSandbox } from '../support/sandbox.ts';

const SHARED = { public_url: 'https://sandbox.example', admin_token: 'a-token-of-the-tests' };

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shared-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'data');
}

describe('on a server that other machines can reach', () => {
  test('the demo account has a random key and a random secret', async () => {
    await using sandbox = await startTestSandbox(SHARED);
    const { apiKey, webhookSecret } = sandbox.running;
    expect(apiKey).toMatch(/^ersk_demo_[A-Za-z0-9]{24}$/);
    expect(webhookSecret).toMatch(/^whsec_[\w-]{24}$/);
    expect((await sandbox.api.balance()).status).toBe(200);
    expect((await sandbox.api.as(DEMO_API_KEY).balance()).status).toBe(401);
  });

  test('it has the key and the secret that are given', async () => {
    const [apiKey, webhookSecret] = ['ersk_of_the_operator', 'whsec_of_the_operator'];
    const given = { api_key: apiKey, webhook_secret: webhookSecret };
    await using sandbox = await startTestSandbox({ ...SHARED, ...given });
    expect(sandbox.running).toMatchObject({ apiKey, webhookSecret });
  });

  test('it loses the key and the secret of the documentation that a loopback server has stored', async () => {
    const data = dataFolder();
    await (await startTestSandbox({ data })).close();
    await using sandbox = await startTestSandbox({ ...SHARED, data });
    expect(sandbox.running.webhookSecret).not.toBe(DEMO_WEBHOOK_SECRET);
    expect((await sandbox.api.as(DEMO_API_KEY).balance()).status).toBe(401);
    expect((await sandbox.api.balance()).status).toBe(200);
  });
});

test('the webhook secret of the options is not that of other accounts', async () => {
  await using sandbox = await startTestSandbox({ webhook_secret: 'whsec_of_the_operator' });
  expect(sandbox.openAccount().state.webhook.secret).not.toBe('whsec_of_the_operator');
});
