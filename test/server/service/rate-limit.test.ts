import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/host/node/host-clock.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import type { Answered } from '../../support/api-client.ts';
import { sendRaw } from '../../support/raw-http.ts';
import { startTestSandbox, type TestAccount } from '../../support/sandbox.ts';

const sandbox = await startTestSandbox();
afterAll(() => sandbox.close());

const remaining = (answer: Answered): string | undefined => answer.headers['x-ratelimit-remaining'];

/** An account whose key has the given limit of requests per minute. */
function limitedTo(ratePerMinute: number): { account: TestAccount; key: string } {
  const account = sandbox.openAccount();
  return { account, key: sandbox.makeKey({ ratePerMinute }, account.account) };
}

describe('the limit of a key', () => {
  test('[AUTH-8] [LIM-7] [ERR-24] counts down to 0, then responds with RATE_LIMITED', async () => {
    const { account, key } = limitedTo(3);
    const answers = [];
    for (let count = 0; count < 5; count++) answers.push(await account.api.balance({ key }));
    expect(answers.map(({ outcome }) => outcome)).toEqual([
      '200',
      '200',
      '200',
      '429 RATE_LIMITED',
      '429 RATE_LIMITED',
    ]);
    expect(answers.map(remaining)).toEqual(['2', '1', '0', '0', '0']);
    expect(answers.map(({ headers }) => headers['x-ratelimit-limit'])).toEqual(['3', '3', '3', '3', '3']);
  });

  test('[AUTH-11] [LIM-7] a 429 has the start of the next window in Retry-After', async () => {
    const { account, key } = limitedTo(1);
    await account.advance(15_500);
    expect((await account.api.balance({ key })).headers['retry-after']).toBeUndefined();
    expect((await account.api.balance({ key })).headers['retry-after']).toBe('45');
    await account.advance(44_000);
    expect((await account.api.balance({ key })).headers['retry-after']).toBe('1');
    await account.advance(499);
    expect((await account.api.balance({ key })).headers['retry-after']).toBe('1');
    await account.advance(1);
    expect((await account.api.balance({ key })).status).toBe(200);
  });

  test('[LIM-7] the limit of one key does not affect another', async () => {
    const { account, key } = limitedTo(1);
    await account.api.balance({ key });
    expect((await account.api.balance({ key })).status).toBe(429);
    expect((await account.api.balance()).status).toBe(200);
  });

  test('a refused order counts as one request, and a limited one creates nothing', async () => {
    const { account, key } = limitedTo(2);
    const body = { external_id: 'x', package_id: 1, address: RECIPIENT };
    await account.api.order({ ...body, address: 'nobody' }, { key });
    await account.api.order(body, { key });
    expect((await account.api.order({ ...body, external_id: 'y' }, { key })).outcome).toBe(
      '429 RATE_LIMITED',
    );
    expect(account.state.orders).toHaveLength(1);
  });

  test('a bulk counts as one request, or as one per item if the account says so', async () => {
    const items = [1, 2, 3].map(n => ({ external_id: `i${n}`, package_id: 1, address: RECIPIENT }));
    const { account, key } = limitedTo(10);
    expect(remaining(await account.api.bulk(items, { key }))).toBe('9');
    const dear = sandbox.openAccount({ settings: { bulk_rate_cost: 'item' } });
    const dearKey = sandbox.makeKey({ ratePerMinute: 5 }, dear.account);
    expect(remaining(await dear.api.bulk(items, { key: dearKey }))).toBe('2');
    expect((await dear.api.bulk(items, { key: dearKey })).outcome).toBe('429 RATE_LIMITED');
    expect(dear.state.orders).toHaveLength(3);
  });

  test('a bulk with more items than the limit says that waiting does not help, and what does', async () => {
    const account = sandbox.openAccount({ settings: { bulk_rate_cost: 'item' } });
    const { api } = account;
    const key = sandbox.makeKey({ ratePerMinute: 3, name: 'small' }, account.account);
    const items = [1, 2, 3, 4].map(n => ({ external_id: `i${n}`, package_id: 1, address: RECIPIENT }));
    const limited = 'key small is limited to 3 requests per minute';
    for (let window = 0; window < 2; window++) {
      const answer = await api.bulk(items, { key });
      expect([answer.outcome, answer.headers['retry-after']]).toEqual(['429 RATE_LIMITED', '60']);
      expect(answer.explain).toContain(
        `${limited}; bulk_rate_cost is item, so this bulk request counts as 4, and waiting alone does not help; after Retry-After, send at most 3 of its orders per bulk request`,
      );
      await account.advance(60_000);
    }
    expect((await api.bulk(items.slice(0, 3), { key })).status).toBe(202);
    await account.advance(60_000);
    await api.bulk(items.slice(0, 2), { key });
    const waits = await api.bulk(items.slice(0, 2), { key });
    expect(waits.explain).toContain(`${limited}; bulk_rate_cost is item, so this bulk request counts as 2`);
    expect(waits.explain).not.toContain('waiting');
  });

  test.each([{ orders: [] }, { orders: 'three' }, 'no JSON'])(
    'the body %j counts as one request',
    async body => {
      const dear = sandbox.openAccount({ settings: { bulk_rate_cost: 'item' } });
      const key = sandbox.makeKey({ ratePerMinute: 5 }, dear.account);
      const answer = await dear.api.call('POST', '/api/v1/orders/bulk/', { body, key });
      expect([answer.outcome, remaining(answer)]).toEqual(['400 INVALID_JSON', '4']);
    },
  );

  test('[BULK-13] [AUTH-8] a bulk over the limit is RATE_LIMITED', async () => {
    const { account, key } = limitedTo(1);
    await account.api.balance({ key });
    const answer = await account.api.bulk([{ external_id: 'i', package_id: 1, address: RECIPIENT }], { key });
    expect(answer.outcome).toBe('429 RATE_LIMITED');
  });
});

