import { expect, test } from 'vitest';
import { drawOrder, type OrderDetail } from '../../src/dashboard/pages/order-timeline-layout.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + 1_000 * seconds).toISOString();

const delivery = (seconds: number, attempt = 1) => ({ at: at(seconds), attempt, outcome: 'refused' });

/** An order that failed after 12 s; what is not drawn is left out. */
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

test('every state has the same room, whatever the time between them', () => {
  const { stations } = drawOrder(orderWith({}));
  const [first, second, third] = stations.map(({ x }) => x) as [number, number, number];
  expect(second - first).toBe(third - second);
  expect(stations.map(({ sinceMs }) => sinceMs)).toEqual([null, 3_000, 9_000]);
});

test('between two states time runs evenly', () => {
  const { stations, money } = drawOrder(orderWith({ ledger: [{ at: at(7.5), amount_trx: -1 }] }));
  expect(money[0]!.x).toBe((stations[1]!.x + stations[2]!.x) / 2);
});

test('what comes after the last state is drawn behind it, within the picture', () => {
  const { stations, money, width } = drawOrder(orderWith({ ledger: [{ at: at(17), amount_trx: 1 }] }));
  expect(money[0]!.x).toBeGreaterThan(stations.at(-1)!.x);
  expect(money[0]!.x).toBeLessThan(width);
});

test('a state that is due is drawn as one that is ahead', () => {
  const { stations } = drawOrder(orderWith({ next_step: { to: 'completed', at: at(20) } }));
  expect(stations.at(-1)).toMatchObject({ status: 'completed', isAhead: true, sinceMs: 8_000 });
});

test('attempts at the same place stand one under the other', () => {
  const timeline = [
    { status: 'processing', at: at(0), event: { deliveries: [delivery(0), delivery(0, 2)] } },
  ];
  const { attempts, levels } = drawOrder(orderWith({ timeline }));
  expect(attempts.map(({ level }) => level)).toEqual([0, 1]);
  expect(levels).toBe(2);
});
