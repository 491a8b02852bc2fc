import { beforeEach, expect, test } from 'vitest';
import { whyUnreachable } from '../../../src/core/engine/reachability.ts';
import { begin, order, pass, world } from './stage.ts';

beforeEach(() => begin());

const why = (...asked: [Parameters<typeof whyUnreachable>[1], number | null]) =>
  whyUnreachable(world.account.state, ...asked);
const move = (id: number, to: 'review' | 'failed') => world.execute('move', { order: id, to });

test('without orders, no state will be reached', () => {
  expect(why('completed', null)).toBe('the account has no orders');
});

test('a state that the lifecycle of an order still contains will be reached', () => {
  order();
  expect([why('delegated', null), why('delegated', 1)]).toEqual([null, null]);
});

test('a state that an order was already in will not be reached again, and the reason says when it was', () => {
  order();
  pass(3_000);
  expect(why('delegating', 1)).toBe('order 1 was already in delegating, at 2026-01-01T00:00:03.000Z');
  expect(why('processing', 1)).toBe('order 1 was already in processing, at 2026-01-01T00:00:00.000Z');
});

test('for a state that the lifecycle does not contain, the reason names the states that it does', () => {
  order();
  pass(3_000);
  expect(why('review', 1)).toBe(
    'order 1 is in delegating and will go on to delegated, undelegating, completed',
  );
});

test('an order that was moved to a state outside its lifecycle will not change by itself', () => {
  order();
  move(1, 'review');
  expect(why('completed', 1)).toBe('order 1 is in review and will not change by itself');
});

test('one of several orders is enough; if none will reach the state, the reason is that of the latest', () => {
  order();
  order();
  move(1, 'review');
  expect(why('completed', null)).toBeNull();
  expect(why('completed', 1)).toContain('order 1 is in review');
  move(2, 'failed');
  expect(why('completed', null)).toBe(
    'no order will reach completed; order 2 is in failed and will not change by itself',
  );
});
