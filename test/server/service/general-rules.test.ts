import { afterAll, describe, expect, test } from 'vitest';
import { OPERATION_IDS, type OperationId } from '../../../src/core/domain/operations.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox, type TestAccount } from '../../support/sandbox.ts';
import { inline } from '../../system/integrators/inline.ts';

const sandbox = await startTestSandbox();
afterAll(() => sandbox.close());

const ORDER = { external_id: 'g', package_id: 1, address: RECIPIENT };

/** Method, path and a valid body of the six operations. */
const CALLS: readonly [method: string, path: string, body?: unknown][] = [
  ['GET', '/api/v1/quote/?package_id=1'],
  ['POST', '/api/v1/estimate/', { recipient_address: RECIPIENT }],
  ['POST', '/api/v1/order/', ORDER],
  ['GET', '/api/v1/status/?id=1'],
  ['GET', '/api/v1/balance/'],
  ['POST', '/api/v1/orders/bulk/', { orders: [ORDER] }],
];

test('[GEN-7] [GEN-2] [GEN-3] the six operations return successes in JSON, with data and no other field', async () => {
  const account = sandbox.openAccount();
  for (const [method, path, body] of CALLS) {
    const answer = await account.api.call(method, path, { body });
    expect(answer.status, path).toBeGreaterThanOrEqual(200);
    expect(answer.status, path).toBeLessThan(300);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(Object.keys(answer.json as object)).toEqual(['success', 'data']);
    expect((answer.json as { success: unknown }).success).toBe(true);
  }
});

test('[GEN-4] [ERR-1] an error is success false and a code, and the explanation is outside the body', async () => {
  const answer = await sandbox.api.quote({ package_id: 99 });
  expect(answer.text).toBe('{"success":false,"error":"PACKAGE_NOT_FOUND"}');
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.explain).toBe('package 99 does not exist');
});

const TESTER_FIELDS = ['method', 'url', 'http_code', 'duration_ms', 'request', 'response', 'curl_error'];

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)])
    : [];

describe('the path', () => {
  test.each([
    ['[GEN-1] [VER-1] without its trailing slash', '/api/v1/balance'],
    ['[GEN-1] [VER-1] of another version', '/api/v2/balance/'],
    ['[GEN-1] in upper case', '/API/V1/BALANCE/'],
    ['[GEN-1] with two slashes at its end', '/api/v1/balance//'],
    ['[GEN-1] with an encoded slash', '/api/v1%2Fbalance/'],
    ['[GEN-1] with a dot segment', '/api/v1/quote/../balance/'],
    ['[GEN-1] of the prefix alone', '/api/v1/'],
    ['[GEN-1] with a broken escape', '/api/v1/%zz/'],
  ])('%s is a 404 NOT_FOUND', async (_name, path) => {
    const answer = await sandbox.api.call('GET', path);
    expect(answer.outcome).toBe('404 NOT_FOUND');
  });

  test('[GEN-1] without its slash is explained, and redirected if the account says so', async () => {
    expect((await sandbox.api.call('GET', '/api/v1/balance')).explain).toContain('trailing slash');
    const account = sandbox.openAccount({ settings: { trailing_slash: 'redirect' } });
    const answer = await account.api.call('GET', '/api/v1/status?id=1');
    expect([answer.status, answer.headers.location]).toEqual([308, '/api/v1/status/?id=1']);
  });

  test('[GEN-1] without its slash is redirected without a valid key, too, if the server says so', async () => {
    await using redirecting = await startTestSandbox({ assumptions: { trailing_slash: 'redirect' } });
    for (const key of [null, 'who']) {
      const answer = await redirecting.api.call('GET', '/api/v1/status?id=1', { key });
      expect([answer.status, answer.headers.location]).toEqual([308, '/api/v1/status/?id=1']);
    }
  });
});

