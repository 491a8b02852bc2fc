import type { AttemptOutcome } from '../engine/account-state.ts';

/** Any 2xx acknowledges (specification: Events, Delivery). A redirect is a kind of its own, because it is never followed. */
export function outcomeOfStatus(status: number): AttemptOutcome['kind'] {
  if (status >= 200 && status < 300) return 'acknowledged';
  return status >= 300 && status < 400 ? 'redirected' : 'refused';
}