describe('the headers', () => {
  test.each<[string, string, string, string | null | undefined, string]>([
    ['[AUTH-10] stand on a success', 'GET', '/api/v1/balance/', undefined, '200'],
    ['[AUTH-10] stand on a 401 of an unknown key', 'GET', '/api/v1/balance/', 'who', '401 UNAUTHORIZED'],
    ['[AUTH-10] stand on a 404 without a key', 'GET', '/api/v1/nothing/', null, '404 NOT_FOUND'],
    ['[AUTH-10] stand on a 405', 'PATCH', '/api/v1/balance/', undefined, '405 METHOD_NOT_ALLOWED'],
  ])('%s', async (_name, method, path, key, outcome) => {
    const answer = await sandbox.api.call(method, path, key === undefined ? {} : { key });
    expect(answer.outcome).toBe(outcome);
    expect(Number(answer.headers['x-ratelimit-limit'])).toBe(6000);
    expect(Number(remaining(answer))).toBeLessThanOrEqual(6000);
  });

  test('[AUTH-10] of a request without a valid key show the limit of the server', async () => {
    await using limited = await startTestSandbox({ assumptions: { rate_limit_per_minute: 7 } });
    const answers = [
      await limited.api.balance({ key: null }),
      await limited.api.balance({ key: 'who' }),
      await limited.api.call('GET', '/api/v1/nothing/', { key: null }),
      await sendRaw(limited.port, 'no HTTP\r\n\r\n'),
    ];
    expect(answers.map(({ outcome }) => outcome)).toEqual([
      '401 UNAUTHORIZED',
      '401 UNAUTHORIZED',
      '404 NOT_FOUND',
      '400 INVALID_JSON',
    ]);
    for (const answer of answers)
      expect([answer.headers['x-ratelimit-limit'], remaining(answer)]).toEqual(['7', '7']);
  });

  test('a request with an expired key is not counted, and shows the current window, not that of its last use', async () => {
    const account = sandbox.openAccount();
    const expiresAtMs = account.nowMs + 90_000;
    const key = sandbox.makeKey({ ratePerMinute: 5, expiresAtMs }, account.account);
    await account.api.balance({ key });
    await account.advance(90_000);
    for (const _time of [1, 2]) {
      const answer = await account.api.balance({ key });
      expect([answer.outcome, remaining(answer)]).toEqual(['401 TOKEN_EXPIRED', '5']);
    }
  });

  test('a request with a revoked key is not counted, and shows the limit of the server', async () => {
    const { account, key } = limitedTo(3);
    sandbox.core.runner.execute(account.account, 'revokeKey', { id: account.state.keys.at(-1)!.id });
    const answer = await account.api.balance({ key });
    expect([answer.outcome, remaining(answer)]).toEqual(['401 UNAUTHORIZED', '6000']);
    expect(account.state.keys.at(-1)!.window.used).toBe(0);
  });
});

test('the window runs on real time if the account says so, whatever its own clock shows', async () => {
  let laterMs = 0;
  const hostClock = { ...systemClock, monotonicMs: () => laterMs };
  await using timed = await startTestSandbox({ hostClock, assumptions: { rate_limit_clock: 'real' } });
  const key = timed.makeKey({ ratePerMinute: 1 });
  await timed.api.balance({ key });
  await timed.advance(3_600_000);
  const limited = await timed.api.balance({ key });
  expect(limited.outcome).toBe('429 RATE_LIMITED');
  laterMs = Number(limited.headers['retry-after']) * 1_000;
  expect((await timed.api.balance({ key })).outcome).toBe('200');
});
