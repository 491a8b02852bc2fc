import { describe, expect, test } from 'vitest';
import { FIELDS, FindingsStage } from './stage.ts';

const stage = new FindingsStage();

describe('unknown-field', () => {
  test('is one finding per operation and field, whatever the item, and names the nearest field', async () => {
    const account = stage.account();
    await stage.order(account, { external_id: 'a', adress: 'x' });
    await stage.order(account, { external_id: 'b', adress: 'x' });
    await stage.order(account, { external_id: 'c', color: 'x' });
    await account.api.bulk([
      { ...FIELDS, external_id: 'd', adress: 'x' },
      { ...FIELDS, external_id: 'e', adress: 'x' },
    ]);
    const found = stage.found(account, 'unknown-field');
    expect(found.map(({ count }) => count)).toEqual([2, 1, 2]);
    expect(found[0]?.message).toMatch(
      /^At \d\d:\d\d:\d\d, in req-\d+: body.adress is not a field of createOrder; it was ignored; did you mean "address"\?$/,
    );
    expect(found[1]?.message).toMatch(/body.color is not a field of createOrder; it was ignored\.$/);
    expect(found[2]?.message).toContain('body.orders[0].adress is not a field of createOrdersBulk');
  });

  test('does not say that a field was ignored which the account refuses; nor does the response', async () => {
    const account = stage.account([], { settings: { unknown_fields: 'reject' } });
    const refused = await stage.order(account, { external_id: 'a', adress: 'x' });
    const problem = 'body.adress is not a field of createOrder; did you mean "address"?';
    expect(refused).toMatchObject({ status: 400, headers: { 'x-sandbox-explain': problem } });
    expect(stage.found(account, 'unknown-field')).toMatchObject([
      { message: expect.stringMatching(/createOrder; did you mean "address"\?$/) },
    ]);
  });

  test('does not repeat a key that was sent as the name of a parameter', async () => {
    const account = stage.account();
    await account.api.call('GET', `/api/v1/balance/?${account.apiKey}`);
    const found = JSON.stringify(stage.all(account.account));
    expect(found).toContain('unknown-field');
    expect(found).not.toContain(account.apiKey);
  });
});

describe('ambiguous-request', () => {
  test.for(['/api/v1/status/?external_id=a&external_id=b', '/api/v1/status'])(
    'is reported for GET %s',
    async (path, { expect }) => {
      const account = stage.account();
      await account.api.call('GET', path);
      expect(stage.found(account, 'ambiguous-request')).toMatchObject([{ count: 1 }]);
    },
  );
});
