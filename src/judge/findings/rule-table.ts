import type { Severity } from '../report/report-model.ts';
import { type FindingRule, reasonOf, type Situation } from './rule.ts';
import type { RuleId } from './rule-ids.generated.ts';
import { levelOf, type RuleLevel, type RuleSetting, type RuleSettings } from './rule-settings.ts';
import { ambiguousRequest } from './rules/ambiguous-request.ts';
import { broadcastIsNotSuccess } from './rules/broadcast-is-not-success.ts';
import { chargedAboveQuote } from './rules/charged-above-quote.ts';
import { deliveriesGivenUp } from './rules/deliveries-given-up.ts';
import { durationLeftOut } from './rules/duration-left-out.ts';
import { externalIdReused } from './rules/external-id-reused.ts';
import { forgedAccepted } from './rules/forged-accepted.ts';
import { genuineRefused } from './rules/genuine-refused.ts';
import { hungUpEarly } from './rules/hung-up-early.ts';
import { keyInUrl } from './rules/key-in-url.ts';
import { orderAbandoned } from './rules/order-abandoned.ts';
import { orderWithoutExternalId } from './rules/order-without-external-id.ts';
import { paidTwice } from './rules/paid-twice.ts';
import { polledTooOften } from './rules/polled-too-often.ts';
import { refusalIgnored } from './rules/refusal-ignored.ts';
import { transferBurned } from './rules/transfer-burned.ts';
import { unknownField } from './rules/unknown-field.ts';
import { unknownPath } from './rules/unknown-path.ts';
import { wrongContentType } from './rules/wrong-content-type.ts';

/** All rules, in the order in which findings are listed: what costs most comes first. */
export const RULES: readonly FindingRule[] = [
  paidTwice,
  orderAbandoned,
  externalIdReused,
  keyInUrl,
  refusalIgnored,
  forgedAccepted,
  genuineRefused,
  deliveriesGivenUp,
  transferBurned,
  broadcastIsNotSuccess,
  orderWithoutExternalId,
  durationLeftOut,
  unknownField,
  unknownPath,
  ambiguousRequest,
  wrongContentType,
  polledTooOften,
  chargedAboveQuote,
  hungUpEarly,
];

/** Whether a rule was assessed, to distinguish a rule without findings from a rule that could not have any. */
export interface RuleAssessment {
  readonly id: string;
  readonly title: string;
  /** The severity of its findings; null for a rule that is off. */
  readonly severity: Severity | null;
  /** `not-applicable`: nothing has happened in which the mistake could be made. */
  readonly status: 'judged' | 'not-applicable' | 'off';
  /** Why it was not assessed; null if it was, or if it was switched off without a reason. */
  readonly reason: string | null;
}

/** The severity of each rule that is not off, by the rule's id. One that is set applies to all findings of the rule. */
export type RuleSeverities = Readonly<
  Record<string, { readonly severity: Severity; readonly isSet: boolean }>
>;

const settingOf = ({ id }: FindingRule, settings: RuleSettings): RuleSetting | undefined =>
  settings[id as RuleId];

const levelIn = (rule: FindingRule, settings: RuleSettings): RuleLevel => {
  const setting = settingOf(rule, settings);
  return setting === undefined ? rule.severity : levelOf(setting);
};

/** The severity of every rule that is not off. */
export const severitiesOf = (settings: RuleSettings = {}): RuleSeverities =>
  Object.fromEntries(
    RULES.flatMap(rule => {
      const severity = levelIn(rule, settings);
      const isSet = settingOf(rule, settings) !== undefined;
      return severity === 'off' ? [] : [[rule.id, { severity, isSet }] as const];
    }),
  );

const givenReason = (setting: RuleSetting): string | null =>
  (typeof setting === 'object' && setting.reason) || null;

function assessment(
  rule: FindingRule,
  settings: RuleSettings,
  isCovered: (situation: Situation) => boolean,
): RuleAssessment {
  const { id, title, needs } = rule;
  const level = levelIn(rule, settings);
  if (level === 'off') {
    return { id, title, severity: null, status: 'off', reason: givenReason(settingOf(rule, settings)!) };
  }
  return isCovered(needs)
    ? { id, title, severity: level, status: 'judged', reason: null }
    : { id, title, severity: level, status: 'not-applicable', reason: reasonOf(needs) };
}

/** Whether each rule was assessed, in the order of the rules. */
export const assessmentsOf = (
  settings: RuleSettings,
  isCovered: (situation: Situation) => boolean,
): RuleAssessment[] => RULES.map(rule => assessment(rule, settings, isCovered));

/** If sandboxes differ, the status that comes first here applies. */
const STATUSES: readonly RuleAssessment['status'][] = ['judged', 'not-applicable', 'off'];

/**
 * Whether each rule was assessed by any of several sandboxes.
 * @param settings overrides the settings of the sandboxes
 */
export const mergeAssessments = (
  sandboxes: readonly (readonly RuleAssessment[])[],
  settings: RuleSettings = {},
): RuleAssessment[] =>
  RULES.map(rule => {
    const own = sandboxes.flatMap(assessments => assessments.filter(({ id }) => id === rule.id));
    const best = STATUSES.flatMap(status => own.find(one => one.status === status) ?? [])[0];
    const setting = settingOf(rule, settings);
    const level = setting && levelOf(setting);
    // A sandbox of an older version may not know the rule.
    if (level === 'off' || !best) return assessment(rule, settings, () => true);
    return level === undefined || best.severity === null ? best : { ...best, severity: level };
  });
