import { expect, test } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { startControlled } from './support.ts';

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const DEEP = [65, 30_000];

test.each(DEEP)(
  'a request with a body of %d levels is shown in the journal and can be matched',
  async levels => {
    await using started = await startControlled();
    const { sandbox, control } = started;
    const deep = `{"package_id":1,"address":"${RECIPIENT}","extra":${nested(levels - 1)}}`;
    for (const body of [nested(levels), deep]) {
      expect((await sandbox.api.call('POST', '/api/v1/order/', { body })).outcome).toBe('400 INVALID_JSON');
    }
    const { items } = await control.call('listRequests');
    expect(items.length).toBe(2);
    for (const { id } of items) {
      const detail = await control.call('getRequest', { path: { request: id } });
      expect(detail).toMatchObject({ status: 400, error: 'INVALID_JSON', json: null });
      expect(detail.body).toHaveLength(id === items[0]!.id ? nested(levels).length : deep.length);
    }
    const verified = await control.call('verifyRequests', {
      body: { match: { operation: 'createOrder', body: { package_id: 1 } }, count: { exactly: 0 } },
    });
    expect(verified).toMatchObject({ matched: 0 });
  },
);
