import type { AttemptRecord, SendPlan, WebhookEvent } from './account-state.ts';

/** True if a delivery of the event was acknowledged. */
export const isAcknowledged = ({ attempts }: WebhookEvent): boolean =>
  attempts.some(({ outcome }) => outcome.kind === 'acknowledged');

/** True if an event was delivered at least once, or will never be delivered. */
export const isOut = ({ attempts, state }: WebhookEvent): boolean =>
  attempts.length > 0 || state === 'dropped' || state === 'unsent';

/** True if the order's next event need not wait: the first attempt is complete, delayed, held, or will never be made. */
export const isFirstAttemptOver = ({ attempts, state }: WebhookEvent): boolean =>
  state !== 'waiting' && (state !== 'sending' || attempts.some(({ plan }) => plan.kind === 'attempt'));

/** The record of a delivery whose outcome was just recorded. */
export const recordOf = ({ attempts }: WebhookEvent, delivered: SendPlan): AttemptRecord =>
  attempts.findLast(({ plan }) => plan === delivered)!;
