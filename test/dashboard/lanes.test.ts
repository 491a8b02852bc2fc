import { expect, test } from 'vitest';
import { layOutLanes } from '../../src/dashboard/pages/order/lane-layout.ts';

type Event = Parameters<typeof layOutLanes>[0][number];

const START = Date.UTC(2026, 0, 1);
const at = (seconds: number): string => new Date(START + 1_000 * seconds).toISOString();

const event = (delays: readonly number[], planned: readonly number[] = [], startsAt = 0): Event =>
  ({
    created_at: at(startsAt),
    deliveries: delays.map(delay => ({ at: at(startsAt + delay) })),
    planned_attempts: planned.map((delay, index) => ({
      number: delays.length + 1 + index,
      at: at(startsAt + delay),
    })),
  }) as unknown as Event;

test('attempts are placed by the time since their event, so that equal schedules line up', () => {
  const { lanes } = layOutLanes([event([0, 5, 35, 7_200]), event([0, 5, 35, 7_200], [], 12)]);
  expect(lanes[1]!.marks.map(({ x }) => x)).toEqual(lanes[0]!.marks.map(({ x }) => x));
});

test('the axis is logarithmic: hours do not press the first seconds together', () => {
  const [lane] = layOutLanes([event([0, 5, 35, 7_200])]).lanes;
  const [first, second, third, last] = lane!.marks.map(({ x }) => x) as [number, number, number, number];
  expect([first, last]).toEqual([0, 100]);
  expect(second - first).toBeGreaterThan(15);
  expect(third - second).toBeGreaterThan(15);
});

test('deliveries at one instant are drawn beside each other', () => {
  const [lane] = layOutLanes([event([0, 0, 0, 30])]).lanes;
  expect(lane!.marks.map(({ shift }) => shift)).toEqual([0, 1, 2, 0]);
});

test('attempts to come are part of the axis', () => {
  const { lanes, ticks } = layOutLanes([event([0, 5], [35, 3_600])]);
  expect(lanes[0]!.planned.map(({ number }) => number)).toEqual([3, 4]);
  expect(lanes[0]!.planned.at(-1)!.x).toBe(100);
  expect(ticks.at(-1)!.ms).toBe(3_600_000);
});