describe('the explanation of an unknown path', () => {
  test.each([
    ['/api/v1/bulk/', '/api/v1/orders/bulk/'],
    ['/api/v1/bulk', '/api/v1/orders/bulk/'],
    ['/api/v1/order/bulk/', '/api/v1/orders/bulk/'],
    ['/orders/bulk/', '/api/v1/orders/bulk/'],
    ['/api/v1/orders/', '/api/v1/order/'],
    ['/api/v1/estimates/', '/api/v1/estimate/'],
    ['/api/v2/balance/', '/api/v1/balance/'],
    ['/balance/', '/api/v1/balance/'],
    ['/api/v1/status/17/', '/api/v1/status/'],
    ['/API/V1/QUOTE/', '/api/v1/quote/'],
  ])('names the nearest one for %s', async (path, nearest) => {
    const { outcome, explain } = await sandbox.api.call('GET', path);
    expect(outcome).toBe('404 NOT_FOUND');
    expect(explain).toContain(`did you mean ${nearest}?`);
  });

  test.each([
    ['the prefix alone', '/api/v1/'],
    ['another path below it', '/api/v1/wallet/'],
  ])('lists all paths if none is near: %s', async (_what, path) => {
    const { outcome, explain } = await sandbox.api.call('GET', path);
    expect(outcome).toBe('404 NOT_FOUND');
    expect(explain).toBe(
      `there is no path ${path}; the paths are ${CALLS.map(([, known]) => known.replace(/\?.*/, '')).join(', ')}`,
    );
  });

  test.each([
    ['another path', '/wallet/'],
    ['a long path', `/${'x'.repeat(2_000)}/`],
  ])('names the prefix if none is near: %s', async (_what, path) => {
    const { explain } = await sandbox.api.call('GET', path);
    expect(explain).toContain('every path of the service API begins with /api/v1/');
  });
});

describe('another method', () => {
  test.each(['DELETE', 'OPTIONS', 'PROPFIND'])(
    '[ERR-25] such as %s is METHOD_NOT_ALLOWED on each path, with Allow',
    async method => {
      for (const [allowed, path] of CALLS) {
        const answer = await sandbox.api.call(method, path);
        expect(answer.outcome, path).toBe('405 METHOD_NOT_ALLOWED');
        expect(answer.headers.allow).toBe(allowed);
      }
    },
  );

  test('[ERR-25] HEAD is METHOD_NOT_ALLOWED, without a body', async () => {
    const answer = await sandbox.api.call('HEAD', '/api/v1/balance/');
    expect([answer.status, answer.text, answer.headers.allow]).toEqual([405, '', 'GET']);
  });
});

test('[ERR-23] every operation responds with SERVICE_UNAVAILABLE if a scenario says so, and nothing changes', async () => {
  for (const [index, operation] of OPERATION_IDS.entries()) {
    const down = `requests:\n  - match: { operation: ${operation} }\n    reply: { error: SERVICE_UNAVAILABLE }\n`;
    const account = sandbox.openAccount({ scenarios: [inline(down)] });
    const [method, path, body] = CALLS[index]!;
    expect((await account.api.call(method, path, { body })).outcome).toBe('503 SERVICE_UNAVAILABLE');
    expect(account.state.orders).toEqual([]);
    expect(account.state.balanceSun).toBe(1_000_000_000);
  }
});

/** A request that gets a status: what differs from the valid call of the operation. */
interface Provocation {
  readonly method?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly key?: string | null;
}

