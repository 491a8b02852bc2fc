import type { OrderStatus } from '../domain/order.ts';
import type { AttemptOutcome } from '../engine/account-state.ts';
import type { AttemptFact } from './rule-facts.ts';

/** True if nothing more can happen to an order: completed, or failed with the refund. */
export const isEnd = ({
  status,
  refunded,
}: {
  readonly status: OrderStatus;
  readonly refunded: boolean;
}): boolean => status === 'completed' || (status === 'failed' && refunded);

/** True if the receiver has taken an event. */
export const learned = ({ kind }: AttemptOutcome): boolean => kind === 'acknowledged';

/** True if the client's own receiver has taken an event in a form that every receiver has to understand. */
export const learnedByClient = ({ plan: { corrupt }, outcome, isScripted }: AttemptFact): boolean =>
  learned(outcome) &&
  !isScripted &&
  (corrupt === null || corrupt === 'reserialised' || corrupt === 'extra-field');
