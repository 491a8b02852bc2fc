import { afterAll, beforeAll, expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { startControlled } from './support.ts';

let started: Awaited<ReturnType<typeof startControlled>>;
beforeAll(async () => {
  started = await startControlled();
  const { api } = started.sandbox;
  await api.order({ external_id: 'beier:inv-10001', package_id: 1, address: RECIPIENT });
  await api.status({ external_id: 'beier:inv-10001' });
  await api.order({ external_id: 'other', package_id: 99, address: RECIPIENT });
  await api.balance();
});
afterAll(() => started.sandbox.close());

/** Method, URL and external_ids of the requests that contain a text. */
const found = async (search: string): Promise<string[]> => {
  const { items } = await started.control.call('listRequests', { query: { search } });
  return items.map(({ method, url, external_ids }) => [method, url, ...external_ids].join(' '));
};

const ORDER = 'POST /api/v1/order/ beier:inv-10001';
const STATUS = 'GET /api/v1/status/?external_id=beier%3Ainv-10001 beier:inv-10001';

test('a search finds an external_id in a body and percent-encoded in a URL', async () => {
  expect(await found('beier:inv-10001')).toEqual([ORDER, STATUS]);
  expect(await found('BEIER:INV')).toEqual([ORDER, STATUS]);
  expect(await found('beier%3Ainv')).toEqual([STATUS]);
});

test('a search finds text in the bodies of requests and responses', async () => {
  expect(await found('"package_id":99')).toEqual(['POST /api/v1/order/ other']);
  expect(await found('balance_trx')).toContain('GET /api/v1/balance/');
});

test('a search finds nothing that is not there', async () => {
  expect(await found('beier:inv-10002')).toEqual([]);
});

test('a search text has a limit', async () => {
  const { outcome } = await started.control.refusal('listRequests', { query: { search: 'x'.repeat(201) } });
  expect(outcome).toBe('400 INVALID_REQUEST query.search');
});
