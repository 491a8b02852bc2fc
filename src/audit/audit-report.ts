import { helpUriOf } from '../report/help-uri.ts';
import type { Report, ReportResult, ReportRule, ReportTable } from '../report/report.ts';
import type { Tint } from '../text/table.ts';
import type { AuditedCase, AuditVerdict } from './audit-options.ts';
import { AUDIT_CASES } from './case-table.ts';
import type { AuditCase } from './case-types.ts';
import { shownUrl } from './shown-url.ts';

const TINTS: Readonly<Record<AuditVerdict, Tint>> = {
  passed: 'green',
  failed: 'red',
  'not-judged': 'yellow',
};

const definitionOf = ({ id }: AuditedCase): AuditCase => AUDIT_CASES.find(one => one.id === id)!;

function ruleOf(audited: AuditedCase): ReportRule {
  const { id, title, criterion, cost, fix } = definitionOf(audited);
  return {
    id,
    severity: 'error',
    title,
    help: `Passes if: ${criterion} What a failure costs: ${cost} How to fix it: ${fix}`,
    helpUri: helpUriOf('docs/audit.md', id),
  };
}

const resultOf = (audited: AuditedCase): ReportResult => ({
  id: audited.id,
  rule: audited.id,
  severity: 'error',
  message: `${definitionOf(audited).title} Wrong: ${audited.message}. What it costs: ${definitionOf(audited).cost}`,
  fix: audited.fix,
  count: 1,
  costTrx: null,
  account: null,
  evidence: { orders: [], requests: [], events: [] },
  at: null,
});

/** All cases with their verdicts. What went wrong, or why a case was not judged, follows below. */
const verdictTable = (cases: readonly AuditedCase[]): ReportTable => ({
  head: ['case', 'verdict', 'what happened'],
  rows: cases.map(one => [
    one.id,
    { text: one.verdict, tint: TINTS[one.verdict] },
    one.verdict === 'passed' ? one.message : definitionOf(one).title,
  ]),
});

/** The result of an audit as a report. @param url of the receiver */
export function auditReport(url: string, cases: readonly AuditedCase[]): Report {
  const having = (verdict: AuditVerdict): AuditedCase[] => cases.filter(one => one.verdict === verdict);
  const receiver = shownUrl(url);
  return {
    tool: 'audit',
    schemaVersion: 1,
    title: `Audit of ${receiver}`,
    summary: '',
    rules: cases.map(ruleOf),
    results: having('failed').map(resultOf),
    passed: having('passed').map(one => ({ id: one.id, title: definitionOf(one).title })),
    skipped: having('not-judged').map(one => ({
      id: one.id,
      title: definitionOf(one).title,
      reason: one.message,
    })),
    blocks: [verdictTable(cases)],
    data: { url: receiver, cases },
  };
}
