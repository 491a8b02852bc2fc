import { ERRORS } from '../domain/errors.ts';
import type { RuleHead, ScriptedReply } from './scenario-types.ts';

/** True if a reply replaces the actual response. Others only delay it or add headers. */
export const replacesTrueAnswer = ({ status, error, body }: ScriptedReply): boolean =>
  status !== undefined || error !== undefined || body !== undefined;

/** The status of a reply that replaces the actual response: its own, else that of its error. */
export const statusOfReply = ({ status, error }: ScriptedReply): number =>
  status ?? (error ? ERRORS[error].status : 200);

/** Names a rule for users, with its file and line. */
export const explainRule = ({ id, source }: RuleHead): string => `scripted by ${id} (${source})`;
