import type { Command } from 'commander';
import type { Finding, RuleJudgement } from '../../findings/finding.ts';
import { findingsReport } from '../../findings/findings-report.ts';
import { type FindingRule, reasonOf } from '../../findings/rule.ts';
import { RULES } from '../../findings/rule-table.ts';
import { exitCodeOf, type FailOn, helpUriOf, SEVERITIES, type Severity } from '../../report/report.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { oneOf, parseWith } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import {
  judge,
  type ReportFlags,
  reportTarget,
  withFailOn,
  withReportFlags,
  writeReport,
} from '../report-flags.ts';
import { findingsOf, judgementsIn, readParts } from '../run-parts.ts';
import { type Cell, printTable, wrapped } from '../terminal.ts';

interface Flags extends RemoteFlags, ReportFlags {
  readonly all?: boolean;
  readonly failOn: FailOn;
  readonly rule?: string;
  readonly severity?: Severity;
  readonly merge?: readonly string[];
  /** True without the id of a rule. */
  readonly explain?: string | true;
  readonly list?: boolean;
}

const EXAMPLES = `
The list is final: it includes what the client has not done by now. Findings
are cleared by a reset of the account.

Exit code: 0 nothing found, 1 findings as bad as --fail-on, 2 could not run.

Examples:
  energy-sandbox findings
  energy-sandbox findings --all --fail-on warning
  energy-sandbox findings --explain paid-twice
  energy-sandbox findings --list
  energy-sandbox findings --out findings.xml`;

const MAX_FINDINGS = 10_000;
const INDENT = 2;

const TINTS = { error: 'red', warning: 'yellow', info: 'blue' } as const;

const readRule = oneOf(
  'rule',
  RULES.map(({ id }) => id),
);

/** What is told of every rule. */
const explanationOf = ({ bug, cost, fix, needs }: FindingRule): readonly (readonly [string, string])[] => [
  ['How it happens', bug],
  ['What it costs', cost],
  ['How to fix it', fix],
  ['Not applicable if', reasonOf(needs)],
];

function explain(id: string, { json, format }: Flags, { out }: ProcessIo): void {
  const rule = RULES.find(one => one.id === id)!;
  const { severity, title, bug, cost, fix, needs } = rule;
  if (json || format === 'json') {
    out.json({
      id,
      severity,
      title,
      bug,
      cost,
      fix,
      not_applicable_if: reasonOf(needs),
      help_uri: helpUriOf('docs/findings.md', id),
    });
    return;
  }
  out.line(`${out.paint('bold', id)}  ${out.paint(TINTS[severity], severity)}`);
  for (const line of wrapped(title, out.columns)) out.line(line);
  for (const [question, answer] of explanationOf(rule)) {
    out.line(`\n${out.paint('bold', question)}`);
    for (const line of wrapped(answer, out.columns - INDENT)) out.line(' '.repeat(INDENT) + line);
  }
}

function listRules({ json, format }: Flags, { out }: ProcessIo): void {
  if (json || format === 'json') {
    out.json(RULES.map(({ id, severity, title }) => ({ id, severity, title })));
    return;
  }
  const row = ({ id, severity, title }: FindingRule): Cell[] => [
    { text: id, tint: 'bold' },
    { text: severity, tint: TINTS[severity] },
    title,
  ];
  const bySeverity = SEVERITIES.flatMap(severity => RULES.filter(rule => rule.severity === severity));
  printTable(out, bySeverity.map(row), { head: ['rule', 'severity', 'reported when'], wrap: true });
}

/** What is reported on, and its findings. */
interface Source {
  readonly title: string;
  readonly findings: readonly Finding[];
  readonly judgements: readonly RuleJudgement[];
}

async function readFindings(flags: Flags, io: ProcessIo): Promise<Source> {
  const { all, account, merge, rule, severity } = flags;
  if (all && account !== undefined) {
    throw new CliError('--all and --account contradict each other; leave out one of them', EXIT_USAGE);
  }
  if (merge) {
    const parts = readParts(merge);
    const found = findingsOf(parts);
    return {
      title: `Findings of ${merge.join(', ')}`,
      findings: account === undefined ? found : found.filter(one => one.account === account),
      judgements: judgementsIn(parts),
    };
  }
  const remote = remoteOf(flags, io);
  const title = all ? `Findings of all accounts at ${remote.url}` : `Findings of account ${remote.account}`;
  const path = all ? '/findings' : remote.of('/findings');
  const query = { final: 'true', rule, severity };
  const findings = await remote.list<Finding>(path, query, MAX_FINDINGS);
  const { items } = await remote.get<{ items: RuleJudgement[] }>(`${path}/rules`);
  return { title, findings, judgements: items };
}

async function report(flags: Flags, io: ProcessIo): Promise<0 | 1> {
  const target = await reportTarget(flags);
  const { title, findings, judgements } = await readFindings(flags, io);
  const { rule, severity, failOn } = flags;
  const found = findingsReport(findings, { title, rule, severity, judgements });
  await writeReport(found, target, { terminal: io.out, io });
  if (findings.length === MAX_FINDINGS) {
    io.err.line(`Only the first ${MAX_FINDINGS.toLocaleString('en-US')} findings are reported.`);
  }
  // Of a rule that does not apply, the explanation says what it takes.
  const first = found.results[0]?.rule ?? found.skipped.find(({ kind }) => kind === 'not-applicable')?.id;
  if (first !== undefined && io.out.isInteractive && target.format === 'text') {
    io.err.line(`Explain a rule with: ${io.programName} findings --explain ${first}`);
  }
  return exitCodeOf(found, failOn);
}

async function findings(flags: Flags, io: ProcessIo): Promise<0 | 1> {
  if (flags.explain === undefined && !flags.list) return report(flags, io);
  if (typeof flags.explain === 'string') explain(flags.explain, flags, io);
  else listRules(flags, io);
  return 0;
}

export function define(command: Command, io: ProcessIo): void {
  command
    .option('--all', 'of all accounts, deleted ones and requests without a valid key included')
    .option('--rule <id>', 'only findings of this rule', parseWith(readRule))
    .option(
      '--severity <level>',
      `only findings at least this severe: ${SEVERITIES.join(', ')}`,
      parseWith(oneOf('severity', SEVERITIES)),
    );
  withReportFlags(withFailOn(command, 'error'))
    .option('--merge <path...>', 'report on run folders, or files in them, instead of a server')
    .option(
      '--explain [rule]',
      'explain a rule: the bug, what it costs and how to fix it',
      parseWith(readRule),
    )
    .option('--list', 'list all rules');
  withServer(command)
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => judge(io, () => findings(flags, io)));
}
