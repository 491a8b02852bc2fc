import type { OrderErrorCode } from './error-codes.ts';

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

export type StateEventName = `order.${OrderStatus}`;

/** Types of events that announce something other than a state. The specification has no such types. */
const OTHER_EVENTS = [] as const;

export type EventName = StateEventName | (typeof OTHER_EVENTS)[number];

export const eventOf = (status: OrderStatus): StateEventName => `order.${status}`;

/** What an event in an order's timeline shows: the state that it announces, or itself if it announces something else. */
export const shownName = (status: OrderStatus, event: EventName): OrderStatus | EventName =>
  event === eventOf(status) ? status : event;

export const STATE_EVENTS: readonly StateEventName[] = ORDER_STATUSES.map(eventOf);

export const EVENT_NAMES: readonly EventName[] = [...STATE_EVENTS, ...OTHER_EVENTS];

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

export const isLegalEdge = (from: OrderStatus, to: OrderStatus): boolean => TRANSITIONS[from].includes(to);

/** The shortest path of transitions between two states, without the first; empty if there is none. */
export function pathBetween(from: OrderStatus, to: OrderStatus): readonly OrderStatus[] {
  const paths: OrderStatus[][] = [[from]];
  for (const path of paths) {
    const last = path.at(-1)!;
    if (last === to) return path.slice(1);
    for (const next of TRANSITIONS[last]) if (!path.includes(next)) paths.push([...path, next]);
  }
  return [];
}

/** True for completed and failed, which have no transitions. */
export const isTerminal = (status: OrderStatus): boolean => TRANSITIONS[status].length === 0;

/** The error_code of an order in a state (specification: Order status, error_code). */
export const errorCodeOf = (status: OrderStatus): OrderErrorCode | null =>
  status === 'review' ? 'ORDER_REVIEW' : status === 'failed' ? 'ORDER_FAILED' : null;
