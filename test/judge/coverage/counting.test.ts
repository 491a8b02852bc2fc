import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Coverage } from '../../../src/judge/coverage/coverage-counter.ts';
import { readScenarioText } from '../../lab/explore/read-scenario-text.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { startTestSandbox, type TestAccount, type TestSandbox } from '../../support/sandbox.ts';
import { coveredBy, openWithReceiver } from './generic-client.ts';

const ORDER = { address: RECIPIENT, package_id: 1 };

/** Sends a forged copy before each genuine webhook. */
const FORGED_COPY = readScenarioText(`
name: forged-copy
summary: A forged copy comes first.
webhooks:
  - deliver: { copies: 2 }
    corrupt_copies: wrong-secret
`);

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox({ webhooksAsDescribed: false });
});
afterAll(() => sandbox.close());

const count = ({ items }: Coverage, id: string): number => items.find(item => item.id === id)!.met;
const counted = ({ account }: TestAccount, id: string): number =>
  count(sandbox.running.coverage.of(account), id);
const total = (id: string): number => count(sandbox.running.coverage.all(), id);
const scenario = (name: string) => ({ headers: { 'x-sandbox-scenario': name } });

describe('a response', () => {
  test('is counted each time', async () => {
    const account = sandbox.openAccount();
    await account.api.balance();
    await account.api.balance();
    expect(counted(account, 'response getBalance 200')).toBe(2);
    expect(coveredBy(sandbox, account)).toEqual(['response getBalance 200']);
  });

  test('is not counted if the client could not use it', async () => {
    const account = sandbox.openAccount();
    await account.api.order({ ...ORDER, external_id: 'cut' }, scenario('truncated-answer')).catch(() => null);
    expect(coveredBy(sandbox, account)).toEqual(['fault truncated-json']);
  });

  test('with a status outside the description is not counted', async () => {
    const account = sandbox.openAccount();
    await account.api.order({ ...ORDER, external_id: 'gateway' }, scenario('gateway-502-after-commit'));
    await account.api.call('GET', '/api/v1/nothing/');
    expect(coveredBy(sandbox, account)).toEqual(['fault html-502']);
  });

  test('to an unknown scenario name is not counted, since the service has none', async () => {
    const account = sandbox.openAccount();
    const answered = await account.api.order(ORDER, scenario('no-such-scenario'));
    expect(answered.status).toBe(400);
    expect(coveredBy(sandbox, account)).toEqual([]);
  });

  test('to a key that no account has is counted for the server only', async () => {
    const before = total('response getBalance 401');
    await sandbox.api.balance({ key: 'unknown' });
    expect(total('response getBalance 401')).toBe(before + 1);
    expect(counted(sandbox, 'response getBalance 401')).toBe(0);
  });

  test('that refuses a method is counted for the operation of the path, whatever the query', async () => {
    const account = sandbox.openAccount();
    await account.api.call('DELETE', '/api/v1/order/?now=yes');
    expect(coveredBy(sandbox, account)).toEqual(['response createOrder 405']);
  });
});

describe('a replay', () => {
  test('is counted for each bulk item that repeats an order', async () => {
    const account = sandbox.openAccount();
    const items = ['a', 'b', 'c'].map(external_id => ({ ...ORDER, external_id }));
    await account.api.bulk(items.slice(0, 2));
    expect(counted(account, 'replay createOrdersBulk item')).toBe(0);
    await account.api.bulk(items);
    expect(counted(account, 'replay createOrdersBulk item')).toBe(2);
  });

  test('is not counted if a scenario replaced its response', async () => {
    const account = sandbox.openAccount();
    const order = { ...ORDER, external_id: 'again' };
    await account.api.order(order);
    await account.api.order(order, scenario('rate-limited'));
    expect(counted(account, 'replay createOrder')).toBe(0);
    await account.api.order(order);
    expect(counted(account, 'replay createOrder')).toBe(1);
  });
});

