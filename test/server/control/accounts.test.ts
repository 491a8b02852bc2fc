import { describe, expect } from 'vitest';
import { RECIPIENT } from '../../support/addresses.ts';
import { sharedSandbox, startControlled, test } from '../../support/control-api.ts';
import { eventIdsIn, withoutSuffixes } from '../../support/event-ids.ts';

const ORDER = { external_id: 'a', package_id: 1, address: RECIPIENT };

describe('creating an account', () => {
  test("without a body uses the server's defaults, and returns key and secret", async () => {
    await using started = await startControlled({ balance_trx: 7, webhook_url: 'http://127.0.0.1:9/x' });
    const { sandbox, control } = started;
    const made = await control.call('createAccount');
    expect(made).toMatchObject({
      name: 'account-1',
      base_url: sandbox.baseUrl,
      account: { balance_trx: 7, webhook: { url: 'http://127.0.0.1:9/x' }, keys: 1, orders: 0 },
    });
    const balance = await sandbox.api.as(made.api_key).balance();
    expect(balance.data).toEqual({ balance_trx: 7 });
    expect(made.webhook_secret).toBe(made.account.webhook.secret);
  });

  test('gives its first key the scopes, addresses and expiry', async ({ sandbox, control }) => {
    const fields = { scopes: ['quote', 'balance'], ip_allow: ['10.0.0.0/8'] };
    const body = { name: 'shop', ...fields, expires_at: '2026-01-02T00:00:00Z' };
    const { api_key } = await control.call('createAccount', { body });
    const [key] = (await control.of('shop').call('listKeys')).items;
    const expires_at = '2026-01-02T00:00:00.000Z';
    expect(key).toMatchObject({ ...fields, expires_at, hint: api_key.slice(-4) });
    expect((await sandbox.api.as(api_key).balance()).outcome).toBe('403 IP_NOT_ALLOWED');
  });

  const shared = sharedSandbox();

  test.each([
    [{ name: 'demo' }, '409 ACCOUNT_EXISTS body.name'],
    [{ name: 'me' }, '400 INVALID_REQUEST body.name'],
    [{ name: 'a/b' }, '400 INVALID_REQUEST body.name'],
    [{ name: '__proto__' }, '400 INVALID_REQUEST body.name'],
    [{ balance_trx: -1 }, '400 INVALID_REQUEST body.balance_trx'],
    [{ balance_trx: 0.0000001 }, '400 INVALID_REQUEST body.balance_trx'],
    [{ balance_trx: 1e300 }, '400 INVALID_REQUEST body.balance_trx'],
    [{ clock: '0x' }, '400 INVALID_REQUEST body.clock'],
    [{ time_zone: 'Mars/Olympus' }, '400 INVALID_REQUEST body.time_zone'],
    [{ webhook_url: 'ftp://x' }, '400 INVALID_REQUEST body.webhook_url'],
    [{ ip_allow: ['10.0.0.0/8', 'here'] }, '400 INVALID_REQUEST body.ip_allow[1]'],
    [{ expires_at: '2026-02-31T99:00:00Z' }, '400 INVALID_REQUEST body.expires_at'],
    [{ scenarios: ['failed-with-refunds'] }, '404 SCENARIO_NOT_FOUND body.scenarios[0]'],
    [{ assumptions: { tme_zone: 'UTC' } }, '400 INVALID_REQUEST body.assumptions.tme_zone'],
    [
      { assumptions: { custom_energy_min: 6_000_000 } },
      '400 INVALID_REQUEST body.assumptions.custom_energy_min',
    ],
    [
      { discount_percent: 5, assumptions: { discount_percent: 101 } },
      '400 INVALID_REQUEST body.assumptions.discount_percent',
    ],
  ])('with %j is refused as %s, and no account is created', async (body, outcome) => {
    expect((await shared.control.refusal('createAccount', { body })).outcome).toBe(outcome);
    expect((await shared.control.call('listAccounts')).items).toHaveLength(1);
  });
});

