import { describe, expect, test, vi } from 'vitest';
import { MAX_CONCURRENCY } from '../../../src/webhooks/webhook-sender.ts';
import { RECIPIENT } from '../../support/addresses.ts';
import { type ControlClient, sharedSandbox } from '../../support/control-api.ts';
import type { WebhookReceiver } from '../../support/receiver.ts';
import type { TestAccount } from '../../support/sandbox.ts';
import { requestBytes, Wire } from '../../system/load/wire.ts';

const ORDER = { package_id: 1, address: RECIPIENT };
const SECOND_MS = 1_000;
/** Longer than a test may take: a call that waited for such a timeout would not end. */
const ENDLESS_MS = 600_000;
/** About as many orders as a client places in a second, on a machine of any speed. */
const ORDERS_OF_A_SECOND = 300;

const started = sharedSandbox();

interface Waiting {
  readonly account: TestAccount;
  readonly control: ControlClient;
  readonly receiver: WebhookReceiver;
}

/** Resolves once the call that is made has begun its advance. */
async function advancing<Result>(call: () => Promise<Result>): Promise<{ readonly result: Promise<Result> }> {
  using advance = vi.spyOn(started.sandbox.core.advancer, 'advance');
  const result = call();
  await expect.poll(() => advance.mock.calls.length).toBe(1);
  return { result };
}

/** An account with an order whose receiver does not respond. */
async function withSilentReceiver(): Promise<Waiting> {
  const account = started.sandbox.openAccount({ settings: { webhook_timeout_ms: ENDLESS_MS } });
  const control = started.control.of(account.state.name);
  const receiver = await started.sandbox.receive(account.account);
  await control.call('takeSnapshot', { body: { name: 'before' } });
  receiver.always('hang');
  await account.api.order(ORDER);
  await expect.poll(() => receiver.deliveries.length).toBe(1);
  return { account, control, receiver };
}

const ENDINGS = [
  ['deleted', 'deleteAccount', {}],
  ['reset', 'resetAccount', {}],
  ['restored', 'restoreSnapshot', { path: { name: 'before' } }],
] as const;

describe.each(ENDINGS)('while an account is %s', (event, id, input) => {
  test('its advances are aborted with 409, those in the queue as well, and the call does not wait', async () => {
    const { account, control } = await withSilentReceiver();
    const { name } = account.state;
    const advance = await advancing(() => control.refusal('advanceClock', { body: { by: '1h' } }));
    const message = `the account ${name} was ${event} before the call was complete`;
    const queued = [1, 2, 3].map(() => expect(account.advance(SECOND_MS)).rejects.toThrow(message));
    await control.call(id, input);
    expect(await advance.result).toEqual({ outcome: '409 INTERRUPTED', message });
    await Promise.all(queued);
  });

  test('calls that wait for a webhook are aborted with 409', async () => {
    const { account, control } = await withSilentReceiver();
    const [event_id] = (await control.call('listEvents')).items.map(one => one.event_id);
    const waiting = [
      control.refusal('triggerEvent', { body: { event: 'order.completed' } }),
      control.refusal('moveOrder', { path: { order: 1 }, body: { to: 'review' } }),
      control.refusal('resendEvent', { path: { event_id: event_id! } }),
    ];
    await expect.poll(() => Object.keys(account.state.inFlight).length).toBe(3);
    await expect.poll(() => account.state.orders[0]!.steps.length).toBe(2);
    await control.call(id, input);
    for (const refused of waiting) expect((await refused).outcome).toBe('409 INTERRUPTED');
  });
});

test('after a reset the account can be advanced at once, and shows nothing of the aborted advance', async () => {
  const { account, control, receiver } = await withSilentReceiver();
  const startMs = Date.parse((await control.call('getClock')).now);
  const aborted = await advancing(() => control.refusal('advanceClock', { body: { by: '1h' } }));
  await control.call('resetAccount');
  expect((await aborted.result).outcome).toBe('409 INTERRUPTED');
  receiver.always(204);
  await account.api.order(ORDER);
  await control.call('advanceClock', { body: { by: '3s' } });
  expect(account.nowMs - startMs).toBe(3 * SECOND_MS);
  expect(account.state.orders.map(order => order.steps.length)).toEqual([2]);
});

test('an advance whose caller disconnects stops at the instant that it has reached, and the clock goes on', async () => {
  const { account, control } = await withSilentReceiver();
  await control.call('setClock', { body: { mode: '10x' } });
  const path = `/_sandbox/accounts/${account.state.name}/clock/advance`;
  const wire = await Wire.open(started.sandbox.port);
  await advancing(async () => wire.write(requestBytes(account.apiKey, 'POST', path, { by: '1000h' })));
  // While the advance waits for the first webhook, the clock stands still.
  const heldMs = account.nowMs;
  await account.api.balance();
  expect(account.nowMs).toBe(heldMs);
  wire.socket.destroy();
  await expect.poll(() => account.nowMs).toBeGreaterThan(heldMs);
  expect(account.nowMs - heldMs).toBeLessThan(3_600 * SECOND_MS);
});

