import { beforeEach, describe, expect, test } from 'vitest';
import { isRejection } from '../../../src/core/domain/error-codes.ts';
import {
  errorCodeOf,
  isTerminal,
  ORDER_STATUSES,
  type OrderStatus,
  TRANSITIONS,
} from '../../../src/core/domain/order.ts';
import type { Order } from '../../../src/core/engine/account-state.ts';
import { whyUnreachable } from '../../../src/core/engine/order-lifecycle.ts';
import { activate, begin, order, pass, SECOND_MS, world } from './stage.ts';

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

/** Gives all orders a lifecycle; begins with an order. */
function orderWith(...lifecycle: object[]): Order {
  activate({ orders: [{ lifecycle }] });
  order();
  return world.account.state.orders[0]!;
}

/** Moves an order, the first one by default; returns its state, or the message of the rejection. */
function move(to: OrderStatus, id = 1): string {
  const moved = world.execute('move', { order: id, to });
  return isRejection(moved) ? moved.explain : moved.steps.at(-1)!.status;
}

function orderIn(status: OrderStatus): Order {
  const made = orderWith();
  for (const step of WAYS[status]) expect(move(step)).toBe(step);
  return made;
}

const statuses = (): string[] => world.account.state.orders[0]!.steps.map(({ status }) => status);

const LEGAL: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  processing: ['delegating', 'review', 'failed'],
  delegating: ['delegated', 'review', 'failed'],
  delegated: ['undelegating'],
  undelegating: ['completed'],
  completed: [],
  review: ['delegating', 'delegated', 'failed'],
  failed: [],
};

beforeEach(() => begin());

describe('an order', () => {
  const edges = ORDER_STATUSES.flatMap(from => ORDER_STATUSES.map(to => [from, to] as const));
  test.each(edges)('goes from %s to %s where the table has it, and nowhere else', (from, to) => {
    const order = orderIn(from);
    const before = world.json();
    const answer = move(to);
    if (LEGAL[from].includes(to)) {
      expect(answer).toBe(to);
      expect(order.steps.at(-1)).toMatchObject({
        status: to,
        atMs: world.account.state.nowMs,
        cause: 'by hand',
      });
    } else {
      expect(answer).toContain(`cannot go from ${from} to ${to}`);
      expect(world.json()).toBe(before);
    }
  });

  test('has the transitions, the final states and the error codes of the specification', () => {
    expect(TRANSITIONS).toEqual(LEGAL);
    expect(ORDER_STATUSES.filter(isTerminal)).toEqual(['completed', 'failed']);
    const codes = ORDER_STATUSES.map(errorCodeOf);
    expect(codes).toEqual([null, null, null, null, null, 'ORDER_REVIEW', 'ORDER_FAILED']);
  });
});

describe('a manual move', () => {
  test('lets the lifecycle continue from the new state', () => {
    order();
    move('delegating');
    pass(9 * SECOND_MS);
    expect(statuses()).toEqual(['processing', 'delegating', 'delegated']);
  });

  test('removes the step that was scheduled before it, but not the steps of other orders', () => {
    order();
    order();
    move('review');
    expect(world.account.state.agenda).toMatchObject([{ kind: 'step', order: 2 }]);
  });

  test('forward in the lifecycle does not repeat earlier steps', () => {
    orderWith(
      { after: '1s', to: 'delegating' },
      { after: '1s', to: 'review' },
      { after: '1h', to: 'delegating' },
      { after: '1s', to: 'delegated' },
    );
    pass(2 * SECOND_MS);
    expect(move('delegating')).toBe('delegating');
    pass(SECOND_MS);
    expect(statuses()).toEqual(['processing', 'delegating', 'review', 'delegating', 'delegated']);
  });

  test('back in the lifecycle continues from there', () => {
    orderWith({ after: '1s', to: 'delegating' }, { after: '1s', to: 'review' });
    pass(2 * SECOND_MS);
    move('delegating');
    pass(SECOND_MS);
    expect(statuses()).toEqual(['processing', 'delegating', 'review', 'delegating', 'review']);
  });
});

describe('a refund', () => {
  const refunds = () => world.account.state.ledger.filter(({ kind }) => kind === 'refund');

  test('by hand removes one that was scheduled for its order, is made once, and does not affect others', () => {
    order();
    order();
    for (const id of [1, 2]) world.execute('move', { order: id, to: 'failed', refundAfterMs: 5_000 });
    world.execute('refund', { order: 1 });
    world.execute('refund', { order: 1 });
    expect(world.account.state.agenda.map(task => task.kind === 'refund' && task.order)).toEqual([2]);
    pass(5_000);
    expect(refunds().map(row => row.orderId)).toEqual([1, 2]);
  });

  test.each(ORDER_STATUSES.filter(status => status !== 'failed'))('by hand is refused in %s', status => {
    const made = orderIn(status);
    const explain = `order 1 is ${status}; only a failed order can be refunded`;
    expect(world.execute('refund', { order: 1 })).toEqual({ rejected: 'REFUND_NOT_ALLOWED', explain });
    expect(made.refund).toBeNull();
  });
});

test('an instant in the past counts as the latest known instant', () => {
  pass(10 * SECOND_MS);
  const { nowMs } = world.account.state;
  pass(-5 * SECOND_MS);
  order();
  expect(world.account.state.orders[0]!.steps[0]!.atMs).toBe(nowMs);
});

const why = (...asked: [Parameters<typeof whyUnreachable>[1], number | null]) =>
  whyUnreachable(world.account.state, ...asked);

test('a state that the lifecycle of an order still contains will be reached', () => {
  order();
  expect([why('delegated', null), why('delegated', 1)]).toEqual([null, null]);
});

test('an order that was moved to a state outside its lifecycle will not change by itself', () => {
  order();
  move('review');
  expect(why('completed', 1)).toBe('order 1 is in review and will not change by itself');
});

test('one of several orders is enough; if none will reach the state, the reason is about the latest', () => {
  order();
  order();
  move('review');
  expect(why('completed', null)).toBeNull();
  expect(why('completed', 1)).toContain('order 1 is in review');
  move('failed', 2);
  expect(why('completed', null)).toBe(
    'no order will reach completed; order 2 is in failed and will not change by itself',
  );
});
