import type { RuleHead, ScriptedReply } from './scenario-types.ts';

/** True where a reply stands in place of the true answer; others only delay it or add headers. */
export const replacesTrueAnswer = ({ status, error, body }: ScriptedReply): boolean =>
  status !== undefined || error !== undefined || body !== undefined;

/** Names a rule for a person, with the file and line where it stands. */
export const explainRule = ({ id, source }: RuleHead): string => `scripted by ${id} (${source})`;
