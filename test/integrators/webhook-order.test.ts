import { expect } from 'vitest';
import { PATIENT } from './examples/follower.ts';
import { HOUR_MS, MINUTE_MS, ORDER_FIELDS, SECOND_MS, testScenario } from './stage.ts';

const WHOLE_LIFE = [
  'order.processing',
  'order.delegating',
  'order.delegated',
  'order.undelegating',
  'order.completed',
];

testScenario(
  'webhooks-lost',
  'no webhook is sent; a client that polls the status still sees everything',
  async stage => {
    const bookkeeper = stage.attachBookkeeper();
    const orderId = await stage.order('a');
    expect((await stage.follow(orderId)).belief).toBe('completed');
    expect(stage.receiver.deliveries).toEqual([]);
    // A client that only relies on webhooks does not see any order.
    expect(bookkeeper.statusOf(orderId)).toBeUndefined();
    expect(stage.sandbox.state.events.map(event => event.state)).toEqual(WHOLE_LIFE.map(() => 'dropped'));
  },
);

testScenario(
  'webhook-duplicated',
  'every webhook is delivered twice, byte for byte; by event_id it counts once',
  async stage => {
    const bookkeeper = stage.attachBookkeeper();
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    expect(stage.receiver.deliveries).toHaveLength(2 * WHOLE_LIFE.length);
    for (const kind of WHOLE_LIFE) {
      const [one, other] = stage.receiver.deliveries.filter(({ event }) => event.event === kind);
      expect(other!.body.equals(one!.body)).toBe(true);
      expect(other!.headers['x-webhook-signature']).toBe(one!.headers['x-webhook-signature']);
    }
    expect(bookkeeper.accepted).toEqual(WHOLE_LIFE);
    expect(bookkeeper.credited).toEqual([orderId]);
  },
);

testScenario('webhook-duplicated', 'a receiver that does not deduplicate credits twice', async stage => {
  const naive = stage.attachBookkeeper({ deduplicates: 'not at all' });
  const orderId = await stage.order('a');
  await stage.sandbox.settle();
  expect(naive.credited).toEqual([orderId, orderId]);
});

testScenario(
  'webhook-duplicated',
  'a receiver that checks, waits and then records the event_id accepts both copies',
  async stage => {
    const marked = new Set<string>();
    const credited: number[] = [];
    let arrived = 0;
    let bothAreHere = (): void => undefined;
    const both = new Promise<void>(resolve => {
      bothAreHere = resolve;
    });
    stage.receiver.always(async ({ event }) => {
      const isNew = !marked.has(event.event_id);
      arrived += 1;
      if (arrived === 2) bothAreHere();
      await both;
      marked.add(event.event_id);
      if (isNew) credited.push(event.data.order_id);
      return 204;
    });
    const orderId = await stage.order('a');
    await stage.sandbox.quiet();
    expect(credited).toEqual([orderId, orderId]);
  },
);

testScenario('webhook-reordered', 'events arrive after later ones', async stage => {
  const bookkeeper = stage.attachBookkeeper();
  const orderId = await stage.order('a');
  await stage.sandbox.settle();
  expect(stage.receiver.names).toEqual([
    'order.processing',
    'order.delegated',
    'order.delegating',
    'order.completed',
    'order.undelegating',
  ]);
  expect(bookkeeper.statusOf(orderId)).toBe('completed');
});

testScenario(
  'webhook-reordered',
  'a receiver that stores the last delivery reverts a completed order',
  async stage => {
    const naive = stage.attachBookkeeper({ keeps: 'last received' });
    const orderId = await stage.order('a');
    await stage.sandbox.advance(12 * SECOND_MS);
    expect(naive.statusOf(orderId)).toBe('delegating');
    await stage.sandbox.settle();
    expect(naive.statusOf(orderId)).toBe('undelegating');
  },
);

