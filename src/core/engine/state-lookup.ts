import { type EventName, eventOf } from '../domain/order.ts';
import type { AccountState, Order, OrderStep, WebhookEvent } from './account-state.ts';

type Orders = Pick<AccountState, 'orders' | 'firstOrderId'>;

/** The order with an id, or undefined. */
export const orderById = ({ orders, firstOrderId }: Orders, id: number): Order | undefined =>
  orders[id - firstOrderId];

/** The order that an event belongs to. */
export const orderOf = (state: Orders, event: WebhookEvent): Order => orderById(state, event.orderId)!;

/** The name of the event of a step, such as `order.delegated` (specification: Events). */
export const eventNameOfStep = ({ status, announces }: OrderStep): EventName => announces ?? eventOf(status);

/** The name of an order's event. */
export const eventNameOf = (order: Order, event: WebhookEvent): EventName =>
  eventNameOfStep(order.steps[event.step]!);

/** How many states an order has entered. */
export const stateCount = ({ steps }: Order): number => steps.filter(step => !step.announces).length;
