import { describe, expect, test } from 'vitest';
import { startTestSandbox } from '../../support/sandbox.ts';
import { SimulatedHost } from './simulated-host.ts';
import { HOUR_MS, MINUTE_MS, ORDER_FIELDS, SECOND_MS, type Stage, startStage } from './stage.ts';

/** Makes a call, such as "order a", and returns its outcome. */
async function outcomeOf({ sandbox, api }: Stage, step: string): Promise<string> {
  const [verb, id = ''] = step.split(' ') as [string, string?];
  const order = { external_id: id, ...ORDER_FIELDS };
  const custom = { external_id: id, energy_amount: 65_000, address: ORDER_FIELDS.address };
  const calls = {
    order: () => api.order(order),
    short: () => api.order({ ...order, duration_minutes: 15 }),
    custom: () => api.order(custom),
    bulk: () => api.bulk([1, 2, 3, 4, 5, 6].map(n => ({ ...order, external_id: `${id}-${n}` }))),
    status: () => api.status({ external_id: id }),
    balance: () => api.balance(),
    quote: () => api.quote({ package_id: id }),
    amount: () => api.quote({ energy_amount: id }),
    estimate: () => api.estimate({ recipient_address: ORDER_FIELDS.address }),
  };
  if (verb === 'wait') return `${(await sandbox.advance(Number(id))).fired.length > 0}`;
  return calls[verb as keyof typeof calls]().then(
    answer => (answer.status === 502 ? '502' : answer.outcome),
    () => 'no response',
  );
}

/** Calls and their outcomes. What every scenario sends is recorded in test/system/golden. */
const PLAYS: Readonly<Record<string, readonly (readonly [step: string, ...outcomes: string[]])[]>> = {
  'address-not-active': [
    ['estimate', '200'],
    ['order a', '422 ADDRESS_NOT_ACTIVE', '422 ADDRESS_NOT_ACTIVE'],
  ],
  'insufficient-balance': [
    ['order a', '402 INSUFFICIENT_BALANCE'],
    ['status a', '404 NOT_FOUND'],
    ['bulk b', '422 INSUFFICIENT_BALANCE'],
  ],
  'balance-runs-out': [
    ['order a', '202'],
    ['order b', '202'],
    ['order c', '402 INSUFFICIENT_BALANCE'],
    ['order b', '200'],
  ],
  'rate-limited': [
    ['order a', '429 RATE_LIMITED', '202'],
    ['order b', '429 RATE_LIMITED', '202'],
    ['status a', '429 RATE_LIMITED', '200', '200'],
    ['bulk c', '429 RATE_LIMITED', '202'],
    ['balance', '429 RATE_LIMITED', '200'],
  ],
  'service-unavailable': [
    ['order a', '503 SERVICE_UNAVAILABLE', '503 SERVICE_UNAVAILABLE', '202'],
    ['order b', '503 SERVICE_UNAVAILABLE'],
    ['status a', '503 SERVICE_UNAVAILABLE', '200'],
    ['estimate', '503 SERVICE_UNAVAILABLE', '503 SERVICE_UNAVAILABLE', '200'],
  ],
  'response-lost': [
    ['order a', 'no response', '200'],
    ['order b', 'no response', '200'],
  ],
  'gateway-502-after-commit': [
    ['order a', '502', '200'],
    ['order b', '502', '200'],
  ],
  'truncated-answer': [
    ['order a', 'no response', '200'],
    ['status a', 'no response', '200'],
    ['order b', 'no response', '200'],
  ],
  'not-found-after-accept': [
    ['order a', '202'],
    ['status a', '404 NOT_FOUND'],
    ['wait 10000', 'true'],
    ['status a', '404 NOT_FOUND'],
    ['wait 1', 'false'],
    ['status a', '200'],
  ],
  'key-expires': [
    ['order a', '202'],
    ['status a', '200', '200', '401 TOKEN_EXPIRED'],
    ['order a', '401 TOKEN_EXPIRED'],
  ],
  'scope-missing': [
    ['order a', '202'],
    ['order b', '202'],
    ['status a', '403 SCOPE_FORBIDDEN'],
    ['balance', '200'],
  ],
  'ip-not-allowed': [
    ['order a', '202', '403 IP_NOT_ALLOWED'],
    ['status a', '403 IP_NOT_ALLOWED'],
    ['balance', '403 IP_NOT_ALLOWED'],
  ],
  'custom-energy-disabled': [
    ['amount 65000', '200'],
    ['custom a', '422 CUSTOM_ENERGY_DISABLED'],
    ['amount 65000', '422 CUSTOM_ENERGY_DISABLED'],
    ['order b', '202'],
  ],
  'price-gone': [
    ['quote 5', '200'],
    ['order a', '422 DURATION_PRICE_UNAVAILABLE'],
    ['quote 1', '422 DURATION_PRICE_UNAVAILABLE'],
    ['quote 5', '422 DURATION_PRICE_UNAVAILABLE'],
    ['short b', '202'],
  ],
  'bulk-partial': [
    ['bulk a', '207', '207'],
    ['order a-2', '202'],
    ['bulk a', '207'],
  ],
};

