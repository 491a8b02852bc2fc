import type { OrderStatus } from '../domain/order.ts';
import type { AttemptOutcome, AttemptRecord } from '../engine/account-state.ts';
import { mustBeAccepted } from '../scenario/receiver-duties.ts';
import { isScripted } from './scripted-responses.ts';

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

/** True if the client's own receiver has taken a genuine event that it has to understand. */
export const learnedByClient = ({
  plan: { corrupt },
  outcome,
}: Pick<AttemptRecord, 'plan' | 'outcome'>): boolean =>
  learned(outcome) && !isScripted(outcome) && mustBeAccepted(corrupt) && corrupt !== 'unknown-event';
