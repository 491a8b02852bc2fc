import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, Sandbox } from '../../src/client/sandbox-interface.ts';
import { tronAddress } from '../../src/client/tron-address.ts';
import { createReceiver } from '../../src/client/webhook-receiver.ts';
import { isTronAddress } from '../../src/core/domain/address.ts';
import { localSandbox, order } from './sandboxes.ts';

/** A call with arguments that do not type-check, as JavaScript or a wrong cast allows. */
type Call = (account: Account, sandbox: Sandbox) => Promise<unknown>;
const wrong = (value: unknown): never => value as never;

const REFUSED: readonly (readonly [what: string, call: Call, message: string])[] = [
  [
    'an undefined order, which would be any order',
    account => account.order(wrong(undefined)),
    'order: id: expected an order id from 1 or an external_id, got null',
  ],
  [
    'an undefined order to wait for',
    account => account.waitForOrder(wrong(undefined), 'failed'),
    'waitForOrder: id: expected an order id from 1 or an external_id, got null',
  ],
  [
    'an unknown condition',
    one => one.expectRequest(wrong({ opration: 'createOrder' })),
    'match.opration is not a field of verifyRequests; did you mean "operation"?',
  ],
  [
    'an undefined condition',
    one => one.expectRequest({ external_id: wrong(undefined) }),
    'expectRequest: external_id is undefined and would match everything',
  ],
  [
    'an undefined field of a body',
    one => one.expectRequest({ body: { package_id: undefined } }),
    'body.package_id is undefined',
  ],
  [
    'an unknown count',
    one => one.expectRequest({}, wrong({ exacty: 1 })),
    'expectRequest: unknown option "exacty"; did you mean "exactly"?',
  ],
  [
    'a contradictory count',
    one => one.expectRequest({}, wrong({ exactly: 0, at_least: 3 })),
    'count gives exactly and at_least; give one of them, or at_least and at_most together',
  ],
  ['an empty count', one => one.expectWebhook({}, wrong({ exactly: undefined })), 'but has none of them'],
  [
    'an empty range',
    one => one.expectWebhook({}, { at_least: 3, at_most: 2 }),
    'count.at_least is 3, more than',
  ],
  [
    'a number as the count',
    one => one.expectRequest({}, wrong(1)),
    'expectRequest: expected an object with exactly, at_least, at_most, never, got 1',
  ],
  ['an event to wait for', one => one.waitForWebhook(wrong('order.faild')), 'did you mean "order.failed"?'],
  [
    'an option of a wait',
    one => one.waitForWebhook('order.failed', wrong({ timeout: 5 })),
    'waitForWebhook: unknown option "timeout"; did you mean "timeout_ms"?',
  ],
  [
    'a timeout that is not a number',
    one => one.waitForRequest({}, { timeout_ms: Number.NaN }),
    'waitForRequest: timeout_ms: expected milliseconds from 0 to 2147483647, got NaN',
  ],
  [
    'a status to wait for',
    one => one.waitForOrder(1, wrong('refunded')),
    'waitForOrder: status: expected one of processing, ',
  ],
  [
    'an unknown goal',
    one => one.advance(wrong({ untill: 'idle' })),
    'advance: unknown option "untill"; did you mean "until"?',
  ],
  [
    'a duration instead of a goal',
    one => one.advance(wrong('61m')),
    "advance: expected an object with by, to, until, order, txid, got '61m'",
  ],
  [
    'an invalid date',
    one => one.advance({ to: new Date('?') }),
    'advance: to: expected an instant, got Invalid Date',
  ],
  [
    'a filter of a list',
    one => one.orders(wrong({ state: 'failed' })),
    'state is not a parameter of listOrders; see /_sandbox/docs',
  ],
  [
    'an id instead of a filter',
    one => one.orders(wrong(1)),
    'orders: expected an object with options, got 1',
  ],
  [
    'an option of a wait by its name in version 1.0',
    one => one.waitForRequest({}, wrong({ timeoutMs: 5 })),
    'waitForRequest: unknown option "timeoutMs"; did you mean "timeout_ms"?',
  ],
  [
    'an option of an account by its name in version 1.0',
    (_, sandbox) => sandbox.createAccount(wrong({ balanceTrx: 5 })),
    'balanceTrx is not a field of createAccount; did you mean "balance_trx"?',
  ],
  [
    'an option of a trigger',
    one => one.trigger('order.failed', wrong({ externalId: 'a' })),
    'externalId is not a field of triggerEvent; did you mean "external_id"?',
  ],
  [
    'a setting',
    one => one.change(wrong({ timezone: 'UTC' })),
    'timezone is not a field of changeAccount; did you mean "time_zone"?',
  ],
  [
    'a field of a webhook',
    one => one.webhook.set(wrong({ uri: 'http://127.0.0.1:1/' })),
    'webhook.set: unknown option "uri"; did you mean "url"?',
  ],
  [
    'a URL instead of a webhook',
    one => one.webhook.set(wrong('http://127.0.0.1:1/')),
    "webhook.set: expected a receiver or { url, secret }, got 'http://127.0.0.1:1/'",
  ],
  ['something else instead of a receiver', one => one.webhook.set(wrong(new Map())), 'without a url'],
  [
    'a webhook of an account',
    (_, sandbox) => sandbox.createAccount({ webhook: wrong('http://127.0.0.1:1/') }),
    'createAccount: webhook: expected a receiver',
  ],
  [
    'an account',
    (_, sandbox) => sandbox.account(wrong({ key: 'x' })),
    'account: expected the name of an account or { api_key }',
  ],
];

