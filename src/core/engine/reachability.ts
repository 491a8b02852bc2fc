import type { OrderStatus } from '../domain/order.ts';
import type { AccountState, Order } from './account-state.ts';
import { statusOf } from './order-lifecycle.ts';
import { orderById } from './state-lookup.ts';

/** The states that an order's lifecycle still has ahead. */
function statesAhead({ lifecycles }: AccountState, order: Order): OrderStatus[] {
  if (order.position < 0) return [];
  return lifecycles[order.lifecycle]!.steps.slice(order.position).map(step => step.to);
}

/** Why an order's lifecycle will not reach a state, or null if it will. */
function whyOrderCannot(state: AccountState, order: Order, status: OrderStatus): string | null {
  const ahead = statesAhead(state, order);
  if (ahead.includes(status)) return null;
  const past = order.steps.find(step => step.status === status);
  if (past) return `order ${order.id} was already in ${status}, at ${new Date(past.atMs).toISOString()}`;
  const rest = ahead.length > 0 ? `will go on to ${ahead.join(', ')}` : 'will not change by itself';
  return `order ${order.id} is in ${statusOf(order)} and ${rest}`;
}

/**
 * Why no order will reach a state by itself, or null if one will.
 * @param id the order in question; null: any order of the account
 */
export function whyUnreachable(state: AccountState, status: OrderStatus, id: number | null): string | null {
  if (id !== null) return whyOrderCannot(state, orderById(state, id)!, status);
  if (state.orders.some(order => whyOrderCannot(state, order, status) === null)) return null;
  const last = state.orders.at(-1);
  return last
    ? `no order will reach ${status}; ${whyOrderCannot(state, last, status)}`
    : 'the account has no orders';
}
