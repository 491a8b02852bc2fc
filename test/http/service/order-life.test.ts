import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { signatureOf } from '../../support/receiver.ts';
import { startTestSandbox } from '../../support/sandbox.ts';

const LIFE = ['processing', 'delegating', 'delegated', 'undelegating', 'completed'];

test('[HOOK-4] [HOOK-5] [LIFE-5] [LIFE-8] an order completes its lifecycle and sends five signed webhooks', async () => {
  await using sandbox = await startTestSandbox();
  const receiver = await sandbox.receive();
  await sandbox.api.order({ external_id: 'a', package_id: 1, address: RECIPIENT });
  await sandbox.settle();
  expect(receiver.names).toEqual(LIFE.map(status => `order.${status}`));
  for (const { body, headers } of receiver.deliveries) {
    expect(headers['x-webhook-signature']).toBe(signatureOf(body, sandbox.running.webhookSecret));
  }
});

test('a clock at 10,000 times the speed takes an order through its lifecycle by itself', async () => {
  await using sandbox = await startTestSandbox({ clock: '10000x' });
  const done = new Promise<void>(resolve => {
    sandbox.core.facts.join({
      happened: (_account, happenings) => {
        if (happenings.some(one => one.kind === 'order' && one.status === 'completed')) resolve();
      },
    });
  });
  const receiver = await sandbox.receive();
  await sandbox.api.order({ package_id: 1, duration_minutes: 5, address: RECIPIENT });
  await done;
  await sandbox.quiet();
  expect(receiver.events.map(({ data }) => data.status)).toEqual(LIFE);
});

test('two servers with the same seed and the same calls send the same bytes', async () => {
  const run = async (seed: string) => {
    await using sandbox = await startTestSandbox({ seed });
    const receiver = await sandbox.receive();
    await sandbox.api.order({ external_id: 'a', package_id: 1, address: RECIPIENT });
    await sandbox.settle();
    return receiver.deliveries.map(({ body }) => body.toString());
  };
  const [one, same, other] = [await run('s'), await run('s'), await run('t')];
  expect(same).toEqual(one);
  expect(other).not.toEqual(one);
});
