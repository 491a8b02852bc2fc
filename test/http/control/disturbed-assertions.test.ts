import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { startControlled } from './support.ts';

const ORDER = { external_id: 'inv-1', package_id: 1, address: RECIPIENT };
const ORDERS = { match: { operation: 'createOrder' as const }, count: { exactly: 1 } };

test('an assertion counts a request and the repeat that a disturbance forced as one', async () => {
  await using started = await startControlled({ disturbances: ['service-unavailable'] });
  const { sandbox, control } = started;
  expect((await sandbox.api.order(ORDER)).status).toBe(503);
  expect((await control.call('verifyRequests', { body: ORDERS })).matched).toBe(1);
  await sandbox.api.order(ORDER);
  await sandbox.api.order(ORDER);
  expect(await control.call('verifyRequests', { body: ORDERS })).toMatchObject({ ok: true, matched: 1 });
});

test('an assertion counts a bulk request and its repeats as one if a disturbance refused it or its items', async () => {
  await using started = await startControlled({ disturbances: ['service-unavailable'] });
  const { sandbox, control } = started;
  const statuses: number[] = [];
  for (let attempt = 1; attempt <= 5; attempt += 1) statuses.push((await sandbox.api.bulk([ORDER])).status);
  expect(statuses).toEqual([503, 503, 422, 422, 202]);
  const match = { operation: 'createOrdersBulk' as const };
  expect((await control.call('verifyRequests', { body: { match, count: { exactly: 1 } } })).matched).toBe(1);
});

test('an assertion counts a second order that a client makes instead of a repeat', async () => {
  await using started = await startControlled({ disturbances: ['service-unavailable'] });
  const { sandbox, control } = started;
  await sandbox.api.order(ORDER);
  await sandbox.api.order({ ...ORDER, external_id: 'inv-2' });
  expect((await control.call('verifyRequests', { body: ORDERS })).matched).toBe(2);
});

test('an assertion counts every request that an active scenario refuses', async () => {
  await using started = await startControlled({ scenarios: ['service-unavailable'] });
  const { sandbox, control } = started;
  for (let attempt = 1; attempt <= 3; attempt += 1) await sandbox.api.order(ORDER);
  expect((await control.call('verifyRequests', { body: ORDERS })).matched).toBe(3);
});
