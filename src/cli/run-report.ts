import { rmSync } from 'node:fs';
import { makeTemporaryFolder } from '../host/node/files.ts';
import { builtInCoverableItems } from '../judge/coverage/coverable-items.ts';
import { mergeCoverage } from '../judge/coverage/coverage-counter.ts';
import { coverageReport } from '../judge/coverage/coverage-report.ts';
import type { Finding } from '../judge/findings/account-findings.ts';
import { findingsReport, withSettings } from '../judge/findings/findings-report.ts';
import type { RuleSettings } from '../judge/findings/rule-settings.ts';
import { MAY_BE_REPEATED, mergeAssessments, type RuleAssessment } from '../judge/findings/rule-table.ts';
import {
  exitCodeOf,
  type FailOn,
  type Report,
  type ReportFormat,
  type ReportTool,
} from '../judge/report/report.ts';
import { RunFolderError, type RunPart, readRun, runFilesIn } from '../judge/run-folder.ts';
import type { RunningSandbox } from '../server/sandbox.ts';
import { CliError, EXIT_USAGE } from './cli-error.ts';
import type { ProcessIo } from './process-io.ts';
import {
  type Outputs,
  type ReportFlags,
  type ReportTarget,
  reportTarget,
  writeReports,
} from './report-flags.ts';

/**
 * What sandboxes have added to runs.
 * @param paths run folders, as `--merge` names them
 * @throws CliError if one of them cannot be read, or none has anything: a report on another folder would find nothing wrong
 */
export function readParts(paths: readonly string[]): RunPart[] {
  const parts = partsAt(paths);
  if (parts.length > 0) return parts;
  throw new CliError(
    `--merge: ${paths.join(', ')}: no sandbox has recorded a run there; name the folder of --run or ENERGY_SANDBOX_RUN`,
    EXIT_USAGE,
  );
}

function partsAt(paths: readonly string[]): RunPart[] {
  try {
    return paths.flatMap(path => readRun(path));
  } catch (error) {
    if (error instanceof RunFolderError) throw new CliError(`--merge: ${error.message}`, EXIT_USAGE);
    throw error;
  }
}

/**
 * Whether each rule was judged by any sandbox of a run.
 * @param settings of rules, which override those of the sandboxes
 */
export const assessmentsIn = (parts: readonly RunPart[], settings?: RuleSettings): RuleAssessment[] =>
  mergeAssessments(
    parts.flatMap(({ rules }) => (Array.isArray(rules) ? [rules as RuleAssessment[]] : [])),
    settings,
  );

/** The findings of all sandboxes of a run. */
export const findingsOf = (parts: readonly RunPart[]): Finding[] =>
  parts.flatMap(part => (Array.isArray(part.findings) ? (part.findings as Finding[]) : []));

/** Flags of a report on a run. */
export interface RunReportFlags extends ReportFlags {
  /** True without a level. */
  readonly findings?: FailOn | true;
  /** The percentage that is required; true without one. */
  readonly coverage?: number | true;
}

/** Formats that make no sense between the lines that the command writes. */
const FOR_FILES: readonly ReportFormat[] = ['json', 'junit'];

/** Advice is left out: a suite has many accounts, and each shows only a part of what the integration does. */
const LEAST = 'warning';

function summaryOf(parts: readonly RunPart[], findings: readonly Finding[]): string {
  const left = findings.filter(
    ({ severity, rule }) => severity === 'info' && !MAY_BE_REPEATED.has(rule),
  ).length;
  const sentences = [
    ...(parts.length > 1 ? [`From ${parts.length} sandboxes.`] : []),
    ...(left > 0 ? [`${left.toLocaleString('en-US')} of severity info not listed.`] : []),
  ];
  return sentences.join(' ');
}

/** How many missing items follow the output of the command. A file lists them all. */
const MAX_MISSING = 20;

/** A report with its exit code. */
interface Judged {
  readonly report: Report;
  readonly exitCode: 0 | 1;
}

function judgeFindings(
  parts: readonly RunPart[],
  level: FailOn | true,
  settings: RuleSettings | undefined,
): Judged {
  const findings = withSettings(findingsOf(parts), settings ?? {});
  const report = findingsReport(findings, {
    title: 'Findings of the run',
    summary: summaryOf(parts, findings),
    severity: LEAST,
    also: MAY_BE_REPEATED,
    assessments: assessmentsIn(parts, settings),
  });
  return { report, exitCode: exitCodeOf(report, level === true ? 'error' : level) };
}

