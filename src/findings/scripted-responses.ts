import type { AttemptOutcome } from '../engine/account-state.ts';

/**
 * The header by which a built-in receiver marks a response that it was told to give: it shows nothing about an
 * integration, so it is not a finding.
 */
export const SCRIPTED_HEADER = 'x-sandbox-scripted';

/** True if a built-in receiver was told to respond so. */
export const isScripted = ({ headers }: AttemptOutcome): boolean => headers[SCRIPTED_HEADER] !== undefined;
