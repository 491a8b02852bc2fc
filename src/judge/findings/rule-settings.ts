import { inspect } from 'node:util';
import { isObject } from '../../core/domain/json.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { SEVERITIES, type Severity } from '../report/report-model.ts';
import { RULE_IDS, type RuleId } from './rule-ids.generated.ts';

/** The severity of a rule's findings; `off` does not report them. */
export type RuleLevel = Severity | 'off';

/** The level of a rule, alone or with the reason for it. */
export type RuleSetting = RuleLevel | { readonly severity: RuleLevel; readonly reason?: string };

/** Settings of rules by their ids. Rules without one have the severity that their author chose. */
export type RuleSettings = { readonly [Rule in RuleId]?: RuleSetting };

const LEVELS: readonly unknown[] = [...SEVERITIES, 'off'];
const EXPECTED = 'error, warning, info, off, or { severity, reason }';
const LONGEST_SHOWN = 80;

const shown = (value: unknown): string =>
  inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY }).slice(0, LONGEST_SHOWN);

/** `there is no rule "paid-twise"; did you mean "paid-twice"?`, or null for the id of a rule. */
export function ruleIdProblem(id: string): string | null {
  if ((RULE_IDS as readonly string[]).includes(id)) return null;
  const near = didYouMean(id, RULE_IDS) || `; the rules are ${RULE_IDS.join(', ')}`;
  return `there is no rule ${JSON.stringify(id.slice(0, LONGEST_SHOWN))}${near}`;
}

export function ruleSettingProblem(setting: unknown): string | null {
  if (!isObject(setting))
    return LEVELS.includes(setting) ? null : `expected ${EXPECTED}, got ${shown(setting)}`;
  const { severity, reason, ...others } = setting;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    return `unknown field ${JSON.stringify(unknown)}${didYouMean(unknown, ['severity', 'reason'])}`;
  }
  if (!LEVELS.includes(severity))
    return `severity: expected error, warning, info or off, got ${shown(severity)}`;
  if (reason === undefined || (typeof reason === 'string' && reason.trim() !== '')) return null;
  return `reason: expected a text, got ${shown(reason)}`;
}

/** The problem with the settings of rules; null if they are valid. */
export function ruleSettingsProblem(settings: unknown): string | null {
  if (!isObject(settings))
    return `expected an object with ${EXPECTED} by the ids of rules, got ${shown(settings)}`;
  for (const [id, setting] of Object.entries(settings)) {
    const unknown = ruleIdProblem(id);
    if (unknown !== null) return unknown;
    const problem = setting === undefined ? null : ruleSettingProblem(setting);
    if (problem !== null) return `${id}: ${problem}`;
  }
  return null;
}

export const levelOf = (setting: RuleSetting): RuleLevel =>
  typeof setting === 'string' ? setting : setting.severity;
