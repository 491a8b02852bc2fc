import { expect } from 'vitest';
import { PATIENT } from './examples/follower.ts';
import { HOUR_MS, MINUTE_MS, play, SECOND_MS, WISH } from './stage.ts';

const WHOLE_LIFE = [
  'order.processing',
  'order.delegating',
  'order.delegated',
  'order.undelegating',
  'order.completed',
];

play('webhooks-lost', 'not a single webhook comes; who asks for the status still learns all', async stage => {
  const bookkeeper = stage.employ();
  const orderId = await stage.order('a');
  expect((await stage.follow(orderId)).belief).toBe('completed');
  expect(stage.receiver.deliveries).toEqual([]);
  // Who relies on webhooks alone knows of no order.
  expect(bookkeeper.statusOf(orderId)).toBeUndefined();
  expect(stage.sandbox.state.events.map(event => event.state)).toEqual(WHOLE_LIFE.map(() => 'dropped'));
});

play(
  'webhook-duplicated',
  'every webhook comes twice, byte for byte; by event_id it counts once',
  async stage => {
    const bookkeeper = stage.employ();
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    expect(stage.receiver.deliveries).toHaveLength(2 * WHOLE_LIFE.length);
    for (const kind of WHOLE_LIFE) {
      const [one, other] = stage.receiver.deliveries.filter(({ event }) => event.event === kind);
      expect(other!.body.equals(one!.body)).toBe(true);
      expect(other!.headers['x-webhook-signature']).toBe(one!.headers['x-webhook-signature']);
    }
    expect(bookkeeper.believed).toEqual(WHOLE_LIFE);
    expect(bookkeeper.credited).toEqual([orderId]);
  },
);

play('webhook-duplicated', 'who does not deduplicate credits twice', async stage => {
  const naive = stage.employ({ deduplicates: 'not at all' });
  const orderId = await stage.order('a');
  await stage.sandbox.settle();
  expect(naive.credited).toEqual([orderId, orderId]);
});

play('webhook-duplicated', 'who looks, waits and only then marks lets both copies in', async stage => {
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
});

play('webhook-reordered', 'events arrive behind the ones that follow them', async stage => {
  const bookkeeper = stage.employ();
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

play('webhook-reordered', 'who stores whatever came last takes a completed order back', async stage => {
  const naive = stage.employ({ keeps: 'last that came' });
  const orderId = await stage.order('a');
  await stage.sandbox.advance(12 * SECOND_MS);
  expect(naive.statusOf(orderId)).toBe('delegating');
  await stage.sandbox.settle();
  expect(naive.statusOf(orderId)).toBe('undelegating');
});

play('webhook-late', 'every webhook comes 10 minutes after its event', async stage => {
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

play('webhook-late', 'who lets a webhook overwrite what it polled goes back in time', async stage => {
  const naive = stage.employ({ keeps: 'last that came' });
  const orderId = await stage.order('a');
  const polled = await stage.follow(orderId, { ...PATIENT, final: ['delegated'] });
  naive.books.set(orderId, { status: polled.belief, refunded: false, createdAt: '' });
  await stage.sandbox.advance(10 * MINUTE_MS - 12 * SECOND_MS);
  expect(naive.statusOf(orderId)).not.toBe('delegated');
  expect((await stage.api.status({ id: orderId })).data.status).toBe('delegated');
});

play(
  'webhook-replayed',
  'the delegated webhook comes again behind the completed one, byte for byte',
  async stage => {
    const bookkeeper = stage.employ();
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

play(
  'webhook-replayed',
  'who forgets event ids credits twice and takes a completed order back',
  async stage => {
    const naive = stage.employ({ deduplicates: 'not at all', keeps: 'last that came' });
    const orderId = await stage.order('a');
    await stage.sandbox.settle();
    expect(naive.credited).toEqual([orderId, orderId]);
    expect(naive.statusOf(orderId)).toBe('delegated');
  },
);

play('webhook-before-response', 'the first webhook is answered before the order is', async stage => {
  const told: string[] = [];
  stage.receiver.always(({ event }) => {
    told.push(event.event);
    return 204;
  });
  const answered = stage.api.order({ external_id: 'a', ...WISH }).then(answer => {
    told.push('the answer');
    return answer;
  });
  expect((await answered).outcome).toBe('202');
  expect(told).toEqual(['order.processing', 'the answer']);
  await stage.sandbox.settle();
  expect(stage.receiver.names).toEqual(WHOLE_LIFE);
});

play(
  'webhook-before-response',
  'who does not know the order yet and fails gets the event again',
  async stage => {
    const known = new Set<number>();
    stage.receiver.always(({ event }) => (known.has(event.data.order_id) ? 204 : 404));
    known.add(await stage.order('a'));
    expect(stage.sandbox.state.events[0]!.attempts.map(({ outcome }) => outcome.status)).toEqual([404]);
    await stage.sandbox.advance(HOUR_MS);
    expect(stage.sandbox.state.events[0]!.attempts.map(({ outcome }) => outcome.status)).toEqual([404, 204]);
  },
);

play(
  'webhook-before-response',
  'who holds one lock over the call and the webhook waits in vain for the answer',
  async stage => {
    let unlock = (): void => undefined;
    const lock = new Promise<void>(resolve => {
      unlock = resolve;
    });
    stage.receiver.always(async () => {
      await lock;
      return 204;
    });
    const answer = await stage.api.order({ external_id: 'a', ...WISH });
    unlock();
    expect(answer.outcome).toBe('202');
    expect(stage.sandbox.state.events[0]!.attempts[0]!.outcome.kind).toBe('timeout');
  },
  { assumptions: { webhook_timeout_ms: 200 } },
);
