import type { AttemptOutcome } from '../engine/account-state.ts';
import { NO_HEADERS } from './response-capture.ts';

/** Why nothing is sent of a delivery that is no longer wanted. */
export const CANCELED = 'the account was reset, restored, deleted or stopped before the delivery ended';

/** The outcome of an attempt for which nothing was sent. */
export const notSent = (reason: string): AttemptOutcome => ({
  kind: 'unreachable',
  status: null,
  headers: NO_HEADERS,
  body: '',
  error: reason,
  durationMs: 0,
});
