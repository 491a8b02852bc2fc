import { expect } from 'vitest';
import { MAX_ADVANCES } from '../../../src/runtime/request-journal.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { test } from './support.ts';

const ORDER = { external_id: 'a', package_id: 1, address: RECIPIENT };

test('past advances are listed with their beginning and end; those that moved nothing are not', async ({
  sandbox,
  control,
}) => {
  await control.call('advanceClock', { body: { by: '2s' } });
  await sandbox.api.order(ORDER);
  await control.call('advanceClock', { body: { until: 'order.delegating' } });
  await control.call('advanceClock', { body: { by: '0ms' } });
  expect(await control.call('listAdvances')).toEqual({
    items: [
      { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T00:00:02.000Z' },
      { from: '2026-01-01T00:00:02.000Z', to: '2026-01-01T00:00:05.000Z' },
    ],
    next: null,
  });
});

test('an advance that did not reach its goal is listed as far as it went', async ({ sandbox, control }) => {
  await sandbox.api.call('POST', '/api/v1/order/', {
    body: ORDER,
    headers: { 'x-sandbox-scenario': 'stuck-processing' },
  });
  await control.refusal('advanceClock', { body: { until: 'order.completed' } });
  await control.call('advanceClock', { body: { until: 'idle' } });
  expect((await control.call('listAdvances')).items).toEqual([]);
});

test('from and to select the advances that overlap with the time between them', async ({ control }) => {
  for (const by of ['1m', '1m', '1m']) await control.call('advanceClock', { body: { by } });
  const query = { from: '2026-01-01T00:01:30.000Z', to: '2026-01-01T00:01:40.000Z' };
  const { items } = await control.call('listAdvances', { query });
  expect(items).toEqual([{ from: '2026-01-01T00:01:00.000Z', to: '2026-01-01T00:02:00.000Z' }]);
});

test('a reset clears the advances', async ({ control }) => {
  await control.call('advanceClock', { body: { by: '1m' } });
  await control.call('resetAccount');
  expect((await control.call('listAdvances')).items).toEqual([]);
});

test(`the latest ${MAX_ADVANCES} advances are kept, and cursors stay valid while older ones are dropped`, async ({
  sandbox,
  control,
}) => {
  for (let index = 0; index < MAX_ADVANCES + 5; index++) await sandbox.advance(1_000);
  const first = await control.call('listAdvances', { query: { limit: 1 } });
  expect(first.items[0]!.from).toBe('2026-01-01T00:00:05.000Z');
  await sandbox.advance(1_000);
  const second = await control.call('listAdvances', { query: { limit: 1, cursor: first.next! } });
  expect(second.items[0]!.from).toBe('2026-01-01T00:00:06.000Z');
  const all = await control.call('listAdvances', { query: { limit: 1_000 } });
  expect(all.items).toHaveLength(MAX_ADVANCES);
});
