import { type Command, Option } from 'commander';
import { wrapped } from '../../core/text/lines.ts';
import { counted } from '../../core/text/wording.ts';
import { builtInCoverableItems } from '../../judge/coverage/coverable-items.ts';
import { type Coverage, mergeCoverage } from '../../judge/coverage/coverage-counter.ts';
import { coverageReport } from '../../judge/coverage/coverage-report.ts';
import type { Finding } from '../../judge/findings/account-findings.ts';
import { findingsReport } from '../../judge/findings/findings-report.ts';
import { reasonOf } from '../../judge/findings/rule.ts';
import type { RuleSettings } from '../../judge/findings/rule-settings.ts';
import { mergeAssessments, RULES, type RuleAssessment } from '../../judge/findings/rule-table.ts';
import { helpUriOf, type ReportFormat, SEVERITIES } from '../../judge/report/report-model.ts';
import { RunFolderError, type RunPart, readRun } from '../../judge/run-folder.ts';
import { oneOf, parseWith, readPercent, readText } from '../argument-parsers.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { commands, flag, type Given, type Input, one } from '../define-command.ts';
import { SEVERITY_TINTS } from '../format.ts';
import type { ProcessIo } from '../process-io.ts';
import { withRemote, withServer } from '../remote.ts';
import { failOn, guide, judging } from '../reports.ts';

const MAX_FINDINGS = 10_000;
const INDENT = 2;

const readRule = oneOf(
  'rule',
  RULES.map(({ id }) => id),
);

const MERGE: Input<readonly string[], false> = {
  typed: new Option('--merge <path...>', 'report on run folders instead of a server'),
};

function explain(id: string, format: ReportFormat, { out }: ProcessIo): void {
  const { severity, title, bug, cost, fix, needs } = RULES.find(one => one.id === id)!;
  const not_applicable_if = reasonOf(needs);
  if (format === 'json') {
    const help_uri = helpUriOf('docs/findings.md', id);
    out.json({ id, severity, title, bug, cost, fix, not_applicable_if, help_uri });
    return;
  }
  out.line(`${out.paint('bold', id)}  ${out.paint(SEVERITY_TINTS[severity], severity)}`);
  for (const line of wrapped(title, out.columns)) out.line(line);
  const answers = {
    'How it happens': bug,
    'What it costs': cost,
    'How to fix it': fix,
    'Not applicable if': not_applicable_if,
  };
  for (const [question, answer] of Object.entries(answers)) {
    out.line(`\n${out.paint('bold', question)}`);
    for (const line of wrapped(answer, out.columns - INDENT)) out.line(' '.repeat(INDENT) + line);
  }
}

/**
 * @throws CliError if one of them cannot be read, or all are empty: a report on another folder would find nothing wrong
 */
function readParts(paths: readonly string[]): RunPart[] {
  let parts: RunPart[];
  try {
    parts = paths.flatMap(path => readRun(path));
  } catch (error) {
    if (error instanceof RunFolderError) throw new CliError(`--merge: ${error.message}`, EXIT_USAGE);
    throw error;
  }
  if (parts.length > 0) return parts;
  throw new CliError(
    `--merge: ${paths.join(', ')}: no sandbox has recorded a run there; name the folder of --run or ENERGY_SANDBOX_RUN`,
    EXIT_USAGE,
  );
}

/** @param settings override those of the sandboxes */
export const assessmentsIn = (parts: readonly RunPart[], settings?: RuleSettings): RuleAssessment[] =>
  mergeAssessments(
    parts.flatMap(({ rules }) => (Array.isArray(rules) ? [rules as RuleAssessment[]] : [])),
    settings,
  );

export const findingsOf = (parts: readonly RunPart[]): Finding[] =>
  parts.flatMap(part => (Array.isArray(part.findings) ? (part.findings as Finding[]) : []));

interface Source {
  readonly title: string;
  readonly findings: readonly Finding[];
  readonly assessments: readonly RuleAssessment[];
}

function mergedFindings(paths: readonly string[], account: string | undefined): Source {
  const parts = readParts(paths);
  return {
    title: `Findings of ${paths.join(', ')}`,
    findings: findingsOf(parts).filter(one => account === undefined || one.account === account),
    assessments: assessmentsIn(parts),
  };
}

