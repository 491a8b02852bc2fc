import { expect, test } from 'vitest';
import { LatestOrders } from '../../src/judge/latest-orders.ts';

function filled(limit: number, firstId: number, count: number): LatestOrders<string> {
  const orders = new LatestOrders<string>(limit);
  for (let id = firstId; id < firstId + count; id++) orders.set(id, `order ${id}`);
  return orders;
}

test('it knows the latest orders, at least half of its limit', () => {
  const orders = filled(10, 48_213, 99);
  expect(orders.get(48_311)).toBe('order 48311');
  expect(orders.get(48_307)).toBe('order 48307');
  expect(orders.get(48_213)).toBeUndefined();
  expect(orders.get(48_312)).toBeUndefined();
  expect([...orders.values()].length).toBeGreaterThanOrEqual(5);
  expect([...orders.values()].length).toBeLessThan(10);
});

test('ids without a value are unknown, and are not listed', () => {
  const orders = filled(10, 1, 2);
  orders.set(5, 'order 5');
  expect(orders.get(3)).toBeUndefined();
  expect([...orders.values()]).toEqual(['order 1', 'order 2', 'order 5']);
});

test.each([
  ['before the others', 7],
  ['far after them', 1_000_000],
])('an id %s, as after a restored snapshot, replaces them', (_, id) => {
  const orders = filled(10, 48_213, 4);
  orders.set(id, 'restored');
  expect(orders.get(id)).toBe('restored');
  expect(orders.get(48_216)).toBeUndefined();
  expect([...orders.values()]).toEqual(['restored']);
});
