import { afterAll, describe, expect, test } from 'vitest';
import { SCOPES, type Scope } from '../../../src/core/domain/operations.ts';
import { addressNumber, RECIPIENT } from '../../support/addresses.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { startTestSandbox } from '../../support/sandbox.ts';
import { requestBytes, Wire } from '../../system/load/wire.ts';

const sandbox = await startTestSandbox();
afterAll(() => sandbox.close());

const withHeader = (authorization: string) =>
  sandbox.api.balance({ key: null, headers: { authorization } }).then(answer => answer.outcome);

describe('the Authorization header', () => {
  test.each([
    ['[AUTH-1] Bearer and the key is let in', 'Bearer KEY', '200'],
    ['[AUTH-1] the scheme may be written in lower case', 'bearer KEY', '200'],
    ['[AUTH-1] the scheme may be written in capitals', 'BEARER KEY', '200'],
    ['[AUTH-1] more than one blank before the key does no harm', 'Bearer   KEY', '200'],
    ['[AUTH-12] [ERR-2] a scheme other than Bearer is UNAUTHORIZED', 'Basic KEY', '401 UNAUTHORIZED'],
    ['[AUTH-12] [ERR-2] the key alone is UNAUTHORIZED', 'KEY', '401 UNAUTHORIZED'],
    ['[AUTH-12] [ERR-2] a scheme without a key is UNAUTHORIZED', 'Bearer', '401 UNAUTHORIZED'],
    ['[AUTH-12] [ERR-2] an unknown key is UNAUTHORIZED', 'Bearer KEYx', '401 UNAUTHORIZED'],
    ['[AUTH-12] [ERR-2] a key in other letters is UNAUTHORIZED', 'Bearer SHOUTED', '401 UNAUTHORIZED'],
    ['[AUTH-12] [ERR-2] two keys are UNAUTHORIZED', 'Bearer KEY KEY', '401 UNAUTHORIZED'],
    ['[AUTH-12] [ERR-2] a key in quotes is UNAUTHORIZED', 'Bearer "KEY"', '401 UNAUTHORIZED'],
    ['[AUTH-12] [ERR-2] an empty header is UNAUTHORIZED', '', '401 UNAUTHORIZED'],
  ])('%s', async (_name, header, outcome) => {
    const { apiKey } = sandbox;
    const text = header.replaceAll('KEY', apiKey).replace('SHOUTED', apiKey.toUpperCase());
    expect(await withHeader(text)).toBe(outcome);
  });

  test('[AUTH-12] [ERR-2] a missing header is UNAUTHORIZED, and the explanation says how to send it', async () => {
    const answer = await sandbox.api.balance({ key: null });
    expect(answer.outcome).toBe('401 UNAUTHORIZED');
    expect(answer.explain).toContain('Authorization: Bearer <API_KEY>');
  });

  test('each request of a connection is answered for its own key', async () => {
    const accounts = [
      sandbox.openAccount({ balanceSun: 1_000_000 }),
      sandbox.openAccount({ balanceSun: 2_000_000 }),
    ];
    const [first = '', second = ''] = accounts.map(({ apiKey }) => apiKey);
    const wire = await Wire.open(sandbox.port);
    const found: string[] = [];
    for (const key of [first, first, second, 'unknown', first]) {
      wire.write(requestBytes(key, 'GET', '/api/v1/balance/'));
      const answer = await wire.answer();
      found.push(/"balance_trx":(\d)/.exec(answer!.body)?.[1] ?? String(answer!.status));
    }
    wire.socket.destroy();
    expect(found).toEqual(['1', '1', '2', '401', '1']);
  });

  test('[AUTH-12] a revoked key is UNAUTHORIZED', async () => {
    const account = sandbox.openAccount();
    const { key, apiKey } = sandbox.core.makeKey(account.account, {});
    expect((await account.api.balance({ key: apiKey })).status).toBe(200);
    sandbox.core.runner.execute(account.account, 'revokeKey', { id: key.id });
    expect((await account.api.balance({ key: apiKey })).outcome).toBe('401 UNAUTHORIZED');
    expect((await account.api.balance()).status).toBe(200);
  });

  test('[AUTH-2] no response and no state contains a full key', () => {
    const { apiKey } = sandbox;
    const journal = sandbox.core.journalOf(sandbox.account).list();
    expect(JSON.stringify(sandbox.state)).not.toContain(apiKey);
    expect(
      journal.map(({ answer, answerHeaders }) => JSON.stringify([answer, answerHeaders])).join(),
    ).not.toContain(apiKey);
  });
});

test("[AUTH-9] [ERR-3] a key works until its expiry on the account's clock, and not after", async () => {
  const account = sandbox.openAccount();
  const key = sandbox.makeKey({ expiresAtMs: account.nowMs + 60_000 }, account.account);
  await account.advance(59_999);
  expect((await account.api.balance({ key })).status).toBe(200);
  await account.advance(1);
  expect((await account.api.balance({ key })).outcome).toBe('401 TOKEN_EXPIRED');
  expect((await account.api.balance()).status).toBe(200);
});

