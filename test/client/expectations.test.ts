import { AssertionError } from 'node:assert';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Sandbox } from '../../src/client/sandbox-interface.ts';
import { localSandbox, order } from './sandboxes.ts';

/** The error of a failed assertion; null if it passed. */
const failureOf = (assertion: Promise<void>): Promise<unknown> =>
  assertion.then(
    () => null,
    (error: unknown) => error,
  );

describe('an assertion on a sandbox', () => {
  let sandbox: Sandbox;
  let account: Account;

  beforeAll(async () => {
    sandbox = await localSandbox();
    account = await sandbox.createAccount({ clock: 'manual' });
    await order(account, { external_id: 'inv-1' });
    await order(account, { external_id: 'inv-1' });
    await order(account, { external_id: 'inv-2', package_id: 2 });
  });

  afterAll(() => sandbox.close());

  test.each([
    [{ external_id: 'inv-1' }, { exactly: 2 }],
    [{ external_id: 'inv-*', method: 'POST', path: '/api/v1/order/' }, { at_least: 3 }],
    [{ operation: 'createOrder' as const, status: 202 }, { at_most: 2 }],
    [{ operation: 'getBalance' as const }, { never: true as const }],
    [{ body: { package_id: 2 } }, undefined],
  ])('on requests passes: %j, %j', async (match, count) => {
    await expect(account.expectRequest(match, count)).resolves.toBeUndefined();
  });

  test.each([
    [{ external_id: 'inv-1' }, { exactly: 1 }, 'exactly 1, found 2'],
    [{ external_id: 'inv-1' }, { never: true as const }, 'found 2'],
    [{ operation: 'getQuote' as const }, undefined, 'at least 1, found 0'],
  ])('on requests fails: %j, %j', async (match, count, message) => {
    expect(await failureOf(account.expectRequest(match, count))).toMatchObject({
      code: 'ERR_ASSERTION',
      message: expect.stringContaining(message),
    });
  });

  test('lists near misses of requests field by field', async () => {
    const failure = await failureOf(account.expectRequest({ external_id: 'inv-1', body: { package_id: 3 } }));
    expect(failure).toBeInstanceOf(AssertionError);
    expect((failure as AssertionError).message).toMatch(
      /^expected requests with .*: at least 1, found 0\n {2}the nearest misses:\n {4}req-\d+\n {6}body.package_id: expected 3, got 1$/m,
    );
  });

  test('on webhook events counts matches and lists near misses', async () => {
    await expect(
      account.expectWebhook({ event: 'order.processing' }, { exactly: 2 }),
    ).resolves.toBeUndefined();
    const failure = await failureOf(
      account.expectWebhook({ event: 'order.processing', order: 1, acknowledged: true }),
    );
    expect((failure as AssertionError).message).toMatch(
      /order-1-order.processing-[0-9a-f]{12}\n {6}acknowledged: expected true, got false/,
    );
  });
});
