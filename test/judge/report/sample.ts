import { RULES } from '../../../src/judge/findings/rule-table.ts';
import { helpUriOf, type Report, type ReportResult } from '../../../src/judge/report/report-model.ts';

/** A result in which only some fields matter. */
export const result = (fields: Partial<ReportResult> = {}): ReportResult => ({
  id: 'paid-twice-1',
  rule: 'paid-twice',
  severity: 'error',
  message:
    'At 12:00:03, r-1 made order 17: 65,000 Energy; the response was a 502. At 12:00:09, r-2 bought it again.',
  fix: 'Repeat the request with the same external_id.',
  count: 1,
  cost_trx: 3.9,
  account: 'demo',
  orders: [17, 18],
  requests: ['r-1', 'r-2'],
  events: [],
  at: '2026-01-01T12:00:09.000Z',
  ...fields,
});

const POLLED = result({
  id: 'polled-too-often-1',
  rule: 'polled-too-often',
  severity: 'warning',
  message: 'Order 17 was queried 25 times within one second.',
  fix: 'Wait at least two seconds between status requests.',
  count: 3,
  cost_trx: null,
  orders: [17],
  requests: ['r-3'],
  events: [],
});

const SCOPE = result({
  id: 'hung-up-early-1',
  rule: 'hung-up-early',
  severity: 'info',
  message: 'The key never needed the scope bulk.',
  fix: 'Remove the scope.',
  cost_trx: null,
  orders: [],
  requests: [],
  events: [],
});

/** A report of findings under the rules of the project. */
export function findingsReport(fields: Partial<Report> = {}): Report {
  const results = fields.results ?? [result(), POLLED, SCOPE];
  const found = new Set(results.map(({ rule }) => rule));
  return {
    tool: 'findings',
    title: 'Findings of account demo',
    summary: 'Three of 25 rules found something.',
    rules: RULES.map(({ id, severity, title, bug, cost, fix }) => ({
      id,
      severity,
      title,
      help: `${bug}\n\n${cost}\n\n${fix}`,
      help_uri: helpUriOf('docs/findings.md', id),
    })),
    results,
    passed: RULES.filter(({ id }) => !found.has(id)).map(({ id, title }) => ({ id, title })),
    skipped: [],
    blocks: [],
    data: {},
    ...fields,
  };
}

/** A report of findings in which one rule passed, one is off, and two do not apply. */
export const partlyJudgedReport = (): Report =>
  findingsReport({
    results: [],
    passed: [{ id: 'external-id-reused', title: 'An id was reused.' }],
    skipped: [
      { id: 'duration-left-out', title: 'Refused.', kind: 'off', reason: 'one receiver only' },
      { id: 'paid-twice', title: 'Twice.', kind: 'not-applicable', reason: 'no response was lost' },
      { id: 'order-abandoned', title: 'Never.', kind: 'not-applicable', reason: 'no response was lost' },
    ],
  });

/** A report of an audit: cases that passed, failed and were not judged. */
export const auditReport = (): Report => ({
  ...findingsReport(),
  tool: 'audit',
  title: 'Audit of http://127.0.0.1:8080/hook',
  summary: '',
  rules: [
    { id: 'duplicate', severity: 'error', title: 'The same event twice', help: '', help_uri: null },
    { id: 'genuine', severity: 'error', title: 'A plain event', help: '', help_uri: null },
    { id: 'late', severity: 'error', title: 'An event after the end', help: '', help_uri: null },
  ],
  results: [
    result({
      id: 'duplicate',
      rule: 'duplicate',
      message: 'The second delivery was counted again.',
      account: null,
      cost_trx: null,
      at: null,
      orders: [],
      requests: [],
      events: ['order-1-order.completed-ab'],
      file: { path: 'explore/webhook duplicated.yaml', line: 3 },
    }),
  ],
  passed: [{ id: 'genuine', title: 'A plain event' }],
  skipped: [
    { id: 'late', title: 'An event after the end', kind: 'not-judged', reason: 'pass --probe to check it' },
  ],
  blocks: ['case       answer\nduplicate  200'],
  data: { cases: [{ id: 'duplicate', verdict: 'failed' }] },
});

/** Text that attacks terminals, XML, Markdown, HTML and workflow commands. */
const HOSTILE =
  'a\x1b[2J\x00\x07\r\n::error::forged\u009b31m\u202e\u2028\ud800\ufffe]]>&"\'<script>|`x`](javascript:1)@octo %0A{0}\x7f';

/** A report with hostile text in every string. */
export const hostileReport = (): Report => ({
  tool: 'findings',
  title: HOSTILE,
  summary: HOSTILE,
  rules: [{ id: HOSTILE, severity: 'error', title: HOSTILE, help: HOSTILE, help_uri: null }],
  results: (['error', 'warning', 'info'] as const).map((severity, index) => ({
    id: HOSTILE,
    rule: index === 0 ? HOSTILE : `${HOSTILE}${index}`,
    severity,
    message: HOSTILE,
    fix: HOSTILE,
    count: 2,
    cost_trx: null,
    account: HOSTILE,
    orders: [1],
    requests: [HOSTILE],
    events: [HOSTILE],
    at: null,
    ...(index === 0 ? { file: { path: HOSTILE, line: 1 } } : {}),
  })),
  passed: [{ id: `${HOSTILE}3`, title: HOSTILE }],
  skipped: [{ id: `${HOSTILE}4`, title: HOSTILE, kind: 'not-judged', reason: HOSTILE }],
  blocks: [`${HOSTILE}\n\`\`\`\`\n${HOSTILE}`],
  data: { [HOSTILE]: HOSTILE },
});
