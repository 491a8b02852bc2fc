import { expect, test } from 'vitest';
import { whyUnreachable } from '../../src/engine/reachability.ts';
import { World } from './world.ts';

const why = (world: World, ...asked: [Parameters<typeof whyUnreachable>[1], number | null]) =>
  whyUnreachable(world.account.state, ...asked);

test('without orders no state will come', () => {
  expect(why(new World(), 'completed', null)).toBe('the account has no orders');
});

test('a state that lies ahead in the life of an order will come', () => {
  const world = new World();
  world.order();
  expect([why(world, 'delegated', null), why(world, 'delegated', 1)]).toEqual([null, null]);
});

test('a state that an order has been in will not come again, and it is told when it was', () => {
  const world = new World();
  world.order();
  world.pass(3_000);
  expect(why(world, 'delegating', 1)).toBe('order 1 was already in delegating, at 2026-01-01T00:00:03.000Z');
  expect(why(world, 'processing', 1)).toBe('order 1 was already in processing, at 2026-01-01T00:00:00.000Z');
});

test('a state off its way is told with the way that the order goes', () => {
  const world = new World();
  world.order();
  world.pass(3_000);
  expect(why(world, 'review', 1)).toBe(
    'order 1 is in delegating and will go on to delegated, undelegating, completed',
  );
});

test('an order that was moved off its life goes nowhere by itself', () => {
  const world = new World();
  world.move(world.order(), 'review');
  expect(why(world, 'completed', 1)).toBe('order 1 is in review and will not change by itself');
});

test('of several orders one that will come is enough; where none will, the latest tells why', () => {
  const world = new World();
  const [first, second] = [world.order(), world.order()];
  world.move(first, 'review');
  expect(why(world, 'completed', null)).toBeNull();
  expect(why(world, 'completed', first.id)).toContain('order 1 is in review');
  world.move(second, 'failed');
  expect(why(world, 'completed', null)).toBe(
    'no order will reach completed; order 2 is in failed and will not change by itself',
  );
});
