import { describe, expect, test } from 'vitest';
import {
  errorCodeOf,
  isTerminal,
  ORDER_STATUSES,
  type OrderStatus,
  TRANSITIONS,
} from '../../src/domain/order.ts';
import type { Order } from '../../src/engine/account-state.ts';
import { HAPPY_PATH } from './lives.ts';
import { World } from './world.ts';

/** The manual moves that lead to a state. */
const WAYS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  processing: [],
  delegating: ['delegating'],
  delegated: ['delegating', 'delegated'],
  undelegating: ['delegating', 'delegated', 'undelegating'],
  completed: ['delegating', 'delegated', 'undelegating', 'completed'],
  review: ['review'],
  failed: ['failed'],
};

function orderIn(world: World, status: OrderStatus): Order {
  const order = world.order();
  for (const step of WAYS[status]) expect(world.move(order, step)).toBe(step);
  return order;
}

const LEGAL = [
  'processing to delegating',
  'processing to review',
  'processing to failed',
  'delegating to delegated',
  'delegating to review',
  'delegating to failed',
  'delegated to undelegating',
  'undelegating to completed',
  'review to delegating',
  'review to delegated',
  'review to failed',
];

describe('an order', () => {
  const edges = ORDER_STATUSES.flatMap(from => ORDER_STATUSES.map(to => [from, to] as const));
  test.each(edges)('goes from %s to %s where the table has it, and nowhere else', (from, to) => {
    const world = new World([]);
    const order = orderIn(world, from);
    const before = JSON.stringify(world.account.state);
    const answer = world.move(order, to);
    if (LEGAL.includes(`${from} to ${to}`)) {
      expect(answer).toBe(to);
      expect(order.steps.at(-1)).toMatchObject({ status: to, atMs: world.nowMs, cause: 'by hand' });
    } else {
      expect(answer).toContain(`cannot go from ${from} to ${to}`);
      expect(JSON.stringify(world.account.state)).toBe(before);
    }
  });

  test.each(ORDER_STATUSES)('in %s can go where the table says', from => {
    expect(TRANSITIONS[from].map(to => `${from} to ${to}`)).toEqual(
      LEGAL.filter(edge => edge.startsWith(`${from} to `)),
    );
  });

  test('is in a final state only in completed and failed', () => {
    expect(ORDER_STATUSES.filter(isTerminal)).toEqual(['completed', 'failed']);
  });

  test('has an error code only in review and failed', () => {
    const codes = ORDER_STATUSES.map(errorCodeOf);
    expect(codes).toEqual([null, null, null, null, null, 'ORDER_REVIEW', 'ORDER_FAILED']);
  });
});

describe('a manual move', () => {
  test('lets the lifecycle continue from the new state', () => {
    const world = new World();
    const order = world.order();
    world.move(order, 'delegating');
    world.pass(9_000);
    expect(order.steps.map(({ status }) => status)).toEqual(['processing', 'delegating', 'delegated']);
  });

  test('removes the step that was scheduled before it', () => {
    const world = new World();
    const order = world.order();
    world.move(order, 'review');
    world.pass(86_400_000);
    expect(order.steps.at(-1)?.status).toBe('review');
  });

  test('that goes forward in the lifecycle does not repeat earlier steps', () => {
    const world = new World([
      { after: '1s', to: 'delegating' },
      { after: '1s', to: 'review' },
      { after: '1h', to: 'delegating' },
      { after: '1s', to: 'delegated' },
    ]);
    const order = world.order();
    world.pass(2_000);
    expect(world.move(order, 'delegating')).toBe('delegating');
    world.pass(1_000);
    expect(order.steps.map(({ status }) => status)).toEqual([
      'processing',
      'delegating',
      'review',
      'delegating',
      'delegated',
    ]);
  });

  test('of an order that does not exist is rejected', () => {
    const world = new World();
    expect(world.do('move', { order: 1, to: 'review' })).toMatchObject({ explain: 'there is no order 1' });
  });
});

describe('a refund', () => {
  const ledger = (world: World) => world.account.state.ledger.map(({ kind, amountSun }) => [kind, amountSun]);

  test.each<[string, number | undefined, number[]]>([
    ['at once is entered with the step to failed', 0, [3_900_000, 3_900_000]],
    ['later is entered when it is due', 5_000, [0, 3_900_000]],
    ['never is not entered', undefined, [0, 0]],
  ])('%s', (_name, refundAfterMs, [atFailure, later]) => {
    const refunded = refundAfterMs === undefined ? {} : { refund: { after: `${refundAfterMs}ms` } };
    const world = new World([{ after: '1s', to: 'failed', ...refunded }]);
    const order = world.order();
    const spent = world.account.state.balanceSun;
    world.pass(1_000);
    expect(world.account.state.balanceSun - spent).toBe(atFailure);
    world.pass(4_999);
    expect(world.account.state.balanceSun - spent).toBe(atFailure);
    world.pass(1);
    expect(world.account.state.balanceSun - spent).toBe(later);
    expect(order.refund?.atOnce).toBe(refundAfterMs === undefined ? undefined : refundAfterMs === 0);
  });

  test('that is made manually is entered once, although another was scheduled for later', () => {
    const world = new World([{ after: '1s', to: 'failed', refund: { after: '5s' } }]);
    const order = world.order();
    world.pass(1_000);
    world.do('refund', { order: order.id });
    world.do('refund', { order: order.id });
    world.pass(60_000);
    expect(ledger(world)).toEqual([
      ['opening', 100_000_000],
      ['debit', -3_900_000],
      ['refund', 3_900_000],
    ]);
    expect(order.refund?.atMs).toBe(world.nowMs - 60_000);
  });

  test.each(ORDER_STATUSES.filter(status => status !== 'failed'))('by hand is refused in %s', status => {
    const world = new World([]);
    const order = orderIn(world, status);
    expect(world.do('refund', { order: order.id })).toMatchObject({ rejected: 'REFUND_NOT_ALLOWED' });
    expect(order.refund).toBeNull();
  });
});

test('a long jump in time runs all work at its due times, in order', () => {
  const world = new World(HAPPY_PATH);
  const order = world.order();
  const startMs = world.nowMs;
  world.pass(365 * 86_400_000);
  expect(order.steps.map(({ atMs }) => atMs - startMs)).toEqual([0, 3_000, 12_000, 3_612_000, 3_621_000]);
});

test('an instant in the past counts as the latest known instant', () => {
  const world = new World();
  world.pass(10_000);
  world.nowMs -= 5_000;
  const order = world.order();
  expect(order.steps[0]!.atMs).toBe(world.nowMs + 5_000);
});