describe('the responses of a built-in scenario:', () => {
  test.each(Object.entries(PLAYS))('%s', async (scenario, play) => {
    await using stage = await startStage({ scenarios: [scenario] });
    for (const [step, ...outcomes] of play) {
      for (const outcome of outcomes) expect(await outcomeOf(stage, step), step).toBe(outcome);
    }
    const { ledger, orders } = stage.sandbox.state;
    expect(ledger.filter(entry => entry.kind === 'debit')).toHaveLength(orders.length);
  });
});

/** When a refund is made, in seconds since its order was placed. */
const REFUNDS_S: Readonly<Record<string, number | null>> = {
  'failed-with-refund': 17,
  'failed-without-refund': null,
  'refund-late': 12 + 24 * 3_600,
  'review-then-failed': 603,
  'stuck-processing': null,
};

test.each(Object.entries(REFUNDS_S))('%s refunds its order after %s s', async (scenario, afterS) => {
  await using stage = await startStage({ scenarios: [scenario] });
  const { sandbox } = stage;
  const orderedMs = sandbox.nowMs;
  await stage.order('a');
  await sandbox.advance(365 * 24 * HOUR_MS);
  const refunds = sandbox.state.ledger.filter(entry => entry.kind === 'refund');
  expect(refunds.map(entry => (entry.atMs - orderedMs) / SECOND_MS)).toEqual(afterS === null ? [] : [afterS]);
  expect((await stage.api.status({ id: 1 })).data.refunded).toBe(afterS !== null);
  expect((await stage.api.balance()).data.balance_trx).toBe(afterS === null ? 996.1 : 1_000);
});

test('slow-answer creates the order at once, and responds after 11 s; a repeat does not wait', async () => {
  const hostClock = new SimulatedHost();
  await using stage = await startStage({ scenarios: ['slow-answer'], hostClock });
  const answer = stage.api.order({ external_id: 'a', ...ORDER_FIELDS });
  await hostClock.isAwaited(11 * SECOND_MS);
  expect((await stage.api.order({ external_id: 'a', ...ORDER_FIELDS })).outcome).toBe('200');
  hostClock.pass(11 * SECOND_MS);
  expect((await answer).outcome).toBe('202');
});

describe('webhook-before-response', () => {
  test('has the first webhook answered before the order, and sends it again if that failed', async () => {
    await using stage = await startStage({ scenarios: ['webhook-before-response'] });
    const sequence: string[] = [];
    stage.receiver.always(({ event }) => {
      sequence.push(event.event);
      return sequence.includes('response') ? 204 : 404;
    });
    await stage.order('a');
    sequence.push('response');
    expect(sequence).toEqual(['order.processing', 'response']);
    await stage.sandbox.advance(HOUR_MS);
    const { attempts } = stage.sandbox.state.events[0]!;
    expect(attempts.map(({ outcome }) => outcome.status)).toEqual([404, 204]);
  });

  test('makes a client that holds one lock for the call and the webhook wait for the timeout', async () => {
    const assumptions = { webhook_timeout_ms: 200 };
    await using stage = await startStage({ scenarios: ['webhook-before-response'], assumptions });
    let unlock = (): void => undefined;
    const lock = new Promise<204>(resolve => {
      unlock = () => resolve(204);
    });
    stage.receiver.always(() => lock);
    const answer = await stage.api.order({ external_id: 'a', ...ORDER_FIELDS });
    unlock();
    expect(answer.outcome).toBe('202');
    expect(stage.sandbox.state.events[0]!.attempts[0]!.outcome.kind).toBe('timeout');
  });
});

const by = (name: string) => ({ headers: { 'X-Sandbox-Scenario': name } });
const FAILED = 'processing delegating failed';

test('a scenario in the header applies to one request and to the orders that it creates', async () => {
  await using sandbox = await startTestSandbox();
  await sandbox.api.order({ ...ORDER_FIELDS }, by('failed-with-refund'));
  await sandbox.api.bulk([{ external_id: 'b', ...ORDER_FIELDS }], by('failed-with-refund'));
  await sandbox.api.order({ ...ORDER_FIELDS });
  await sandbox.advance(MINUTE_MS);
  expect(sandbox.state.orders.map(({ steps }) => steps.map(({ status }) => status).join(' '))).toEqual([
    FAILED,
    FAILED,
    'processing delegating delegated',
  ]);
  expect(sandbox.state.scenarios).toEqual([]);
});

test('magic addresses apply to items of a bulk request', async () => {
  await using sandbox = await startTestSandbox();
  const addresses = [
    'TFaiLedRefundedxxxxxxxxxxxxxxGCKxR',
    'TNotActivatedxxxxxxxxxxxxxxy3pp14u',
    'TPaymentRequiredxxxxxxxxxxxxvntz6v',
    'TServiceDownxxxxxxxxxxxxxxxxygyS61',
  ];
  const bulk = await sandbox.api.bulk(
    addresses.map((address, n) => ({ external_id: `i-${n}`, package_id: 1, address })),
  );
  expect(bulk.data.results.map(one => ('error' in one ? one.error : one.status))).toEqual([
    'accepted',
    'ADDRESS_NOT_ACTIVE',
    'INSUFFICIENT_BALANCE',
    'SERVICE_UNAVAILABLE',
  ]);
  await sandbox.advance(MINUTE_MS);
  expect(sandbox.state.orders[0]!.steps.map(({ status }) => status).join(' ')).toBe(FAILED);
});

test('the selection at the creation of an order applies to its webhooks and status requests', async () => {
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