const FINDINGS_INPUT = {
  all: flag('--all', 'report on all accounts, including deleted ones, and on requests without a valid key'),
  rule: one('--rule <id>', 'only findings of this rule', readRule),
  severity: one(
    '--severity <level>',
    `only findings at least this severe: ${SEVERITIES.join(', ')}`,
    oneOf('severity', SEVERITIES),
  ),
  failOn: failOn('error'),
  merge: MERGE,
  explain: one('--explain <rule>', 'explain a rule: the bug, what it costs and how to fix it', readRule),
};

const findingsOnServer = (
  { all, rule, severity }: Given<typeof FINDINGS_INPUT>,
  command: Command,
  io: ProcessIo,
): Promise<Source> =>
  withRemote(command, io, async ({ url, account, control, path }) => {
    const query = { final: true, limit: MAX_FINDINGS, ...(rule && { rule }), ...(severity && { severity }) };
    if (all) {
      return {
        title: `Findings of all accounts at ${url}`,
        findings: await control.list('/_sandbox/findings', { query }),
        assessments: (await control.get('/_sandbox/findings/rules')).items,
      };
    }
    const ofAccount = '/_sandbox/accounts/{account}/findings';
    return {
      title: `Findings of account ${account}`,
      findings: await control.list(ofAccount, { path, query }),
      assessments: (await control.get(`${ofAccount}/rules`, { path })).items,
    };
  });

const findings = judging({
  input: FINDINGS_INPUT,
  withFlags: withServer,
  notes: `
The list is final: what the client has not done by now counts as not done. A
reset of the account clears its findings.

Exit code: 0 nothing found, 1 findings as bad as --fail-on, 2 could not run.

Examples:
  energy-sandbox findings --all --fail-on warning
  energy-sandbox findings --explain paid-twice

${guide('findings.md')}`,
  async judge(given, { io, target: { format }, command }) {
    const { all, merge, rule, severity, explain: explained } = given;
    const account: string | undefined = command.opts().account;
    if (explained !== undefined) {
      explain(explained, format, io);
      return null;
    }
    if (all && account !== undefined) {
      throw new CliError('--all and --account contradict each other; leave out one of them', EXIT_USAGE);
    }
    const { title, findings, assessments } = merge
      ? mergedFindings(merge, account)
      : await findingsOnServer(given, command, io);
    const report = findingsReport(findings, { title, rule, severity, assessments });
    return {
      report,
      failOn: given.failOn,
      afterwards() {
        if (findings.length === MAX_FINDINGS) {
          io.err.line(`Only the first ${counted(MAX_FINDINGS, 'finding')} are reported.`);
        }
        // The explanation of a rule that does not apply says what it needs.
        const first =
          report.results[0]?.rule ?? report.skipped.find(({ kind }) => kind === 'not-applicable')?.id;
        if (first !== undefined && io.out.isInteractive && format === 'text') {
          io.err.line(`Explain a rule with: ${io.programName} findings --explain ${first}`);
        }
      },
    };
  },
});

function coverageOnServer(command: Command, io: ProcessIo): Promise<Coverage> {
  const isOfAccount = (command.opts().account ?? io.environment.ENERGY_SANDBOX_ACCOUNT) !== undefined;
  return withRemote(command, io, ({ control, path }) =>
    isOfAccount
      ? control.get('/_sandbox/accounts/{account}/coverage', { path })
      : control.get('/_sandbox/coverage'),
  );
}

const coverage = judging({
  input: { min: one('--min <percent>', 'exit with 1 if less was covered', readPercent), merge: MERGE },
  withFlags: command =>
    withServer(command, false).option(
      '--account <name>',
      'only this account (default: all) [ENERGY_SANDBOX_ACCOUNT]',
      parseWith(readText),
    ),
  notes: `
Counting starts with the server, and again when the account is reset. Without
--account, all accounts count, including deleted ones.

Exit code: 0 done, 1 less than --min, 2 could not run.

Examples:
  energy-sandbox coverage --min 70
  energy-sandbox coverage --merge run-1 run-2 --out coverage.md

${guide('coverage.md')}`,
  async judge({ min, merge }, { io, target, command }) {
    if (merge && command.opts().account !== undefined) {
      throw new CliError(
        '--merge and --account contradict each other: runs are not counted by account; leave out one of them',
        EXIT_USAGE,
      );
    }
    const coverage = merge
      ? mergeCoverage(readParts(merge), await builtInCoverableItems())
      : await coverageOnServer(command, io);
    const isAnnotation = target.format === 'github';
    return { report: coverageReport(coverage, { min, isAnnotation }), failOn: 'error' };
  },
});

export const { define } = commands({ findings, coverage });
