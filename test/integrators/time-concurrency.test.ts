import { expect, test } from 'vitest';
import { isoTime } from '../../src/domain/time-formats.ts';
import { addressNumber } from '../support/addresses.ts';
import { HOUR_MS, MINUTE_MS, ORDER_FIELDS, SECOND_MS, startStage } from './stage.ts';

const OFFSETS_S = [0, 3, 12, 3_612, 3_621];

test('a receiver that requests the status during a delivery sees the state and time of the delivery', async () => {
  const stage = await startStage();
  await using _sandbox = stage.sandbox;
  const seen: string[] = [];
  stage.receiver.always(async ({ event }) => {
    const { data } = await stage.api.status({ id: event.data.order_id });
    expect(data).toMatchObject({ status: event.data.status, updated_at: event.data.updated_at });
    expect(event.created_at).toBe(isoTime(stage.sandbox.nowMs));
    seen.push(data.status);
    return 204;
  });
  await stage.order('a');
  await stage.sandbox.advance(48 * HOUR_MS);
  expect(seen).toEqual(['processing', 'delegating', 'delegated', 'undelegating', 'completed']);
});

test('an order that a receiver places during an advance progresses within it', async () => {
  const stage = await startStage();
  await using _sandbox = stage.sandbox;
  stage.receiver.always(async ({ event }) => {
    if (event.event === 'order.completed' && event.data.order_id === 1) await stage.order('next');
    return 204;
  });
  await stage.order('a');
  await stage.sandbox.advance(3 * HOUR_MS);
  const [first, second] = stage.sandbox.state.orders;
  expect(second!.steps[0]!.atMs).toBe(first!.steps.at(-1)!.atMs);
  expect(second!.steps.map(step => (step.atMs - second!.steps[0]!.atMs) / SECOND_MS)).toEqual(OFFSETS_S);
});

test('concurrent advances run one after another', async () => {
  const stage = await startStage();
  await using _sandbox = stage.sandbox;
  await stage.order('a');
  const startedMs = stage.sandbox.nowMs;
  const advances = await Promise.all(Array.from({ length: 10 }, () => stage.sandbox.advance(2 * SECOND_MS)));
  expect(advances.map(({ nowMs }) => (nowMs - startedMs) / SECOND_MS)).toEqual([
    2, 4, 6, 8, 10, 12, 14, 16, 18, 20,
  ]);
  const fired = advances.map(one => one.fired.filter(({ kind }) => kind === 'order').length);
  expect(fired).toEqual([0, 1, 0, 0, 0, 1, 0, 0, 0, 0]);
});

test('orders placed while time advances have every step and webhook exactly once', async () => {
  const stage = await startStage();
  await using _sandbox = stage.sandbox;
  const ordering = Array.from({ length: 100 }, (_, index) =>
    stage.api.order({ external_id: `order-${index}`, package_id: 1, address: addressNumber(index + 10) }),
  );
  const advancing = Array.from({ length: 50 }, () => stage.sandbox.advance(SECOND_MS));
  const answers = await Promise.all(ordering);
  await Promise.all(advancing);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  await stage.sandbox.settle();
  const { orders, events } = stage.sandbox.state;
  for (const order of orders) {
    expect(order.steps.map(step => (step.atMs - order.steps[0]!.atMs) / SECOND_MS)).toEqual(OFFSETS_S);
  }
  expect(events.map(event => event.attempts.length)).toEqual(Array(500).fill(1));
  expect(new Set(stage.receiver.events.map(event => event.event_id)).size).toBe(500);
  expect(stage.receiver.deliveries).toHaveLength(500);
});

test('the clock stops when the goal of an advance is reached, although more work is due in the next advance', async () => {
  const stage = await startStage();
  await using _sandbox = stage.sandbox;
  await stage.order('a');
  const goal = { kind: 'happening', matches: (one: { kind: string }) => one.kind === 'attempt' } as const;
  const { advancer } = stage.sandbox.core;
  const [first, second] = await Promise.all([
    advancer.advance(stage.sandbox.account, () => goal),
    stage.sandbox.advance(MINUTE_MS),
  ]);
  expect(first.reached).toBe(true);
  expect(second.nowMs - first.nowMs).toBe(MINUTE_MS);
  expect(stage.receiver.names).toEqual(['order.processing', 'order.delegating', 'order.delegated']);
  expect((await stage.api.order({ ...ORDER_FIELDS })).outcome).toBe('202');
});