describe('a state', () => {
  test('counts as seen only once the client was told', async () => {
    const account = sandbox.openAccount();
    await account.api.order({ ...ORDER, external_id: 'seen' });
    await account.advance(3_000);
    expect(counted(account, 'transition processing>delegating')).toBe(1);
    expect(counted(account, 'state delegating')).toBe(0);
    await account.api.status({ external_id: 'seen' });
    expect(counted(account, 'state delegating')).toBe(1);
  });

  test('counts as seen when its webhook was acknowledged, not when it was refused', async () => {
    const { account, receiver } = await openWithReceiver(sandbox);
    receiver.always(500);
    await account.api.order(ORDER);
    await account.advance(3_000);
    expect(counted(account, 'event order.delegating')).toBe(0);
    receiver.always(204);
    await account.advance(9_000);
    expect(counted(account, 'event order.delegated')).toBe(1);
    expect(counted(account, 'state delegated')).toBe(1);
  });

  test('is told apart from a refund', async () => {
    const account = sandbox.openAccount();
    await account.api.order({ ...ORDER, external_id: 'refund' }, scenario('failed-with-refund'));
    await account.advance(12_000);
    await account.api.status({ external_id: 'refund' });
    expect(counted(account, 'state failed')).toBe(1);
    expect(counted(account, 'state failed refunded')).toBe(0);
    await account.settle();
    await account.api.status({ external_id: 'refund' });
    expect(counted(account, 'state failed refunded')).toBe(1);
  });
});

describe('a transition', () => {
  test('is not counted for an order that was triggered, while its event is', async () => {
    const { account } = await openWithReceiver(sandbox);
    await account.api.call('POST', `/_sandbox/accounts/${account.state.name}/trigger`, {
      body: { event: 'order.failed' },
    });
    const covered = coveredBy(sandbox, account);
    expect(covered).toContain('event order.failed');
    expect(covered.filter(id => id.startsWith('transition'))).toEqual([]);
  });
});

describe('a delivery', () => {
  test('on the happy path meets no condition', async () => {
    const { account } = await openWithReceiver(sandbox);
    await account.api.order(ORDER);
    await account.settle();
    const covered = coveredBy(sandbox, account);
    expect(covered).toContain('event order.completed');
    expect(covered.filter(id => id.startsWith('delivery'))).toEqual([]);
  });

  test('that is forged is no event, even if the receiver acknowledges it', async () => {
    const { account } = await openWithReceiver(sandbox);
    await account.api.order(ORDER, scenario('webhook-forged'));
    await account.settle();
    const covered = coveredBy(sandbox, account);
    expect(covered).toContain('delivery wrong-secret');
    expect(covered.filter(id => id.startsWith('event'))).toEqual([]);
  });

  test('that follows a forged copy of itself is an event, and no duplicate', async () => {
    const { account } = await openWithReceiver(sandbox, { scenarios: [FORGED_COPY] });
    await account.api.order(ORDER);
    await account.quiet();
    const covered = coveredBy(sandbox, account);
    expect(covered.filter(id => /^(event|delivery) /.test(id))).toEqual([
      'delivery wrong-secret',
      'event order.processing',
    ]);
  });

  test('that reaches nobody meets nothing', async () => {
    const { account, receiver } = await openWithReceiver(sandbox);
    receiver.always('reset');
    await account.api.order(ORDER, scenario('webhook-duplicated'));
    await account.quiet();
    expect(coveredBy(sandbox, account).filter(id => id.startsWith('delivery'))).toEqual([]);
  });

  test('that a resend repeats is replayed only if it was acknowledged before', async () => {
    const { account, receiver } = await openWithReceiver(sandbox);
    receiver.next(500);
    await account.api.order(ORDER);
    await account.quiet();
    const { event_id } = receiver.events[0]!;
    const path = `/_sandbox/accounts/${account.state.name}/events/${event_id}/resend`;
    await account.api.call('POST', path);
    expect(counted(account, 'delivery replayed')).toBe(0);
    await account.api.call('POST', path);
    expect(counted(account, 'delivery replayed')).toBe(1);
  });
});

describe('the server', () => {
  test('keeps what an account had covered before it was reset or deleted; the account does not', async () => {
    const account = sandbox.openAccount();
    const { name } = account.state;
    const before = total('response getBalance 200');
    await account.api.balance();
    await account.api.call('POST', `/_sandbox/accounts/${name}/reset`);
    expect(counted(account, 'response getBalance 200')).toBe(0);
    await account.api.balance();
    expect(counted(account, 'response getBalance 200')).toBe(1);
    await account.api.call('DELETE', `/_sandbox/accounts/${name}`);
    expect(counted(account, 'response getBalance 200')).toBe(0);
    expect(total('response getBalance 200')).toBe(before + 2);
  });

  test('adds to a run only what was covered', async () => {
    await using alone = await startTestSandbox();
    await alone.api.balance();
    expect(alone.running.coverage.counts()).toEqual({ 'response getBalance 200': 1 });
  });
});
