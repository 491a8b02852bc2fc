import type { Severity } from './finding.ts';
import type { FindingRule } from './rule.ts';
import type { RuleId } from './rule-ids.generated.ts';
import { levelOf, type RuleSetting, type RuleSettings } from './rule-settings.ts';
import { RULES } from './rule-table.ts';
import { reasonOf, type Situation } from './situations.ts';

/** Whether a rule was judged, so that one without findings can be told from one that could have none. */
export interface RuleJudgement {
  /** The id of the rule. */
  readonly id: string;
  readonly title: string;
  /** That of its findings; null for a rule that is off. */
  readonly severity: Severity | null;
  /** `not-applicable`: nothing has happened in which the mistake could be made. */
  readonly status: 'judged' | 'not-applicable' | 'off';
  /** Why it was not judged; null if it was, or if it was switched off without a reason. */
  readonly reason: string | null;
}

const settingOf = ({ id }: FindingRule, settings: RuleSettings): RuleSetting | undefined =>
  settings[id as RuleId];

/** The reason that a setting gives. */
const givenReason = (setting: RuleSetting): string | null =>
  (typeof setting === 'object' && setting.reason) || null;

function judgement(
  rule: FindingRule,
  settings: RuleSettings,
  isMet: (situation: Situation) => boolean,
): RuleJudgement {
  const { id, title, needs } = rule;
  const setting = settingOf(rule, settings);
  const level = setting === undefined ? rule.severity : levelOf(setting);
  if (level === 'off') {
    return { id, title, severity: null, status: 'off', reason: givenReason(setting!) };
  }
  return isMet(needs)
    ? { id, title, severity: level, status: 'judged', reason: null }
    : { id, title, severity: level, status: 'not-applicable', reason: reasonOf(needs) };
}

/** Whether each rule was judged, in the order of the rules. */
export const judgementsOf = (
  settings: RuleSettings,
  isMet: (situation: Situation) => boolean,
): RuleJudgement[] => RULES.map(rule => judgement(rule, settings, isMet));

/** The best that is known of a rule comes first. */
const STATUSES: readonly RuleJudgement['status'][] = ['judged', 'not-applicable', 'off'];

/**
 * Whether each rule was judged by any of several sandboxes.
 * @param settings of rules, which override those of the sandboxes
 */
export const mergeJudgements = (
  sandboxes: readonly (readonly RuleJudgement[])[],
  settings: RuleSettings = {},
): RuleJudgement[] =>
  RULES.map(rule => {
    const own = sandboxes.flatMap(judgements => judgements.filter(({ id }) => id === rule.id));
    const best = STATUSES.flatMap(status => own.find(one => one.status === status) ?? [])[0];
    const setting = settingOf(rule, settings);
    const level = setting && levelOf(setting);
    // A sandbox of an older version does not tell.
    if (level === 'off' || !best) return judgement(rule, settings, () => true);
    return level === undefined || best.severity === null ? best : { ...best, severity: level };
  });