test('a change of a setting is compared with the other settings of the account', async () => {
  await using started = await startControlled({ assumptions: { custom_energy_max: 7_000_000 } });
  const account = started.control.of('demo');
  const change = (assumptions: object) => account.call('changeAccount', { body: { assumptions } });
  const refusal = (assumptions: object) => account.refusal('changeAccount', { body: { assumptions } });
  await change({ custom_energy_min: 6_000_000 });
  expect(await refusal({ custom_energy_max: 5_000_000 })).toEqual({
    outcome: '400 INVALID_REQUEST body.assumptions.custom_energy_max',
    message:
      'body.assumptions.custom_energy_max: custom_energy_min, 6000000, is greater than custom_energy_max, 5000000, so no custom amount is in range; lower the minimum or raise the maximum',
  });
  expect((await account.call('getAccount')).assumptions).toMatchObject({ custom_energy_min: 6_000_000 });
  await change({ custom_energy_min: 1_000, custom_energy_max: 2_000 });
});

describe('me is refused', () => {
  test.for([
    ['a revoked key', {}, '401 API_KEY_REQUIRED header.authorization', /^the key default was revoked; /],
    [
      'an expired key',
      { expires_at: '2026-01-01T00:00:01Z' },
      '401 API_KEY_REQUIRED header.authorization',
      /^the key default expired at 2026-01-01T00:00:01\.000Z on the account's clock; /,
    ],
    [
      'a key of another address',
      { ip_allow: ['10.0.0.0/8'] },
      '403 IP_NOT_ALLOWED',
      /^127\.0\.0\.1 is not in the allow list of key default: 10\.0\.0\.0\/8; /,
    ],
  ] as const)(
    'to %s, for every call, and nothing changes',
    async ([what, body, outcome, message], { sandbox, control }) => {
      const { api_key, name } = await control.call('createAccount', { body });
      const { api_key: valid } = await control.of(name).call('createKey');
      const headers = { authorization: `Bearer ${api_key}` };
      if (what === 'a revoked key') await control.of(name).call('revokeKey', { path: { key: 'key-1' } });
      await control.of(name).call('advanceClock', { body: { by: '1s' } });
      const account = sandbox.core.accounts.get(name)!;
      const before = JSON.stringify(account.state);
      const refused: string[] = [];
      for (const { id, path } of control.contract.operations) {
        if (!path.includes('{account}')) continue;
        const fills = { order: 1, event_id: 'x', request: 'x', key: 'x', name: 'x' };
        const refusal = await control.of('me').refusal(id as 'getAccount', { headers, path: fills });
        expect(refusal).toEqual({ outcome, message: expect.stringMatching(message) });
        refused.push(id);
      }
      expect(refused.length).toBeGreaterThan(30);
      expect(JSON.stringify(account.state)).toBe(before);
      const others = { headers: { authorization: `Bearer ${valid}` } };
      expect((await control.of('me').call('getAccount', others)).name).toBe(name);
      expect((await control.of(name).call('getAccount')).name).toBe(name);
    },
  );

  test('to a key that a trusted proxy forwards for another address, and not to one of an allowed address', async () => {
    await using started = await startControlled({ assumptions: { trusted_proxies: ['127.0.0.1'] } });
    const { control } = started;
    const { api_key } = await control.call('createAccount', { body: { ip_allow: ['10.0.0.0/8'] } });
    const from = (ip: string) => ({ headers: { authorization: `Bearer ${api_key}`, 'x-forwarded-for': ip } });
    expect((await control.of('me').answer('getAccount', from('10.1.1.1'))).status).toBe(200);
    expect((await control.of('me').refusal('getAccount', from('11.1.1.1'))).outcome).toBe(
      '403 IP_NOT_ALLOWED',
    );
  });
});

test('changing an account changes what is given and nothing else', async () => {
  await using started = await startControlled({ discount_percent: 5 });
  const { sandbox, control } = started;
  const changed = await control.call('changeAccount', {
    body: { time_zone: 'Asia/Tokyo', inactive_addresses: [RECIPIENT] },
  });
  expect(changed).toMatchObject({
    time_zone: 'Asia/Tokyo',
    discount_percent: 5,
    inactive_addresses: [RECIPIENT],
  });
  expect((await sandbox.api.order(ORDER)).outcome).toBe('422 ADDRESS_NOT_ACTIVE');
});