async function judgeCoverage(
  parts: readonly RunPart[],
  min: number | true,
  { format, file }: ReportTarget,
): Promise<Judged> {
  const coverage = mergeCoverage(parts, await builtInCoverableItems());
  const report = coverageReport(coverage, {
    min: min === true ? undefined : min,
    limit: file === null ? MAX_MISSING : undefined,
    isAnnotation: format === 'github',
  });
  return { report, exitCode: exitCodeOf(report, 'error') };
}

/** `found.xml` for findings, and `found-coverage.xml` for coverage. */
const fileOf = (file: string, tool: ReportTool): string =>
  tool === 'findings' ? file : file.replace(/(\.[^./\\]*)?$/, `-${tool}$1`);

function checkFlags({ findings, coverage, format, out }: RunReportFlags): void {
  const [unused] = [...(out === undefined ? [] : ['--out']), ...(format === undefined ? [] : ['--format'])];
  if (findings === undefined && coverage === undefined && unused !== undefined) {
    throw new CliError(
      `${unused}: there is no report without --findings or --coverage; add one of them`,
      EXIT_USAGE,
    );
  }
  if (out === undefined && format !== undefined && FOR_FILES.includes(format)) {
    throw new CliError(
      `--format ${format} needs --out, because the command writes to the terminal too`,
      EXIT_USAGE,
    );
  }
}

/**
 * The report on a run: on the sandbox of `exec`, and on all that processes of the command create. They add their parts
 * to a run folder, which is temporary unless the user named one.
 */
export class RunReport {
  readonly folder: string;
  readonly #flags: RunReportFlags;
  readonly #target: ReportTarget;
  readonly #isTemporary: boolean;
  /** Files of earlier runs. */
  readonly #before: readonly string[];
  readonly #remove = (): void => {
    if (this.#isTemporary) rmSync(this.folder, { recursive: true, force: true });
  };

  private constructor(flags: RunReportFlags, target: ReportTarget, named: string | undefined) {
    this.#flags = flags;
    this.#target = target;
    this.#isTemporary = named === undefined;
    this.folder = named ?? makeTemporaryFolder('run');
    this.#before = runFilesIn(this.folder);
    process.on('exit', this.#remove);
  }

  /**
   * @param run the run folder that the user named
   * @returns null if the flags ask for no report
   * @throws CliError if the flags contradict each other, or the report cannot be written where they say
   */
  static async prepare(flags: RunReportFlags, run: string | undefined): Promise<RunReport | null> {
    checkFlags(flags);
    const isAskedFor = flags.findings !== undefined || flags.coverage !== undefined;
    return !isAskedFor ? null : new RunReport(flags, await reportTarget(flags), run);
  }

  /**
   * Writes the report to its file, or to stderr.
   * @param sandbox that of `exec`, which adds its own part to the folder only when it is closed
   * @param settings those of the rules of findings
   * @returns the exit code: 1 if something was found
   */
  async write(sandbox: RunningSandbox, settings: RuleSettings | undefined, io: ProcessIo): Promise<0 | 1> {
    const parts: RunPart[] = [...readRun(this.folder, this.#before), sandbox.part()];
    const { findings, coverage } = this.#flags;
    const judged = [
      ...(findings === undefined ? [] : [judgeFindings(parts, findings, settings)]),
      ...(coverage === undefined ? [] : [await judgeCoverage(parts, coverage, this.#target)]),
    ];
    const outputs = { terminal: io.err, io, secrets: [sandbox.apiKey, sandbox.webhookSecret] };
    await this.#print(
      judged.map(({ report }) => report),
      outputs,
    );
    return judged.some(({ exitCode }) => exitCode === 1) ? 1 : 0;
  }

  /** A JSON or XML file is one document, so that each report gets a file of its own. */
  async #print(reports: readonly Report[], outputs: Outputs): Promise<void> {
    const { format, file } = this.#target;
    if (reports.length === 1 || file === null || !FOR_FILES.includes(format)) {
      return writeReports(reports, this.#target, outputs);
    }
    for (const one of reports) {
      await writeReports([one], { ...this.#target, file: fileOf(file, one.tool) }, outputs);
    }
  }

  /** Removes the folder if it is temporary. */
  close(): void {
    process.off('exit', this.#remove);
    this.#remove();
  }
}
