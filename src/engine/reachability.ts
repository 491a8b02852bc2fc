import type { OrderStatus } from '../domain/order.ts';
import type { AccountState, Order } from './account-state.ts';
import { statusOf } from './order-lifecycle.ts';
import { orderById } from './state-lookup.ts';

/** The states that an order will enter by itself. */
function statesAhead({ lifecycles }: AccountState, order: Order): OrderStatus[] {
  if (order.position < 0) return [];
  return lifecycles[order.lifecycle]!.steps.slice(order.position).map(step => step.to);
}

/** Why an order will not enter a state by itself any more, or null where it will. */
function whyNot(state: AccountState, order: Order, status: OrderStatus): string | null {
  const ahead = statesAhead(state, order);
  if (ahead.includes(status)) return null;
  const been = order.steps.find(step => step.status === status);
  if (been) return `order ${order.id} has been in ${status} already, at ${new Date(been.atMs).toISOString()}`;
  const rest = ahead.length > 0 ? `goes on to ${ahead.join(', ')}` : 'does not go on by itself';
  return `order ${order.id} is in ${statusOf(order)} and ${rest}`;
}

/**
 * Why no order will enter a state by itself, or null where one will.
 * @param id the only order that counts; null: any
 */
export function whyUnreachable(state: AccountState, status: OrderStatus, id: number | null): string | null {
  if (id !== null) return whyNot(state, orderById(state, id)!, status);
  if (state.orders.some(order => whyNot(state, order, status) === null)) return null;
  const last = state.orders.at(-1);
  return last ? `no order is on its way there; ${whyNot(state, last, status)}` : 'the account has no orders';
}