describe('while a client sends one order after the other and the receiver takes 30 ms', () => {
  /** Runs calls under traffic, and returns how many orders were answered during each. */
  async function underTraffic(
    calls: (control: ControlClient) => readonly (() => Promise<unknown>)[],
  ): Promise<number[]> {
    const account = started.sandbox.openAccount({ balanceSun: 1e15 });
    const receiver = await started.sandbox.receive(account.account);
    receiver.always(async () => {
      await new Promise(resolve => setTimeout(resolve, 30));
      return 204;
    });
    let isOver = false;
    let answered = 0;
    const traffic = (async () => {
      for (; !isOver; answered++) await account.api.order(ORDER);
    })();
    await expect.poll(() => account.state.orders.length).toBeGreaterThan(20);
    const meanwhile: number[] = [];
    for (const call of calls(started.control.of(account.state.name))) {
      const before = answered;
      await call();
      meanwhile.push(answered - before);
    }
    isOver = true;
    await traffic;
    return meanwhile;
  }

  test('an advance, a change of the clock, a snapshot, a trigger, a reset and a deletion each end while the traffic goes on', async () => {
    const meanwhile = await underTraffic(control => [
      () => control.call('advanceClock', { body: { by: '1s' } }),
      () => control.call('setClock', { body: { mode: '1x' } }),
      () => control.call('setClock', { body: { mode: 'manual' } }),
      () => control.call('takeSnapshot', { body: { name: 'under-traffic' } }),
      () => control.call('triggerEvent', { body: { event: 'order.delegating' } }),
      () => control.call('advanceClock', { body: { by: '0s' } }),
      () => control.call('restoreSnapshot', { path: { name: 'under-traffic' } }),
      () => control.call('resetAccount'),
      () => control.call('deleteAccount'),
    ]);
    console.info('orders during each call:', meanwhile.join(' '));
    expect(Math.max(...meanwhile)).toBeLessThan(ORDERS_OF_A_SECOND);
  });
});

test('set-clock and a snapshot do not wait for an advance that waits for its webhooks', async () => {
  const { account, control } = await withSilentReceiver();
  const advance = await advancing(() => control.refusal('advanceClock', { body: { by: '1h' } }));
  await control.call('setClock', { body: { mode: '2x' } });
  const { taken_at } = await control.call('takeSnapshot', { body: { name: 'meanwhile' } });
  expect(Date.parse(taken_at)).toBe(account.nowMs);
  await control.call('deleteAccount');
  expect((await advance.result).outcome).toBe('409 INTERRUPTED');
});

test('an advance waits for the webhooks of its own orders, not for those of other requests', async () => {
  const account = started.sandbox.openAccount();
  const receiver = await started.sandbox.receive(account.account);
  await account.api.order({ ...ORDER, external_id: 'first' });
  await account.quiet();
  const other: string[] = [];
  receiver.always(async ({ event }) => {
    if (event.data.external_id !== 'first') return 'hang';
    if (event.event === 'order.delegating') {
      other.push((await account.api.order({ ...ORDER, external_id: 'other' })).outcome);
    }
    return 204;
  });
  const { reached } = await account.advance(4 * SECOND_MS);
  expect([reached, other]).toEqual([true, ['202']]);
  expect(Object.keys(account.state.inFlight)).toHaveLength(1);
  started.sandbox.core.closeAccount(account.account);
});

/** More orders than connections, so that webhooks wait. */
const ORDERS = MAX_CONCURRENCY + 16;

/** An account with a webhook on each connection to a receiver that does not respond, and with webhooks that wait. */
async function withOccupiedConnections(): Promise<Waiting> {
  const account = started.sandbox.openAccount({
    balanceSun: 1_000_000_000,
    settings: { webhook_timeout_ms: ENDLESS_MS },
  });
  const control = started.control.of(account.state.name);
  const receiver = await started.sandbox.receive(account.account);
  await control.call('takeSnapshot', { body: { name: 'before' } });
  receiver.always('hang');
  const orders = Array.from({ length: ORDERS }, (_, index) => ({ ...ORDER, external_id: `before-${index}` }));
  for (const some of [orders.slice(0, 50), orders.slice(50)]) {
    const { data } = await account.api.bulk(some);
    expect(data).toMatchObject({ failed: 0 });
  }
  await expect.poll(() => receiver.deliveries.length).toBe(MAX_CONCURRENCY);
  receiver.always(204);
  return { account, control, receiver };
}

/** The ways in which the run of an account ends, and the API key with which the account is used afterwards. */
const NEW_RUNS: readonly [string, (occupied: Waiting) => Promise<string>][] = [
  [
    'reset',
    async ({ account, control }) => {
      await control.call('resetAccount');
      return account.apiKey;
    },
  ],
  [
    'restored',
    async ({ account, control }) => {
      await control.call('restoreSnapshot', { path: { name: 'before' } });
      return account.apiKey;
    },
  ],
  [
    'deleted and created again',
    async ({ control, receiver }) => {
      await control.call('deleteAccount');
      const assumptions = { webhook_timeout_ms: ENDLESS_MS };
      const body = { clock: 'manual', webhook_url: receiver.url, assumptions } as const;
      return (await control.call('createNamedAccount', { body })).api_key;
    },
  ],
];

describe.each(NEW_RUNS)('when an account is %s', (_how, end) => {
  test('webhooks of before are no longer sent, and those of now do not wait for them', async () => {
    const occupied = await withOccupiedConnections();
    const { receiver } = occupied;
    const apiKey = await end(occupied);
    const { data } = await started.sandbox.api.as(apiKey).order({ ...ORDER, external_id: 'of-now' });
    await expect.poll(() => receiver.deliveries.length).toBeGreaterThan(MAX_CONCURRENCY);
    const later = receiver.events.slice(MAX_CONCURRENCY);
    expect(later.map(event => event.data.external_id)).toEqual(['of-now']);
    expect(later[0]!.data.order_id).toBe(data!.order_id);
  });
});
