import { expect } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { test } from './support.ts';

const ORDER = { external_id: 'a', package_id: 1, address: RECIPIENT };

test('an event lists the attempts that follow if all of them fail', async ({ sandbox, control }) => {
  const receiver = await sandbox.receive();
  receiver.always(500);
  await sandbox.api.order(ORDER);
  await sandbox.quiet();
  const planned = async (): Promise<{ number: number; at: string }[]> =>
    (await control.call('getOrder', { path: { order: '1' } })).timeline[0]!.event.planned_attempts;
  const before = await planned();
  expect(before.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  await sandbox.settle();
  const { timeline } = await control.call('getOrder', { path: { order: '1' } });
  const made = timeline[0]!.event.deliveries.map(({ attempt, at }) => ({ number: attempt, at }));
  expect(made.slice(1)).toEqual(before);
  expect(await planned()).toEqual([]);
});

test('an order counts its events that were given up, until a resend delivers them', async ({
  sandbox,
  control,
}) => {
  const receiver = await sandbox.receive();
  receiver.always(500);
  await sandbox.api.order(ORDER);
  await sandbox.settle();
  const givenUp = async (): Promise<number> => (await control.call('listOrders')).items[0]!.webhooks_given_up;
  expect(await givenUp()).toBe(5);
  receiver.always(204);
  const { items } = await control.call('listEvents', { query: { state: 'exhausted', limit: 1 } });
  await control.call('resendEvent', { path: { event_id: items[0]!.event_id } });
  expect(await givenUp()).toBe(4);
});

test('a delivery says whether the response waited for it', async ({ sandbox, control }) => {
  await sandbox.receive();
  await sandbox.api.call('POST', '/api/v1/order/', {
    body: ORDER,
    headers: { 'x-sandbox-scenario': 'webhook-before-response' },
  });
  await sandbox.advance(3_000);
  const { items } = await control.call('listDeliveries');
  expect(items.map(({ event, before_response }) => [event, before_response])).toEqual([
    ['order.processing', true],
    ['order.delegating', false],
  ]);
});

test('a request says when and how its response ended', async ({ sandbox, control }) => {
  await sandbox.api.order(ORDER);
  const lost = sandbox.api.call('POST', '/api/v1/order/', {
    body: { ...ORDER, external_id: 'b' },
    headers: { 'x-sandbox-scenario': 'response-lost' },
  });
  await expect(lost).rejects.toThrow();
  const { items } = await control.call('listRequests');
  expect(items.map(({ end, at, answered_at }) => [end, answered_at === at])).toEqual([
    ['sent', true],
    ['lost', true],
  ]);
});
