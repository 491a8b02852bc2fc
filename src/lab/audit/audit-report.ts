import {
  helpUriOf,
  type Report,
  type ReportResult,
  type ReportRule,
  type ReportTable,
  resultOf,
} from '../../judge/report/report-model.ts';
import type { Tint } from '../../judge/report/table.ts';
import { type Exchange, type Sender, shownUrl } from './audit-messages.ts';
import type { AuditCase } from './case-stage.ts';
import { AUDIT_CASES } from './cases.ts';
import type { AuditedCase, AuditVerdict } from './options-and-result.ts';

const SEPARATOR = '-'.repeat(72);

/** A body as text. Bytes that are not UTF-8 are shown in hexadecimal. */
function bodyText(body: Buffer): string {
  const text = body.toString('utf8');
  return Buffer.from(text).equals(body) ? text : `(hexadecimal) ${body.toString('hex')}`;
}

/** The deliveries of a case in full: what was sent, and what came back. */
export function showExchanges(exchanges: readonly Exchange[], headOf: Sender['headOf']): string {
  const blocks = exchanges.map(({ message, answer }, index) => {
    const headers = Object.entries(answer.headers).flatMap(([name, values]) =>
      [values ?? []].flat().map(value => `${name}: ${value}`),
    );
    const response =
      answer.status === null
        ? [`(no response: ${answer.error})`]
        : [`HTTP/1.1 ${answer.status}`, ...headers, '', answer.body];
    const head = headOf(message).replaceAll('\r\n', '\n');
    const sent = message.body ? [head, '', bodyText(message.body)] : [head, ''];
    return [SEPARATOR, `${index + 1}. ${message.label}`, SEPARATOR, ...sent, '', ...response].join('\n');
  });
  return `${blocks.join('\n')}\n`;
}

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
    help_uri: helpUriOf('docs/audit.md', id),
  };
}

const resultFor = (audited: AuditedCase): ReportResult =>
  resultOf({
    id: audited.id,
    rule: audited.id,
    severity: 'error',
    message: `${definitionOf(audited).title} Wrong: ${audited.message}. What it costs: ${audited.cost}`,
    fix: audited.fix,
  });

/** All cases with their verdicts. The results below it say what went wrong, or why a case was not assessed. */
const verdictTable = (cases: readonly AuditedCase[]): ReportTable => ({
  head: ['case', 'verdict', 'what happened'],
  rows: cases.map(one => [
    one.id,
    { text: one.verdict, tint: TINTS[one.verdict] },
    one.verdict === 'passed' ? one.message : definitionOf(one).title,
  ]),
});

/** The result of an audit as a report. @param url the URL of the receiver */
export function auditReport(url: string, cases: readonly AuditedCase[]): Report {
  const having = (verdict: AuditVerdict): AuditedCase[] => cases.filter(one => one.verdict === verdict);
  const receiver = shownUrl(url);
  return {
    tool: 'audit',
    title: `Audit of ${receiver}`,
    summary: '',
    rules: cases.map(ruleOf),
    results: having('failed').map(resultFor),
    passed: having('passed').map(one => ({ id: one.id, title: definitionOf(one).title })),
    skipped: having('not-judged').map(one => ({
      id: one.id,
      title: definitionOf(one).title,
      kind: 'not-judged',
      reason: one.message,
    })),
    blocks: [verdictTable(cases)],
    data: { url: receiver, cases },
  };
}
