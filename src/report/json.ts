import { jsonText } from './json-text.ts';
import { kindOf, type Report, type ReportResult, type SkippedCase, totalsOf } from './report.ts';

const resultData = (result: ReportResult): object => ({
  id: result.id,
  rule: result.rule,
  severity: result.severity,
  account: result.account,
  message: result.message,
  fix: result.fix,
  orders: result.evidence.orders,
  requests: result.evidence.requests,
  events: result.evidence.events,
  count: result.count,
  cost_trx: result.costTrx,
  at: result.at,
  ...(result.file ? { file: result.file } : {}),
});

const skippedData = (skipped: SkippedCase): object => ({
  id: skipped.id,
  title: skipped.title,
  kind: kindOf(skipped),
  reason: skipped.reason,
});

/** A report as indented JSON: the fields of every report, then the tool's own. */
export function renderJson(report: Report): string {
  const { tool, schemaVersion, title, summary, rules, results, passed, skipped, data } = report;
  const { errors, warnings, infos, costTrx, ...counts } = totalsOf(report);
  const common = {
    schema_version: schemaVersion,
    tool,
    title,
    summary,
    totals: { errors, warnings, infos, passed: counts.passed, skipped: counts.skipped, cost_trx: costTrx },
    results: results.map(resultData),
    passed,
    skipped: skipped.map(skippedData),
    rules: rules.map(({ helpUri, ...rule }) => ({ ...rule, help_uri: helpUri })),
  };
  return jsonText({ ...common, ...data, ...common });
}