/** The changes of a valid call that lead to each status; a new account with an order named `used` has the key. */
function provocation(
  status: number,
  operation: OperationId,
  account: TestAccount,
  body: unknown,
): Provocation {
  const makeKey = (request: object) => sandbox.makeKey(request, account.account);
  const items = [
    { ...ORDER, external_id: 'a' },
    { ...ORDER, external_id: 'b', address: 'x' },
  ];
  switch (status) {
    case 200:
      return operation === 'createOrder' ? { body: { ...ORDER, external_id: 'used' } } : {};
    case 207:
      return { body: { orders: items } };
    case 400:
      return body === undefined
        ? { query: operation === 'getOrderStatus' ? '' : 'package_id=1&x=1' }
        : { body: '{' };
    case 401:
      return { key: null };
    case 402:
      return { body: { ...ORDER, energy_amount: 5_000_000, package_id: null } };
    case 403:
      return { key: makeKey({ ipAllow: ['203.0.113.1'] }) };
    case 404:
      return operation === 'createOrder'
        ? { body: { ...ORDER, package_id: 99 } }
        : { query: operation === 'getQuote' ? 'package_id=99' : 'id=99' };
    case 405:
      return { method: 'DELETE' };
    case 413:
      return { body: { padding: 'x'.repeat(300_000) } };
    case 422:
      if (operation === 'createEstimate') return { body: { recipient_address: 'x' } };
      if (operation === 'createOrdersBulk') return { body: { orders: items.slice(1) } };
      if (operation === 'createOrder') return { body: { ...ORDER, address: 'x' } };
      return { query: operation === 'getQuote' ? '' : 'external_id=%20' };
    case 429:
      return { key: makeKey({ ratePerMinute: 1 }) };
    default:
      return {};
  }
}

const DOWN = `requests:\n  - reply: { error: SERVICE_UNAVAILABLE }\n`;

/** The response with a status that an operation of a new account gives to a provocation. */
async function provoked(status: number, operation: OperationId) {
  const account = sandbox.openAccount({
    balanceSun: 100_000_000,
    settings: { unknown_fields: 'reject' },
    scenarios: status === 503 ? [inline(DOWN)] : [],
  });
  await account.api.order({ ...ORDER, external_id: 'used' });
  const [method, path, body] = CALLS[OPERATION_IDS.indexOf(operation)]!;
  const change = provocation(status, operation, account, body);
  const url = change.query === undefined ? path : `${path.split('?')[0]}?${change.query}`;
  const call = () => account.api.call(change.method ?? method, url, { body, ...change });
  if (status === 429) await call();
  return call();
}

describe('the statuses that the specification lists for an operation are sent, and no other is described:', () => {
  test.each<[name: string, operation: OperationId, listed: readonly number[]]>([
    ['[QUO-14] [GEN-5] [AUTH-10] quote', 'getQuote', [200, 400, 401, 403, 404, 405, 422, 429, 503]],
    ['[EST-7] [GEN-5] [AUTH-10] estimate', 'createEstimate', [200, 400, 401, 403, 405, 413, 422, 429, 503]],
    [
      '[ORD-17] [GEN-5] [AUTH-10] order',
      'createOrder',
      [200, 202, 400, 401, 402, 403, 404, 405, 413, 422, 429, 503],
    ],
    ['[STA-23] [GEN-5] [AUTH-10] status', 'getOrderStatus', [200, 400, 401, 403, 404, 405, 422, 429, 503]],
    ['[BAL-3] [GEN-5] [AUTH-10] balance', 'getBalance', [200, 401, 403, 405, 429, 503]],
    [
      '[BULK-20] [GEN-5] [AUTH-10] bulk',
      'createOrdersBulk',
      [202, 207, 400, 401, 403, 405, 413, 422, 429, 503],
    ],
  ])('%s', async (_name, operation, listed) => {
    const { responses } = sandbox.contract.byId(operation).described;
    expect(Object.keys(responses).map(Number)).toEqual(listed);
    for (const expected of listed) {
      const { status, headers, json } = await provoked(expected, operation);
      expect(status, `${operation} ${expected}`).toBe(expected);
      expect(headers['x-ratelimit-limit']).toMatch(/^\d+$/);
      expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
      expect(keysOf(json).filter(name => TESTER_FIELDS.includes(name))).toEqual([]);
      expect(Object.keys(json as object)).toEqual(['success', status < 300 ? 'data' : 'error']);
    }
  });
});

test('[VER-2] the machine-readable description calls itself 3.0.0', () => {
  expect(sandbox.contract.document.info).toMatchObject({ version: '3.0.0' });
});

test('[VER-1] [GEN-1] every path of the description begins with the version and ends with a slash', () => {
  const paths = Object.keys(sandbox.contract.document.paths);
  expect(paths).toHaveLength(6);
  for (const path of paths) expect(path).toMatch(/^\/api\/v1\/.+\/$/);
});
