import { sumTrx } from '../../core/domain/money.ts';
import { trxText } from '../../core/text/wording.ts';
import {
  helpUriOf,
  type Report,
  type ReportRule,
  type ReportTable,
  SEVERITIES,
  type Severity,
  type SkippedCase,
} from '../report/report-model.ts';
import type { Finding } from './account-findings.ts';
import { groupFindings } from './finding-groups.ts';
import type { FindingRule } from './rule.ts';
import type { RuleId } from './rule-ids.generated.ts';
import { levelOf, type RuleSetting, type RuleSettings } from './rule-settings.ts';
import { RULES, type RuleAssessment } from './rule-table.ts';

/** Applies settings to the findings of sandboxes that did not know the settings. */
export const withSettings = (findings: readonly Finding[], settings: RuleSettings): Finding[] =>
  findings.flatMap(finding => {
    const setting: RuleSetting | undefined = settings[finding.rule as RuleId];
    const severity = setting === undefined ? finding.severity : levelOf(setting);
    return severity === 'off' ? [] : [{ ...finding, severity }];
  });

interface FindingsSelection {
  readonly title: string;
  readonly summary?: string;
  /** Only findings that are at least this severe. */
  readonly severity?: Severity | undefined;
  readonly rule?: string | undefined;
  readonly assessments: readonly RuleAssessment[];
}

const ruleOf = ({ id, severity, title, bug, cost, fix }: FindingRule): ReportRule => ({
  id,
  severity,
  title,
  help: `${bug}\n\n${cost}\n\n${fix}`,
  help_uri: helpUriOf('docs/findings.md', id),
});

const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);
const RANK_OF_RULE = new Map(RULES.map(({ id }, index) => [id, index]));
const ruleRank = (rule: string): number => RANK_OF_RULE.get(rule) ?? RULES.length;
const textOrder = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The most severe first, then what costs most; the same for any order of the findings. */
const compare = (one: Finding, other: Finding): number =>
  rank(one.severity) - rank(other.severity) ||
  ruleRank(one.rule) - ruleRank(other.rule) ||
  textOrder(one.account ?? '', other.account ?? '') ||
  textOrder(one.at, other.at) ||
  textOrder(one.message, other.message);

/** Sandboxes of different processes can have accounts of the same name. Then ids get a number: `paid-twice-1.2`. */
function withUniqueIds(findings: readonly Finding[]): Finding[] {
  const seen = new Map<string, number>();
  return findings.map(finding => {
    const key = JSON.stringify([finding.account, finding.id]);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? finding : { ...finding, id: `${finding.id}.${count}` };
  });
}

const skippedCase = ({ id, title, status, reason }: RuleAssessment): SkippedCase => ({
  id,
  title,
  kind: status === 'off' ? 'off' : 'not-applicable',
  reason: reason ?? 'no reason was given',
});

/** The findings by rule, if a rule has several: how many, how often each was broken, and what that cost. */
function groupTables(findings: readonly Finding[]): ReportTable[] {
  const groups = groupFindings(findings);
  if (groups.length === findings.length) return [];
  const rows = groups.map(({ rule, count, costTrx, findings: { length } }) => [
    rule,
    String(length),
    String(count),
    costTrx === null ? '' : `${costTrx} TRX`,
  ]);
  return [{ head: ['rule', 'findings', 'times', 'cost'], rows }];
}

/** What was lost, as the end of a title: `: 15.6 TRX lost, 3.9 TRX may be lost`; empty if nothing was. */
function lossOf(findings: readonly Finding[]): string {
  const sumOf = (isCertain: boolean): number | null =>
    sumTrx(
      findings.map(({ severity, cost_trx }) => ((severity === 'error') === isCertain ? cost_trx : null)),
    );
  const certain = sumOf(true);
  const likely = sumOf(false);
  const parts = [
    ...(certain === null ? [] : [`${trxText(certain)} lost`]),
    ...(likely === null ? [] : [`${trxText(likely)} may be lost`]),
  ];
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

/** A report on findings of one or several sandboxes, and on the rules that were asked for. */
export function findingsReport(findings: readonly Finding[], selection: FindingsSelection): Report {
  const { title, summary = '', severity = 'info', rule, assessments } = selection;
  const isAskedFor = (id: string, level: Severity): boolean =>
    rank(level) <= rank(severity) && (rule === undefined || id === rule);
  const selected = findings.filter(one => isAskedFor(one.rule, one.severity)).sort(compare);
  const found = new Set(selected.map(one => one.rule));
  const assessed = new Map(assessments.map(one => [one.id, one]));
  const rules = RULES.filter(
    one => found.has(one.id) || isAskedFor(one.id, assessed.get(one.id)?.severity ?? one.severity),
  );
  const others = rules.flatMap(({ id }) => (found.has(id) ? [] : (assessed.get(id) ?? [])));
  return {
    tool: 'findings',
    title: `${title}${lossOf(selected)}`,
    summary,
    rules: rules.map(ruleOf),
    results: withUniqueIds(selected),
    passed: others.filter(({ status }) => status === 'judged').map(({ id, title }) => ({ id, title })),
    skipped: others.filter(({ status }) => status !== 'judged').map(skippedCase),
    blocks: groupTables(selected),
    data: {},
  };
}
