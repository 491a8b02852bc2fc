import { SCRIPTED_HEADER } from '../domain/scripted-header.ts';
import type { AttemptOutcome } from '../engine/account-state.ts';

/** True if a built-in receiver was told to respond so. */
export const isScripted = ({ headers }: AttemptOutcome): boolean => headers[SCRIPTED_HEADER] !== undefined;
