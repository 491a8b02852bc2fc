import type { Command } from 'commander';
import { builtInCatalogue } from '../../coverage/catalogue.ts';
import { type Coverage, mergeCoverage } from '../../coverage/coverage.ts';
import { coverageReport } from '../../coverage/coverage-report.ts';
import type { Finding, RuleJudgement } from '../../findings/finding.ts';
import { findingsReport } from '../../findings/findings-report.ts';
import { type FindingRule, reasonOf } from '../../findings/rule.ts';
import { RULES } from '../../findings/rule-table.ts';
import { exitCodeOf, type FailOn, helpUriOf, SEVERITIES, type Severity } from '../../report/report.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { addInputs } from '../inputs.ts';
import { oneOf, parseWith, readPercent } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { withRemote, withServer } from '../remote.ts';
import {
  failOn,
  judge,
  REPORT_INPUT,
  type ReportFlags,
  reportTarget,
  withReportFlags,
  writeReport,
} from '../report-flags.ts';
import { findingsOf, judgementsIn, readParts } from '../run-report.ts';
import { type Cell, printTable, wrapped } from '../terminal.ts';

interface Flags extends ReportFlags {
  readonly account?: string;
  readonly all?: boolean;
  readonly failOn: FailOn;
  readonly rule?: string;
  readonly severity?: Severity;
  readonly merge?: readonly string[];
  /** True without the id of a rule. */
  readonly explain?: string | true;
  readonly list?: boolean;
}

const FINDINGS_NOTES = `
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

/** The findings of merged runs. */
function mergedFindings(paths: readonly string[], account: string | undefined): Source {
  const parts = readParts(paths);
  return {
    title: `Findings of ${paths.join(', ')}`,
    findings: findingsOf(parts).filter(one => account === undefined || one.account === account),
    judgements: judgementsIn(parts),
  };
}

/** The findings on the server, of all its accounts or of one. */
const findingsOnServer = ({ all, rule, severity }: Flags, command: Command, io: ProcessIo): Promise<Source> =>
  withRemote(command, io, async ({ url, account, control, path }) => {
    const query = { final: true, ...(rule && { rule }), ...(severity && { severity }) };
    if (all) {
      return {
        title: `Findings of all accounts at ${url}`,
        findings: await control.list('/_sandbox/findings', { query }, MAX_FINDINGS),
        judgements: (await control.get('/_sandbox/findings/rules')).items,
      };
    }
    const ofAccount = '/_sandbox/accounts/{account}/findings';
    return {
      title: `Findings of account ${account}`,
      findings: await control.list(ofAccount, { path, query }, MAX_FINDINGS),
      judgements: (await control.get(`${ofAccount}/rules`, { path })).items,
    };
  });

async function report(flags: Flags, command: Command, io: ProcessIo): Promise<0 | 1> {
  const { all, account, merge, rule, severity } = flags;
  const target = await reportTarget(flags);
  if (all && account !== undefined) {
    throw new CliError('--all and --account contradict each other; leave out one of them', EXIT_USAGE);
  }
  const { title, findings, judgements } = merge
    ? mergedFindings(merge, account)
    : await findingsOnServer(flags, command, io);
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
  return exitCodeOf(found, flags.failOn);
}

async function findings(flags: Flags, command: Command, io: ProcessIo): Promise<0 | 1> {
  if (flags.explain === undefined && !flags.list) return report(flags, command, io);
  if (typeof flags.explain === 'string') explain(flags.explain, flags, io);
  else listRules(flags, io);
  return 0;
}

function defineFindings(command: Command, io: ProcessIo): void {
  command
    .option('--all', 'of all accounts, deleted ones and requests without a valid key included')
    .option('--rule <id>', 'only findings of this rule', parseWith(readRule))
    .option(
      '--severity <level>',
      `only findings at least this severe: ${SEVERITIES.join(', ')}`,
      parseWith(oneOf('severity', SEVERITIES)),
    );
  addInputs(command, { failOn: failOn('error'), ...REPORT_INPUT })
    .option('--merge <path...>', 'report on run folders instead of a server')
    .option(
      '--explain [rule]',
      'explain a rule: the bug, what it costs and how to fix it',
      parseWith(readRule),
    )
    .option('--list', 'list all rules');
  withServer(command)
    .addHelpText('after', FINDINGS_NOTES)
    .action((flags: Flags) => judge(io, () => findings(flags, command, io)));
}

interface CoverageFlags extends ReportFlags {
  readonly account?: string;
  readonly min?: number;
  readonly merge?: readonly string[];
}

const COVERAGE_NOTES = `
Counted since the server was started, or since the account was reset. Without
--account, all accounts count, deleted ones included.

Exit code: 0 done, 1 less than --min, 2 could not run.

Examples:
  energy-sandbox coverage
  energy-sandbox coverage --min 70
  energy-sandbox coverage --account shop --out coverage.md
  energy-sandbox coverage --merge run-1 run-2 --min 70`;

/** What was met on the server, on one of its accounts, or in merged runs. */
async function readCoverage(
  { merge, account }: CoverageFlags,
  command: Command,
  io: ProcessIo,
): Promise<Coverage> {
  if (merge && account !== undefined) {
    throw new CliError(
      '--merge and --account contradict each other: runs are not counted by account; leave out one of them',
      EXIT_USAGE,
    );
  }
  if (merge) return mergeCoverage(readParts(merge), await builtInCatalogue());
  const isOfAccount = (account ?? io.environment.ENERGY_SANDBOX_ACCOUNT ?? '') !== '';
  return withRemote(command, io, ({ control, path }) =>
    isOfAccount
      ? control.get('/_sandbox/accounts/{account}/coverage', { path })
      : control.get('/_sandbox/coverage'),
  );
}

async function coverage(flags: CoverageFlags, command: Command, io: ProcessIo): Promise<0 | 1> {
  const target = await reportTarget(flags);
  const isAnnotation = target.format === 'github';
  const report = coverageReport(await readCoverage(flags, command, io), { min: flags.min, isAnnotation });
  await writeReport(report, target, { terminal: io.out, io });
  return exitCodeOf(report, 'error');
}

function defineCoverage(command: Command, io: ProcessIo): void {
  command.option('--min <percent>', 'exit with 1 if less was met', parseWith(readPercent));
  withReportFlags(command).option('--merge <path...>', 'report on run folders instead of a server');
  withServer(command, false)
    .option('--account <name>', 'only this account (default: all) [ENERGY_SANDBOX_ACCOUNT]')
    .addHelpText('after', COVERAGE_NOTES)
    .action((flags: CoverageFlags) => judge(io, () => coverage(flags, command, io)));
}

/** `findings` and `coverage`. */
export const define = (command: Command, io: ProcessIo): void =>
  command.name() === 'findings' ? defineFindings(command, io) : defineCoverage(command, io);
