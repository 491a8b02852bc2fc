import { describe, expect, test } from 'vitest';
import type { WebhookEvent } from '../../src/engine/account-state.ts';
import { addressNumber } from '../support/addresses.ts';
import { amount } from '../support/tier.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Stage, startStage } from './stage.ts';

/** The pauses after each failure (register of assumptions, webhook_retry_delays_ms). */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
];

/** The times of all attempts of an event that always fails, relative to the first. */
const INSTANTS_MS = [0, ...PAUSES_MS].map((_, index) =>
  PAUSES_MS.slice(0, index).reduce((sum, pause) => sum + pause, 0),
);

/** The milliseconds from an event's status change to each of its attempts. */
function instantsOf({ sandbox }: Stage, event: WebhookEvent): number[] {
  const step = sandbox.state.orders[event.orderId - 1]!.steps[event.step]!;
  return event.attempts.map(attempt => attempt.atMs - step.atMs);
}

test('a retry that is due 30 s after a failure is made 30 s after it, however long the advance is', async () => {
  const stage = await startStage();
  await using _sandbox = stage.sandbox;
  let failures = 2;
  stage.receiver.always(({ event }) => (event.event === 'order.processing' && failures-- > 0 ? 503 : 204));
  await stage.order('a');
  await stage.sandbox.advance(48 * HOUR_MS);
  const [event] = stage.sandbox.state.events;
  expect(instantsOf(stage, event!)).toEqual([0, 5 * SECOND_MS, 35 * SECOND_MS]);
  expect(event!.state).toBe('delivered');
});

describe.each([
  ['refuses with 500', 500],
  ['redirects', { redirectTo: 'http://127.0.0.1:9/' }],
  ['resets connections', 'reset'],
] as const)('a receiver that always %s', (_, reaction) => {
  test('gets nine attempts of each event at the documented times in one advance of 48 h', async () => {
    const stage = await startStage();
    await using _sandbox = stage.sandbox;
    stage.receiver.always(reaction);
    await stage.order('a');
    await stage.order('b');
    await stage.sandbox.advance(48 * HOUR_MS);
    const { events } = stage.sandbox.state;
    expect(events).toHaveLength(10);
    for (const event of events) {
      expect(instantsOf(stage, event)).toEqual(INSTANTS_MS);
      expect(event.state).toBe('exhausted');
    }
    expect(stage.receiver.deliveries).toHaveLength(90);
    const bodies = new Set(stage.receiver.deliveries.map(({ body }) => body.toString('utf8')));
    expect(bodies.size).toBe(10);
  });
});

test('many orders with a receiver that hangs have each attempt once, at its time', async () => {
  const stage = await startStage({
    assumptions: { webhook_timeout_ms: 60, webhook_retry_delays_ms: [5_000, 30_000] },
  });
  await using _sandbox = stage.sandbox;
  stage.receiver.always('hang');
  const orders = Array.from({ length: amount({ first: 10, long: 50 }) }, (_, index) => ({
    external_id: `item-${index}`,
    package_id: 1,
    address: addressNumber(index + 10),
  }));
  await stage.api.bulk(orders);
  await stage.api.bulk(orders.map(one => ({ ...one, external_id: `${one.external_id}-b` })));
  await stage.sandbox.settle();
  const { events, orders: kept } = stage.sandbox.state;
  expect(kept.map(order => order.steps.at(-1)!.status)).toEqual(kept.map(() => 'completed'));
  expect(events).toHaveLength(2 * orders.length * 5);
  for (const event of events) {
    expect(instantsOf(stage, event)).toEqual([0, 5_000, 35_000]);
    expect(event.attempts.map(({ outcome }) => outcome.kind)).toEqual(['timeout', 'timeout', 'timeout']);
  }
});