testScenario('webhook-late', 'every webhook is sent 10 minutes after its event', async stage => {
  const orderId = await stage.order('a');
  await stage.sandbox.advance(10 * MINUTE_MS - 1);
  expect(stage.receiver.names).toEqual([]);
  await stage.sandbox.advance(1);
  expect(stage.receiver.names).toEqual(['order.processing']);
  await stage.sandbox.settle();
  expect(stage.receiver.names).toEqual(WHOLE_LIFE);
  for (const event of stage.sandbox.state.events) {
    const step = stage.sandbox.state.orders[orderId - 1]!.steps[event.step]!;
    expect(event.attempts.map(attempt => attempt.atMs - step.atMs)).toEqual([10 * MINUTE_MS]);
  }
});

testScenario(
  'webhook-late',
  'a client that lets a webhook overwrite a polled status reverts it',
  async stage => {
    const naive = stage.attachBookkeeper({ keeps: 'last received' });
    const orderId = await stage.order('a');
    const polled = await stage.follow(orderId, { ...PATIENT, final: ['delegated'] });
    naive.books.set(orderId, { status: polled.belief, refunded: false, createdAt: '' });
    await stage.sandbox.advance(10 * MINUTE_MS - 12 * SECOND_MS);
    expect(naive.statusOf(orderId)).not.toBe('delegated');
    expect((await stage.api.status({ id: orderId })).data.status).toBe('delegated');
  },
);

testScenario(
  'webhook-replayed',
  'the delegated webhook is sent again after the completed one, byte for byte',
  async stage => {
    const bookkeeper = stage.attachBookkeeper();
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    expect(stage.receiver.names).toEqual([...WHOLE_LIFE, 'order.delegated']);
    const [first, again] = stage.receiver.deliveries.filter(({ event }) => event.event === 'order.delegated');
    expect(again!.body.equals(first!.body)).toBe(true);
    expect(again!.headers['x-webhook-signature']).toBe(first!.headers['x-webhook-signature']);
    expect(bookkeeper.credited).toEqual([orderId]);
    expect(bookkeeper.statusOf(orderId)).toBe('completed');
  },
);

testScenario(
  'webhook-replayed',
  'a receiver that forgets event ids credits twice and reverts a completed order',
  async stage => {
    const naive = stage.attachBookkeeper({ deduplicates: 'not at all', keeps: 'last received' });
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    expect(naive.credited).toEqual([orderId, orderId]);
    expect(naive.statusOf(orderId)).toBe('delegated');
  },
);

testScenario(
  'webhook-before-response',
  'the first webhook is answered before the order request',
  async stage => {
    const sequence: string[] = [];
    stage.receiver.always(({ event }) => {
      sequence.push(event.event);
      return 204;
    });
    const answered = stage.api.order({ external_id: 'a', ...ORDER_FIELDS }).then(answer => {
      sequence.push('response');
      return answer;
    });
    expect((await answered).outcome).toBe('202');
    expect(sequence).toEqual(['order.processing', 'response']);
    await stage.sandbox.settle();
    expect(stage.receiver.names).toEqual(WHOLE_LIFE);
  },
);

testScenario(
  'webhook-before-response',
  'a receiver that fails because it does not know the order gets the event again',
  async stage => {
    const known = new Set<number>();
    stage.receiver.always(({ event }) => (known.has(event.data.order_id) ? 204 : 404));
    known.add(await stage.order('a'));
    expect(stage.sandbox.state.events[0]!.attempts.map(({ outcome }) => outcome.status)).toEqual([404]);
    await stage.sandbox.advance(HOUR_MS);
    expect(stage.sandbox.state.events[0]!.attempts.map(({ outcome }) => outcome.status)).toEqual([404, 204]);
  },
);

testScenario(
  'webhook-before-response',
  'a client that holds one lock for the call and the webhook does not get the response',
  async stage => {
    let unlock = (): void => undefined;
    const lock = new Promise<void>(resolve => {
      unlock = resolve;
    });
    stage.receiver.always(async () => {
      await lock;
      return 204;
    });
    const answer = await stage.api.order({ external_id: 'a', ...ORDER_FIELDS });
    unlock();
    expect(answer.outcome).toBe('202');
    expect(stage.sandbox.state.events[0]!.attempts[0]!.outcome.kind).toBe('timeout');
  },
  { assumptions: { webhook_timeout_ms: 200 } },
);
