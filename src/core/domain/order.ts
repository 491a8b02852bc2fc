import type { OrderErrorCode } from './errors.ts';

/** The seven public states of an order (specification: States). */
export const ORDER_STATUSES = [
  'processing',
  'delegating',
  'delegated',
  'undelegating',
  'completed',
  'review',
  'failed',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The type of the webhook event that announces a state. */
export type EventName = `order.${OrderStatus}`;

/** All types of events, in the order of the states. */
export const EVENT_NAMES: readonly EventName[] = ORDER_STATUSES.map(status => `order.${status}` as const);

/** The transition table. All other transitions are refused. */
export const TRANSITIONS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  processing: ['delegating', 'review', 'failed'],
  delegating: ['delegated', 'review', 'failed'],
  delegated: ['undelegating'],
  undelegating: ['completed'],
  completed: [],
  review: ['delegating', 'delegated', 'failed'],
  failed: [],
};

/** True if the table contains the transition. */
export const isLegalEdge = (from: OrderStatus, to: OrderStatus): boolean => TRANSITIONS[from].includes(to);

/** True for completed and failed, which have no transitions. */
export const isTerminal = (status: OrderStatus): boolean => TRANSITIONS[status].length === 0;

/** The error_code of an order in a state (specification: Order status, error_code). */
export const errorCodeOf = (status: OrderStatus): OrderErrorCode | null =>
  status === 'review' ? 'ORDER_REVIEW' : status === 'failed' ? 'ORDER_FAILED' : null;
