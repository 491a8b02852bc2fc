import { cp, rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../../host/storage/folders.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { WebhookReceiver } from '../../support/receiver.ts';
import { ServerProcess } from './server-process.ts';

test.each([
  ['without a seed', []],
  ['with a seed', ['--seed', 'fixed']],
])('after a backup was restored, no event id that was sent before is used again, %s', async (_how, seed) => {
  const data = await freshFolder();
  const receiver = await WebhookReceiver.start();
  onTestFinished(() => receiver.close());
  /** Starts a server, places an order, and waits for all its webhooks. */
  const orderWith = async (externalId: string): Promise<void> => {
    const flags = ['--data', data, '--webhook-url', receiver.url, '--clock', '10000x', ...seed];
    const server = await ServerProcess.start(flags);
    await server.api.order({ external_id: externalId, package_id: 1, address: RECIPIENT });
    const completed = () =>
      receiver.events.some(
        ({ event, data: { external_id } }) => event === 'order.completed' && external_id === externalId,
      );
    await expect.poll(completed).toBe(true);
    expect(await server.stop()).toMatchObject({ code: 0 });
  };
  await orderWith('first');
  const backup = await freshFolder();
  await cp(data, backup, { recursive: true });
  await orderWith('lost');
  await rm(data, { recursive: true });
  await cp(backup, data, { recursive: true });
  await orderWith('second');
  const contents = new Map<string, Set<string>>();
  for (const { event_id, data: event } of receiver.events) {
    contents.set(event_id, (contents.get(event_id) ?? new Set()).add(String(event.external_id)));
  }
  expect([...contents].filter(([, orders]) => orders.size > 1)).toEqual([]);
  expect(contents.size).toBe(15);
});
