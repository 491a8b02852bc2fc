import { helpUriOf } from '../report/help-uri.ts';
import type { Report, ReportResult, ReportRule, SkippedCase } from '../report/report.ts';
import { type Finding, SEVERITIES, type Severity } from './finding.ts';
import type { FindingRule } from './rule.ts';
import type { RuleId } from './rule-ids.generated.ts';
import { levelOf, type RuleSetting, type RuleSettings } from './rule-settings.ts';
import { RULES } from './rule-table.ts';

/** What a report is about. */
export interface FindingsSelection {
  readonly title: string;
  readonly summary?: string;
  /** Only findings that are at least this severe. */
  readonly severity?: Severity | undefined;
  /** Only findings of the rule with this id. */
  readonly rule?: string | undefined;
  /** The settings of rules. One that is off is not judged. */
  readonly settings?: RuleSettings | undefined;
}

const ruleOf = ({ id, severity, title, bug, cost, fix }: FindingRule): ReportRule => ({
  id,
  severity,
  title,
  help: `${bug}\n\n${cost}\n\n${fix}`,
  helpUri: helpUriOf('docs/findings.md', id),
});

const resultOf = (finding: Finding): ReportResult => {
  const { orders, requests, events, cost_trx: costTrx, ...rest } = finding;
  return { ...rest, costTrx, evidence: { orders, requests, events } };
};

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

/** A rule that is off, with the reason that its setting gives; null for one that is judged. */
function skippedCase({ id, title }: FindingRule, settings: RuleSettings): SkippedCase | null {
  const setting: RuleSetting | undefined = settings[id as RuleId];
  if (setting === undefined || levelOf(setting) !== 'off') return null;
  const reason = (typeof setting === 'object' && setting.reason) || 'switched off';
  return { id, title, reason };
}

/** A report on findings of one or several sandboxes, under the rules that were asked for. */
export function findingsReport(findings: readonly Finding[], selection: FindingsSelection): Report {
  const { title, summary = '', severity = 'info', rule, settings = {} } = selection;
  const isAskedFor = (id: string, level: Severity): boolean =>
    rank(level) <= rank(severity) && (rule === undefined || id === rule);
  const selected = findings.filter(one => isAskedFor(one.rule, one.severity)).sort(compare);
  const found = new Set(selected.map(one => one.rule));
  const rules = RULES.filter(one => found.has(one.id) || isAskedFor(one.id, one.severity));
  const others = rules.filter(({ id }) => !found.has(id));
  const skipped = others.map(one => skippedCase(one, settings)).filter(one => one !== null);
  const isSkipped = new Set(skipped.map(({ id }) => id));
  return {
    tool: 'findings',
    schemaVersion: 1,
    title,
    summary,
    rules: rules.map(ruleOf),
    results: withUniqueIds(selected).map(resultOf),
    passed: others.filter(({ id }) => !isSkipped.has(id)).map(({ id, title }) => ({ id, title })),
    skipped,
    blocks: [],
    data: {},
  };
}
