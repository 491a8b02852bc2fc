import { expect, test } from 'vitest';
import { layOutTimeline, type OrderDetail } from '../../src/dashboard/pages/order-timeline-layout.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + 1_000 * seconds).toISOString();

const delivery = (seconds: number, attempt = 1) => ({ at: at(seconds), attempt, outcome: 'refused' });

/** An order that failed after 12 s, reduced to the fields that are drawn. */
const orderWith = (parts: object): OrderDetail =>
  ({
    created_at: at(0),
    timeline: [
      { status: 'processing', at: at(0), event: { deliveries: [] } },
      { status: 'delegating', at: at(3), event: { deliveries: [] } },
      { status: 'failed', at: at(12), event: { deliveries: [] } },
    ],
    next_step: null,
    requests: [],
    ledger: [],
    ...parts,
  }) as unknown as OrderDetail;

test('states are equally far apart, whatever the time between them', () => {
  const { states } = layOutTimeline(orderWith({}));
  const [first, second, third] = states.map(({ x }) => x) as [number, number, number];
  expect(second - first).toBe(third - second);
  expect(states.map(({ sinceMs }) => sinceMs)).toEqual([null, 3_000, 9_000]);
});

test('the time scale between two states is linear', () => {
  const { states, money } = layOutTimeline(orderWith({ ledger: [{ at: at(7.5), amount_trx: -1 }] }));
  expect(money[0]!.x).toBe((states[1]!.x + states[2]!.x) / 2);
});

test('what happens after the last state is placed behind it, within the width', () => {
  const { states, money, width } = layOutTimeline(orderWith({ ledger: [{ at: at(17), amount_trx: 1 }] }));
  expect(money[0]!.x).toBeGreaterThan(states.at(-1)!.x);
  expect(money[0]!.x).toBeLessThan(width);
});

test('a state that is due is marked as ahead', () => {
  const { states } = layOutTimeline(orderWith({ next_step: { to: 'completed', at: at(20) } }));
  expect(states.at(-1)).toMatchObject({ status: 'completed', isAhead: true, sinceMs: 8_000 });
});

test('a webhook that follows the last state at once is placed at that state, and not in a column of its own', () => {
  const timeline = [
    { status: 'processing', at: at(0), event: { deliveries: [delivery(0.004)] } },
    { status: 'delegating', at: at(3), event: { deliveries: [delivery(3.005)] } },
  ];
  const { states, attempts } = layOutTimeline(orderWith({ timeline }));
  expect(attempts.at(-1)!.x).toBe(states.at(-1)!.x);
});

test('however many attempts share a position, no two of them overlap', () => {
  const deliveries = Array.from({ length: 9 }, (_, index) => delivery(0, index + 1));
  const { attempts } = layOutTimeline(
    orderWith({ timeline: [{ status: 'processing', at: at(0), event: { deliveries } }] }),
  );
  expect(new Set(attempts.map(({ level }) => level)).size).toBe(9);
});

test('attempts at the same position are stacked', () => {
  const timeline = [
    { status: 'processing', at: at(0), event: { deliveries: [delivery(0), delivery(0, 2)] } },
  ];
  const { attempts, levels } = layOutTimeline(orderWith({ timeline }));
  expect(attempts.map(({ level }) => level)).toEqual([0, 1]);
  expect(levels).toBe(2);
});
