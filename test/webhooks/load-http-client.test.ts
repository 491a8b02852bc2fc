import { expect, test } from 'vitest';
import type { WebhookMessage } from '../../src/host/delivery-runner.ts';
import { systemClock } from '../../src/host/node/host-clock.ts';
import { WebhookSender } from '../../src/webhooks/webhook-sender.ts';
import { startReceiver } from './plain-receivers.ts';

const OPTIONS = { clock: systemClock };
const LONG_MS = 60_000;
const messageTo = (url: string): WebhookMessage => ({
  account: 'demo',
  url,
  render: () => ({ headers: {}, body: Buffer.from('{}') }),
});

/** A loader that fails a number of times before it loads the module. */
function failing(times: number, error: Error) {
  const loader = {
    calls: 0,
    load: async () => {
      loader.calls += 1;
      if (loader.calls <= times) throw error;
      return await import('../../src/webhooks/http-client.ts');
    },
  };
  return loader;
}

test('a sender that cannot be loaded fails the attempts that wait for it, and is loaded by the next one', async () => {
  await using receiver = await startReceiver(response => response.end());
  const loader = failing(2, Object.assign(new Error('too many open files'), { code: 'EMFILE' }));
  const sender = new WebhookSender({ ...OPTIONS, loadClient: loader.load });
  const send = () => sender.deliver(messageTo(receiver.url), LONG_MS);
  const failed = {
    kind: 'unreachable',
    status: null,
    error: expect.stringMatching(
      /^the HTTP client could not be loaded: EMFILE: no file descriptors are left; /,
    ),
  };
  expect(await Promise.all([send(), send()])).toMatchObject([failed, failed]);
  expect(loader.calls).toBe(1);
  expect(await send()).toMatchObject(failed);
  expect(await send()).toMatchObject({ kind: 'acknowledged' });
  expect(await send()).toMatchObject({ kind: 'acknowledged' });
  expect({ loads: loader.calls, received: receiver.received.length }).toEqual({ loads: 3, received: 2 });
  await sender.close();
});

test('a sender that could not be loaded can be closed', async () => {
  const sender = new WebhookSender({ ...OPTIONS, loadClient: failing(1, new Error('no such file')).load });
  const outcome = sender.deliver(messageTo('http://127.0.0.1:9/'), LONG_MS);
  await sender.close();
  expect(await outcome).toMatchObject({
    kind: 'unreachable',
    error: 'the HTTP client could not be loaded: no such file',
  });
});

test('a sender that is closed while it loads delivers nothing', async () => {
  await using receiver = await startReceiver(response => response.end());
  const sender = new WebhookSender(OPTIONS);
  const outcome = sender.deliver(messageTo(receiver.url), LONG_MS);
  await sender.close();
  expect(await outcome).toMatchObject({ kind: 'unreachable' });
  expect(receiver.received).toEqual([]);
});