describe('a reset', () => {
  test('makes the account like new: the same calls get the same bytes as at first, except for event ids', async ({
    sandbox,
    control,
  }) => {
    const receiver = await sandbox.receive();
    const round = async (): Promise<unknown> => {
      const order = await sandbox.api.order(ORDER);
      await control.call('advanceClock', { body: { until: 'idle' } });
      const status = await sandbox.api.status({ id: 1 });
      const { items } = await control.call('listLedger');
      return [order.text, order.headers['x-ratelimit-remaining'], status.text, items];
    };
    const first = await round();
    const bytes = receiver.deliveries.map(({ body }) => body.toString());
    await control.call('resetAccount');
    expect(await control.call('getAccount')).toMatchObject({
      orders: 0,
      events: 0,
      requests: 0,
      balance_trx: 1_000,
      clock: { now: '2026-01-01T00:00:00.000Z' },
      webhook: { url: receiver.url },
    });
    expect(await round()).toEqual(first);
    const again = receiver.deliveries.slice(bytes.length).map(({ body }) => body.toString());
    expect(again.map(withoutSuffixes)).toEqual(bytes.map(withoutSuffixes));
    expect(eventIdsIn(again).filter(id => eventIdsIn(bytes).includes(id))).toEqual([]);
  });

  test('undoes what scenarios did to keys, and keeps those that were created or revoked manually', async ({
    sandbox,
    control,
  }) => {
    const later = await control.call('createKey', { body: { scopes: ['balance'] } });
    const revoked = await control.call('createKey');
    await control.call('revokeKey', { path: { key: revoked.key.id } });
    await control.call('setScenarios', { body: { names: ['key-expires'] } });
    await sandbox.advance(86_400_000);
    await control.call('resetAccount');
    expect((await sandbox.api.balance()).outcome).toBe('200');
    expect((await sandbox.api.as(later.api_key).balance()).outcome).toBe('200');
    expect((await sandbox.api.as(later.api_key).quote({ package_id: 1 })).outcome).toBe(
      '403 SCOPE_FORBIDDEN',
    );
    expect((await sandbox.api.as(revoked.api_key).balance()).outcome).toBe('401 UNAUTHORIZED');
  });
});

describe('money', () => {
  test('is deposited and set, and every change is in the ledger', async ({ sandbox, control }) => {
    expect(await control.call('deposit', { body: { amount_trx: 50.5 } })).toEqual({ balance_trx: 1_050.5 });
    expect(await control.call('setBalance', { body: { balance_trx: 10 } })).toEqual({ balance_trx: 10 });
    await sandbox.api.order(ORDER);
    const { items } = await control.call('listLedger');
    expect(
      items.map(({ number, kind, amount_trx, balance_trx, order_id }) => [
        number,
        kind,
        amount_trx,
        balance_trx,
        order_id,
      ]),
    ).toEqual([
      [1, 'opening', 1_000, 1_000, null],
      [2, 'deposit', 50.5, 1_050.5, null],
      [3, 'adjustment', -1_040.5, 10, null],
      [4, 'debit', -3.9, 6.1, 1],
    ]);
    const debits = await control.call('listLedger', { query: { kind: 'debit', order: 1 } });
    expect(debits.items.map(({ number }) => number)).toEqual([4]);
  });
});

test('a generated key contains the name of its account', async ({ control }) => {
  const FORM = /^ersk_(.+)_[0-9A-Za-z]{24}$/;
  for (const name of ['shop', 'a_b_c', 'v1.2-x_', `n${'_'.repeat(63)}`]) {
    const { api_key } = await control.call('createAccount', { body: { name } });
    const another = await control.of(name).call('createKey');
    expect([FORM.exec(api_key)?.[1], FORM.exec(another.api_key)?.[1]]).toEqual([name, name]);
    expect(another.api_key).not.toBe(api_key);
    expect(/^ersk_(.+)_[0-9A-Za-z]+$/.exec(api_key)?.[1]).toBe(name);
  }
});
