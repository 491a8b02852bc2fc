import type { RuleHead, ScriptedReply } from './scenario-types.ts';

/** True if a reply replaces the actual response. Others only delay it or add headers. */
export const replacesTrueAnswer = ({ status, error, body }: ScriptedReply): boolean =>
  status !== undefined || error !== undefined || body !== undefined;

/** Names a rule for users, with its file and line. */
export const explainRule = ({ id, source }: RuleHead): string => `scripted by ${id} (${source})`;