const OPERATIONS: Readonly<Record<string, (api: ApiClient) => Promise<{ outcome: string }>>> = {
  quote: api => api.quote({ package_id: 1 }),
  estimate: api => api.estimate({ recipient_address: RECIPIENT }),
  order: api => api.order({ package_id: 1, address: RECIPIENT }),
  bulk: api => api.bulk([{ external_id: 'b', package_id: 1, address: RECIPIENT }]),
  status: api => api.status({ external_id: 'none' }),
  balance: api => api.balance(),
};

describe('scopes', () => {
  const GRANTS: readonly [name: string, Scope, readonly string[]][] = [
    ['[AUTH-3] [QUO-12] [EST-6] quote is for quote and estimate', 'quote', ['quote', 'estimate']],
    [
      '[AUTH-4] [ORD-16] [BULK-19] orders:create is for single and bulk orders',
      'orders:create',
      ['order', 'bulk'],
    ],
    ['[AUTH-5] [STA-22] orders:read is for the status', 'orders:read', ['status']],
    ['[AUTH-6] [BAL-2] balance is for the balance', 'balance', ['balance']],
  ];

  /** The names of the operations that a key with these scopes may call. */
  async function openedBy(scopes: readonly Scope[]): Promise<string[]> {
    const account = sandbox.openAccount();
    const api = sandbox.api.as(sandbox.makeKey({ scopes: [...scopes] }, account.account));
    const opened: string[] = [];
    for (const [name, operate] of Object.entries(OPERATIONS)) {
      const { outcome } = await operate(api);
      if (outcome !== '403 SCOPE_FORBIDDEN') expect(outcome, name).not.toMatch(/^40[13]/);
      if (outcome !== '403 SCOPE_FORBIDDEN') opened.push(name);
    }
    return opened;
  }

  test.each(GRANTS)(
    '%s: with it alone, nothing else works; without it alone, only they do not',
    async (_name, scope, operations) => {
      expect(await openedBy([scope])).toEqual(operations);
      const others = Object.keys(OPERATIONS).filter(name => !operations.includes(name));
      expect(await openedBy(SCOPES.filter(one => one !== scope))).toEqual(others);
    },
  );

  test('[AUTH-13] [ERR-4] [BULK-13] a key without any scope is SCOPE_FORBIDDEN everywhere', async () => {
    const api = sandbox.api.as(sandbox.makeKey({ scopes: [] }));
    for (const operate of Object.values(OPERATIONS))
      expect((await operate(api)).outcome).toBe('403 SCOPE_FORBIDDEN');
  });
});

describe('address lists', () => {
  test.each<[string, string[], string]>([
    ['[AUTH-7] without a list every caller is let in', [], '200'],
    ['[AUTH-7] the caller itself', ['127.0.0.1'], '200'],
    ['[AUTH-7] a range that holds the caller', ['10.0.0.0/8', '127.0.0.0/8'], '200'],
    ['[AUTH-7] [AUTH-13] [ERR-5] another address', ['127.0.0.2'], '403 IP_NOT_ALLOWED'],
    ['[AUTH-7] [AUTH-13] [ERR-5] a range beside the caller', ['127.0.1.0/24'], '403 IP_NOT_ALLOWED'],
    ['[AUTH-7] [AUTH-13] [ERR-5] IPv6 alone', ['::/0'], '403 IP_NOT_ALLOWED'],
  ])('%s', async (_name, ipAllow, outcome) => {
    const key = sandbox.makeKey({ ipAllow });
    expect((await sandbox.api.balance({ key })).outcome).toBe(outcome);
  });

  test('X-Forwarded-For from an untrusted client has no effect', async () => {
    const key = sandbox.makeKey({ ipAllow: ['203.0.113.9'] });
    const answer = await sandbox.api.balance({ key, headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(answer.outcome).toBe('403 IP_NOT_ALLOWED');
  });

  test('behind a trusted proxy the last untrusted hop of X-Forwarded-For is the client', async () => {
    const account = sandbox.openAccount({ settings: { trusted_proxies: ['127.0.0.1', '10.0.0.0/8'] } });
    const key = sandbox.makeKey({ ipAllow: ['203.0.113.9'] }, account.account);
    const from = (hops: string) =>
      account.api.balance({ key, headers: { 'x-forwarded-for': hops } }).then(answer => answer.outcome);
    expect(await from('203.0.113.9, 10.1.1.1')).toBe('200');
    expect(await from('203.0.113.9, 198.51.100.7, 10.1.1.1')).toBe('403 IP_NOT_ALLOWED');
    expect(await from('')).toBe('403 IP_NOT_ALLOWED');
  });
});

test('[GEN-6] accounts share nothing: each has its own orders, external ids and money', async () => {
  const [one, other] = [sandbox.openAccount(), sandbox.openAccount()];
  const body = { external_id: 'shared', package_id: 1, address: addressNumber(7) };
  expect((await one.api.order(body)).data.idempotent).toBe(false);
  expect((await other.api.order(body)).data.idempotent).toBe(false);
  expect((await one.api.balance()).data.balance_trx).toBe(996.1);
  expect((await other.api.balance()).data.balance_trx).toBe(996.1);
});
