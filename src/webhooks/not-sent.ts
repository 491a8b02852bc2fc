import type { AttemptOutcome } from '../engine/account-state.ts';
import { NO_HEADERS } from './response-capture.ts';

/** The outcome of an attempt for which nothing was sent. */
export const notSent = (reason: string): AttemptOutcome => ({
  kind: 'unreachable',
  status: null,
  headers: NO_HEADERS,
  body: '',
  error: reason,
  durationMs: 0,
});
