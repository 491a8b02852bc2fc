import type { AttemptOutcome } from '../engine/account-state.ts';

/** Statuses with which a receiver asks for a later attempt. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);

/** True if a receiver answered with a redirect or a refusal that a retry does not resolve. */
export const isRefused = ({ status }: AttemptOutcome): boolean =>
  status !== null && status >= 300 && status < 500 && !TEMPORARY.has(status);
