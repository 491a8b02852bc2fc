import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calibrate } from '../../src/calibrate/calibrate.ts';
import { connectSandbox } from '../../src/client/connect.ts';
import { createReceiver } from '../../src/client/receiver.ts';
import { record } from '../../src/record/recorder.ts';
import { startSandbox } from '../../src/sandbox.ts';
import { temporaryFolder } from '../cli/support.ts';
import { RECIPIENTS } from './traffic.ts';

/** Only what hangs takes so long. */
const PATIENT = { timeoutMs: 300_000 };

const LIVES = {
  name: 'short',
  summary: 'Short lives.',
  orders: [
    {
      lifecycle: [
        { after: '1s', to: 'delegating' as const },
        { after: '1s', to: 'failed' as const, refund: { after: '0s' } },
      ],
    },
  ],
};

test('calibrate learns from what record has written, without keys and with addresses replaced', {
  timeout: 600_000,
}, async () => {
  await using folder = await temporaryFolder();
  const out = join(folder.path, 'traffic.har');
  const truth = { discount_percent: 7.5, time_zone: 'Asia/Tokyo', webhook_retry_delays_ms: [3_000, 60_000] };
  const running = await startSandbox({ port: 0, assumptions: truth });
  const sandbox = await connectSandbox(running.baseUrl);
  const receiver = await createReceiver({ failFirst: 1 });
  const recording = await record({
    target: running.baseUrl,
    out,
    webhooksTo: receiver.url,
    webhookSecret: receiver.secret,
    redact: ['address'],
  });
  const account = await sandbox.createAccount({
    webhook: { url: recording.webhookUrl!, secret: receiver.secret },
    scenarios: [LIVES],
  });
  const headers = { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' };
  const order = { external_id: 'invoice-1', package_id: 1, address: RECIPIENTS[0] };
  const get = (path: string): Promise<Response> => fetch(`${recording.url}${path}`, { headers });
  for (let repeat = 0; repeat < 2; repeat++) {
    await fetch(`${recording.url}/api/v1/order/`, { method: 'POST', headers, body: JSON.stringify(order) });
  }
  await get('/api/v1/quote/?package_id=1');
  await account.waitForWebhook('order.failed', PATIENT);
  await account.waitForWebhook('order.processing', PATIENT);
  await get('/api/v1/status/?external_id=invoice-1');
  await recording.close();
  await sandbox.close();
  await receiver.close();
  await running.close();
  const { rows, differences, scenario } = await calibrate([out]);
  const learned = new Map(rows.map(one => [one.row, one]));
  expect(differences).toEqual([]);
  expect(learned.get('discount_percent')).toMatchObject({ verdict: 'contradicted', value: 7.5 });
  expect(learned.get('time_zone')).toMatchObject({ verdict: 'contradicted', value: 'Etc/GMT-9' });
  // A busy machine sends the retry late, never early.
  const [delayMs] = learned.get('webhook_retry_delays_ms')!.value as number[];
  expect(delayMs).toBeGreaterThanOrEqual(3_000);
  expect(delayMs).toBeLessThan(60_000);
  expect(learned.get('idempotency_scope')).toMatchObject({ verdict: 'confirmed' });
  expect(scenario).toMatch(/to: failed, refund: \{ after: 0ms \}/);
  expect(JSON.stringify(rows)).not.toContain(account.apiKey);
});
