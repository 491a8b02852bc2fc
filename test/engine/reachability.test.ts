import { expect, test } from 'vitest';
import { whyUnreachable } from '../../src/engine/reachability.ts';
import { World } from './world.ts';

const why = (world: World, ...asked: [Parameters<typeof whyUnreachable>[1], number | null]) =>
  whyUnreachable(world.account.state, ...asked);

test('without orders, no state will be reached', () => {
  expect(why(new World(), 'completed', null)).toBe('the account has no orders');
});

test('a state that the lifecycle of an order still contains will be reached', () => {
  const world = new World();
  world.order();
  expect([why(world, 'delegated', null), why(world, 'delegated', 1)]).toEqual([null, null]);
});

test('a state that an order was already in will not be reached again, and the reason says when it was', () => {
  const world = new World();
  world.order();
  world.pass(3_000);
  expect(why(world, 'delegating', 1)).toBe('order 1 was already in delegating, at 2026-01-01T00:00:03.000Z');
  expect(why(world, 'processing', 1)).toBe('order 1 was already in processing, at 2026-01-01T00:00:00.000Z');
});

test('for a state that the lifecycle does not contain, the reason names the states that it does', () => {
  const world = new World();
  world.order();
  world.pass(3_000);
  expect(why(world, 'review', 1)).toBe(
    'order 1 is in delegating and will go on to delegated, undelegating, completed',
  );
});

test('an order that was moved to a state outside its lifecycle will not change by itself', () => {
  const world = new World();
  world.move(world.order(), 'review');
  expect(why(world, 'completed', 1)).toBe('order 1 is in review and will not change by itself');
});

test('one of several orders is enough; if none will reach the state, the reason is that of the latest', () => {
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
