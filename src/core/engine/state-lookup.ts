import type { OrderStatus } from '../domain/order.ts';
import type { AccountState, Order, WebhookEvent } from './account-state.ts';

type Orders = Pick<AccountState, 'orders' | 'firstOrderId'>;

/** The order with an id, or undefined. */
export const orderById = ({ orders, firstOrderId }: Orders, id: number): Order | undefined =>
  orders[id - firstOrderId];

/** The order that an event belongs to. */
export const orderOf = (state: Orders, event: WebhookEvent): Order => orderById(state, event.orderId)!;

/** The name of an order's event, such as `order.delegated` (specification: Events). */
export const eventNameOf = (order: Order, event: WebhookEvent): `order.${OrderStatus}` =>
  `order.${order.steps[event.step]!.status}`;
