import { describe, expect, test } from 'vitest';
import { Account } from '../../src/engine/account.ts';
import type { AccountState } from '../../src/engine/account-state.ts';
import type { Scenario } from '../../src/scenario/scenario-schema.ts';
import { addressNumber, RECIPIENT } from '../support/addresses.ts';
import { startTestSandbox, type TestAccount, type TestSandbox } from '../support/sandbox.ts';
import { inline } from './inline.ts';
import { ORDER_FIELDS } from './stage.ts';

const by = (name: string): { headers: Record<string, string> } => ({
  headers: { 'X-Sandbox-Scenario': name },
});

const library = (sandbox: TestSandbox, name: string): Scenario => sandbox.core.library.get(name)!;

function activate(sandbox: TestSandbox, ...scenarios: (Scenario | string)[]): void {
  const found = scenarios.map(one => (typeof one === 'string' ? library(sandbox, one) : one));
  sandbox.core.runner.execute(sandbox.account, 'setScenarios', { scenarios: found });
}

/** The statuses that an order went through. */
const lifeOf = (account: TestAccount, orderId: number): string =>
  account.state.orders[orderId - 1]!.steps.map(step => step.status).join(' ');

const FAILED = 'processing delegating failed';
const COMPLETED = 'processing delegating delegated undelegating completed';
const REFUNDED = 'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR';
const REVIEW = 'TReviewxxxxxxxxxxxxxxxxxxxxxxyhYFK';

describe('a scenario is selected', () => {
  test('for the whole account by activating it', async () => {
    await using sandbox = await startTestSandbox({ scenarios: ['failed-with-refund'] });
    await sandbox.api.order({ ...ORDER_FIELDS });
    await sandbox.api.bulk([{ external_id: 'b', ...ORDER_FIELDS }]);
    await sandbox.settle();
    expect([lifeOf(sandbox, 1), lifeOf(sandbox, 2)]).toEqual([FAILED, FAILED]);
  });

  test('by header for one request and the order that it creates, and for nothing else', async () => {
    await using sandbox = await startTestSandbox();
    await sandbox.api.order({ ...ORDER_FIELDS }, by('failed-with-refund'));
    await sandbox.api.bulk([{ external_id: 'b', ...ORDER_FIELDS }], by('failed-with-refund'));
    await sandbox.api.order({ ...ORDER_FIELDS });
    await sandbox.settle();
    expect([1, 2, 3].map(id => lifeOf(sandbox, id))).toEqual([FAILED, FAILED, COMPLETED]);
    expect(sandbox.state.scenarios).toEqual([]);
  });

  test('by an external_id, single and in a bulk item; an unknown name selects nothing', async () => {
    await using sandbox = await startTestSandbox();
    await sandbox.api.order({ external_id: 'sandbox:review-then-failed:1', ...ORDER_FIELDS });
    const ids = [
      'sandbox:failed-with-refund:2',
      'sandbox:no-such-scenario:3',
      'sandbox:review:',
      'sandbox:review',
    ];
    const bulk = await sandbox.api.bulk(ids.map(id => ({ external_id: id, ...ORDER_FIELDS })));
    expect(bulk.outcome).toBe('202');
    await sandbox.settle();
    expect([1, 2, 3, 4, 5].map(id => lifeOf(sandbox, id))).toEqual([
      'processing review failed',
      FAILED,
      COMPLETED,
      'processing review',
      COMPLETED,
    ]);
  });

  test('by a magic address, single and in a bulk item', async () => {
    await using sandbox = await startTestSandbox();
    await sandbox.api.order({ package_id: 1, address: REFUNDED });
    const bulk = await sandbox.api.bulk([
      { external_id: 'a', package_id: 1, address: REVIEW },
      { external_id: 'b', package_id: 1, address: 'TNotActivatedxxxxxxxxxxxxxxy3pp14u' },
      { external_id: 'c', package_id: 1, address: 'TPaymentRequiredxxxxxxxxxxxxvntz6v' },
      { external_id: 'd', package_id: 1, address: 'TServiceDownxxxxxxxxxxxxxxxxygyS61' },
      { external_id: 'e', package_id: 1, address: RECIPIENT },
    ]);
    expect(bulk.outcome).toBe('207');
    expect(bulk.data.results.map(one => ('error' in one ? one.error : one.status))).toEqual([
      'accepted',
      'ADDRESS_NOT_ACTIVE',
      'INSUFFICIENT_BALANCE',
      'SERVICE_UNAVAILABLE',
      'accepted',
    ]);
    await sandbox.settle();
    expect([1, 2, 3].map(id => lifeOf(sandbox, id))).toEqual([FAILED, 'processing review', COMPLETED]);
  });

  test('for the webhooks and status requests of an order by the selection at its creation', async () => {
    await using sandbox = await startTestSandbox();
    const receiver = await sandbox.receive();
    await sandbox.api.order({ ...ORDER_FIELDS }, by('webhooks-lost'));
    await sandbox.api.order({ package_id: 1, address: 'TWebhookDupLicatedxxxxxxxxxy1SFxc6' });
    await sandbox.api.order({ external_id: 'sandbox:not-found-after-accept:1', ...ORDER_FIELDS });
    await sandbox.quiet();
    expect(receiver.events.map(({ data }) => data.order_id).sort()).toEqual([2, 2, 3]);
    expect((await sandbox.api.status({ id: 3 })).outcome).toBe('404 NOT_FOUND');
    expect((await sandbox.api.status({ id: 2 })).outcome).toBe('200');
    expect((await sandbox.api.status({ id: 2 }, by('not-found-after-accept'))).outcome).toBe('404 NOT_FOUND');
  });

  test('by a lost response in a bulk item, which affects the whole response but none of the orders', async () => {
    await using sandbox = await startTestSandbox();
    const items = [
      { external_id: 'a', ...ORDER_FIELDS },
      { external_id: 'b', package_id: 1, address: 'TResponseLostxxxxxxxxxxxxxxxy7brq2' },
    ];
    await expect(sandbox.api.bulk(items)).rejects.toThrow();
    expect(sandbox.state.orders).toHaveLength(2);
    const repeat = await sandbox.api.bulk(items);
    expect(repeat.outcome).toBe('202');
    expect(repeat.data.accepted).toBe(2);
    expect(sandbox.state.ledger.filter(entry => entry.kind === 'debit')).toHaveLength(2);
  });

  test('not by an unknown name in the header; the error suggests the nearest one', async () => {
    await using sandbox = await startTestSandbox();
    const answered = await sandbox.api.order({ ...ORDER_FIELDS }, by('failed-with-refunds'));
    expect(answered.outcome).toBe('400 SANDBOX_SCENARIO_UNKNOWN');
    expect(answered.explain).toContain('failed-with-refund');
    expect(sandbox.state.orders).toEqual([]);
  });
});

