import type { OrderStatus } from '../domain/order.ts';
import type { AttemptOutcome, SendPlan } from '../engine/account-state.ts';
import type { ObservedOrder } from './observed-account.ts';

/** An order that was made by a request has entered a state. */
export interface OrderFact {
  readonly order: ObservedOrder;
  readonly status: OrderStatus;
  readonly atMs: number;
}

/** An order that was made by a request was refunded. */
export interface RefundFact {
  readonly order: ObservedOrder;
  readonly atMs: number;
}

/** A delivery of an event was made, and its outcome is known. */
export interface AttemptFact {
  readonly orderId: number;
  /** The order if a request made it; null for orders that were made by hand. */
  readonly order: ObservedOrder | null;
  /** Computes the event's id, which costs a hash. */
  readonly eventId: () => string;
  /** Such as `order.delegated`. */
  readonly event: string;
  /** What the event says of the order, which may since have moved on. */
  readonly status: OrderStatus;
  readonly refunded: boolean;
  readonly plan: SendPlan;
  readonly outcome: AttemptOutcome;
  /** True if a built-in receiver was told to respond so. */
  readonly isScripted: boolean;
  readonly atMs: number;
}

/** An event ran out of attempts. */
export interface ExhaustedFact {
  readonly orderId: number;
  readonly eventId: string;
  readonly event: string;
  readonly attempts: number;
  /** How many of them a correct receiver had to accept. */
  readonly acceptable: number;
  /** True if a built-in receiver was told to respond to the last attempt as it did. */
  readonly isScripted: boolean;
  readonly atMs: number;
}