describe('the client of a sandbox', () => {
  let sandbox: Sandbox;
  let account: Account;

  beforeAll(async () => {
    sandbox = await localSandbox();
    account = await sandbox.createAccount({ clock: 'manual' });
    await order(account);
  });

  afterAll(() => sandbox.close());

  test.each(REFUSED)('refuses %s', async (_, call, message) => {
    await expect(call(account, sandbox)).rejects.toThrow(message);
  });

  test('filters by external_id, and advances to the event of such an order', async () => {
    await using receiver = await createReceiver();
    await using own = await sandbox.createAccount({ clock: 'manual', webhook: receiver });
    for (const externalId of ['a', 'b']) await order(own, { external_id: externalId });
    const { fired } = await own.advance({ until: 'order.delegated', order: 'b' });
    // Deliveries of both orders may end in either order.
    const transitions = fired.filter(({ kind }) => kind === 'order');
    expect(transitions.at(-1)).toMatchObject({ order_id: 2, event: 'order.delegated' });
    expect((await own.requests({ external_id: 'b' })).map(one => one.orders)).toEqual([[2]]);
    await expect(own.advance({ until: 'order.completed', order: 'c' })).rejects.toThrow(
      'external_id: the account has no order with external_id "c"',
    );
    expect((await own.waitForWebhook('order.processing', { order: 'b' })).order_id).toBe(2);
    await expect(own.waitForWebhook('order.completed', { order: 'b' })).rejects.toThrow(
      "account.advance({ until: 'order.completed', order: 'b' })",
    );
  });
});

describe('the options of a receiver', () => {
  test.each([
    [{ prt: 1 }, 'createReceiver: unknown option "prt"; did you mean "port"?'],
    [{ answer: { satus: 500 } }, 'createReceiver: answer: unknown option "satus"; did you mean "status"?'],
    [{ answer: { delay_ms: -5 } }, 'createReceiver: answer: delay_ms: expected milliseconds from 0'],
    [{ host: '203.0.113.7' }, 'createReceiver: host: 203.0.113.7 is not an address of this machine'],
  ])('%j are refused', async (options, message) => {
    await expect(createReceiver(options as object)).rejects.toThrow(message);
  });

  test('of a wait and of a response are refused if they do not exist', async () => {
    await using receiver = await createReceiver();
    await expect(receiver.waitFor(wrong('order.faild'))).rejects.toThrow('did you mean "order.failed"?');
    await expect(receiver.waitFor('*', wrong({ nth: 2 }))).rejects.toThrow('unknown option "nth"');
    expect(() => receiver.answerNext(wrong({ statsu: 1 }))).toThrow('did you mean "status"?');
  });

  test('set the address that it listens on, and the host in its URL', async () => {
    await using everywhere = await createReceiver({ host: '0.0.0.0' });
    expect((await fetch(everywhere.url, { method: 'POST', body: '{}' })).status).toBe(204);
    await using named = await createReceiver({ host: '0.0.0.0', public_host: 'host.docker.internal' });
    expect(named.url).toBe(`http://host.docker.internal:${named.port}/webhooks`);
    await using six = await createReceiver({ public_host: '::1' });
    expect(six.url).toBe(`http://[::1]:${six.port}/webhooks`);
    await expect(createReceiver({ port: six.port })).rejects.toThrow(
      `port: ${six.port} on 127.0.0.1 is in use`,
    );
  });
});

describe('tronAddress', () => {
  test('is valid and random without options, and otherwise the same for the same options', () => {
    expect(isTronAddress(tronAddress())).toBe(true);
    expect(tronAddress()).not.toBe(tronAddress());
    expect(tronAddress({ seed: 1 })).toBe(tronAddress({ seed: '1' }));
    expect(tronAddress({ seed: 1 })).not.toBe(tronAddress({ seed: 2 }));
    expect(tronAddress({ like: 'Buyer', seed: 7 })).toMatch(/^TBuyer/);
  });

  test.each([
    [{ like: 5 }, 'tronAddress: like: expected a string, got 5'],
    [{ Like: 'A' }, 'tronAddress: unknown option "Like"; did you mean "like"?'],
  ])('refuses %j', (options, message) => {
    expect(() => tronAddress(options as object)).toThrow(message);
  });
});