describe('of several scenarios', () => {
  const refuse = (name: string, error: string): Scenario =>
    inline(
      `requests:\n  - match: { operation: createOrder, repeat: false }\n    reply: { error: ${error} }\n`,
      name,
    );

  test('the header takes precedence over the external_id, then the address, then the active ones', async () => {
    await using sandbox = await startTestSandbox();
    activate(sandbox, refuse('always-active', 'CUSTOM_ENERGY_DISABLED'));
    const magic = { package_id: 1, address: 'TNotActivatedxxxxxxxxxxxxxxy3pp14u' };
    const named = { external_id: 'sandbox:insufficient-balance:1' };
    const outcomes = [
      await sandbox.api.order({ ...magic, ...named }, by('rate-limited')),
      await sandbox.api.order({ ...magic, ...named }),
      await sandbox.api.order(magic),
      await sandbox.api.order({ ...ORDER_FIELDS }),
    ].map(answered => answered.error);
    expect(outcomes).toEqual([
      'RATE_LIMITED',
      'INSUFFICIENT_BALANCE',
      'ADDRESS_NOT_ACTIVE',
      'CUSTOM_ENERGY_DISABLED',
    ]);
  });

  test('the first in the list wins, and each point falls through to the next one with a rule', async () => {
    await using sandbox = await startTestSandbox();
    const receiver = await sandbox.receive();
    activate(sandbox, 'webhooks-lost', 'failed-with-refund', 'review', 'webhook-duplicated', 'slow-answer');
    activate(sandbox, 'failed-with-refund', 'review', 'webhook-duplicated', 'webhooks-lost', 'rate-limited');
    expect((await sandbox.api.order({ external_id: 'a', ...ORDER_FIELDS })).error).toBe('RATE_LIMITED');
    expect((await sandbox.api.order({ external_id: 'a', ...ORDER_FIELDS })).outcome).toBe('202');
    await sandbox.settle();
    expect(lifeOf(sandbox, 1)).toBe(FAILED);
    expect(receiver.deliveries).toHaveLength(2 * FAILED.split(' ').length);
  });

  test('within a file the first rule wins, and later ones are not counted', async () => {
    await using sandbox = await startTestSandbox();
    activate(
      sandbox,
      inline(`
requests:
  - match: { operation: createOrder, external_id: "vip-*" }
    times: 1
    reply: { error: INSUFFICIENT_BALANCE }
  - match: { operation: createOrder, nth: 2 }
    reply: { error: ADDRESS_NOT_ACTIVE }
`),
    );
    const outcomes = [];
    for (const id of ['vip-1', 'vip-2', 'b', 'c']) {
      outcomes.push((await sandbox.api.order({ external_id: id, ...ORDER_FIELDS })).outcome);
    }
    expect(outcomes).toEqual(['402 INSUFFICIENT_BALANCE', '202', '422 ADDRESS_NOT_ACTIVE', '202']);
  });
});

test('counts are state: an account that is copied as JSON continues like the original', async () => {
  await using sandbox = await startTestSandbox();
  const scenario = inline(`
requests:
  - match: { operation: createOrder, nth: { every: 3 } }
    reply: { error: ADDRESS_NOT_ACTIVE }
  - match: { operation: createOrder }
    per: external_id
    times: 1
    reply: { error: SERVICE_UNAVAILABLE }
  - match: { operation: getBalance, probability: 0.5 }
    reply: { error: SERVICE_UNAVAILABLE }
`);
  activate(sandbox, scenario);
  await using twin = await startTestSandbox();
  const goOn = async (account: TestAccount, ids: readonly string[]): Promise<string[]> => {
    const outcomes = [];
    for (const id of ids) {
      outcomes.push(
        (await account.api.order({ external_id: id, address: addressNumber(7), package_id: 1 })).outcome,
      );
      outcomes.push((await account.api.balance()).outcome);
    }
    return outcomes;
  };
  await goOn(sandbox, ['a', 'a', 'b', 'c']);
  const copy = { ...(JSON.parse(JSON.stringify(sandbox.state)) as AccountState), name: 'copy' };
  twin.core.accounts.close(twin.account);
  const account = twin.core.accounts.open(copy);
  expect(account).toBeInstanceOf(Account);
  const ids = ['a', 'b', 'c', 'd', 'd', 'e', 'e', 'e', 'a'];
  const original = await goOn(sandbox, ids);
  expect(await goOn(twin, ids)).toEqual(original);
  expect(new Set(original)).toContain('503 SERVICE_UNAVAILABLE');
  expect(account.state.counters).toEqual(sandbox.state.counters);
});
