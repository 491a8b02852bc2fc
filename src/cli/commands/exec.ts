import { builtInCoverableItems } from '../../judge/coverage/coverable-items.ts';
import { mergeCoverage } from '../../judge/coverage/coverage-counter.ts';
import { coverageReport } from '../../judge/coverage/coverage-report.ts';
import { findingsReport, withSettings } from '../../judge/findings/findings-report.ts';
import type { RuleSettings } from '../../judge/findings/rule-settings.ts';
import {
  exitCodeOf,
  type FailOn,
  type ReportFormat,
  type ReportTool,
} from '../../judge/report/report-model.ts';
import { type RunPart, TestRun } from '../../judge/run-folder.ts';
import type { SandboxOptions } from '../../server/sandbox-options.ts';
import type { RunningSandbox } from '../../server/start-sandbox.ts';
import { readPercent } from '../argument-parsers.ts';
import {
  COMMAND,
  COMMAND_USAGE,
  commandEnvironment,
  exitCodeOfSignal,
  expectCommand,
  runCommand,
  SignalRelay,
} from '../child-process.ts';
import { CliError, EXIT_USAGE, reportFailure } from '../cli-error.ts';
import { readInnerServerOptions } from '../config-file.ts';
import { flag, type Given, local, optional } from '../define-command.ts';
import { disturbanceFiles } from '../disturbance-files.ts';
import { logAccountEvents } from '../live-log.ts';
import { type ProcessIo, remarkOn } from '../process-io.ts';
import {
  guide,
  type Judged,
  type ReportTarget,
  readFailOn,
  reportInput,
  reportTarget,
  writeReports,
} from '../reports.ts';
import { SERVER_FLAGS_NOTE, type ServerFlags, withServerFlags } from '../start-options.ts';
import { assessmentsIn, findingsOf } from './findings.ts';

const INPUT = {
  words: COMMAND,
  verbose: flag('--verbose', 'log the address and each request, order and webhook on stderr'),
  findings: optional(
    '--findings [level]',
    'report what the integration did wrong; exit with 1 for findings of this severity or worse: error (default), warning or never',
    readFailOn,
  ),
  coverage: optional(
    '--coverage [min]',
    'report which behaviors of the service the tests have covered; exit with 1 below this percentage',
    readPercent,
  ),
  ...reportInput(),
};

type Flags = Omit<Given<typeof INPUT>, 'words'>;

/** Formats whose reports must not be mixed with the output of the command. */
const FOR_FILES: readonly ReportFormat[] = ['json', 'junit'];

/** The maximum number of missing items after the output of the command. A file lists them all. */
const MAX_MISSING = 20;

function judgeFindings(
  parts: readonly RunPart[],
  level: FailOn | true,
  settings: RuleSettings | undefined,
): Judged {
  const findings = withSettings(findingsOf(parts), settings ?? {});
  const report = findingsReport(findings, {
    title: 'Findings of the run',
    summary: parts.length > 1 ? `From ${parts.length} sandboxes.` : '',
    assessments: assessmentsIn(parts, settings),
  });
  return { report, failOn: level === true ? 'error' : level };
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
  return { report, failOn: 'error' };
}

/** `found.xml` for findings, and `found-coverage.xml` for coverage. */
const fileOf = (file: string, tool: ReportTool): string =>
  tool === 'findings' ? file : file.replace(/(\.[^./\\]*)?$/, `-${tool}$1`);

function checkFlags({ findings, coverage, format, file }: Flags): void {
  const [unused] = [...(file === undefined ? [] : ['--out']), ...(format === undefined ? [] : ['--format'])];
  if (findings === undefined && coverage === undefined && unused !== undefined) {
    throw new CliError(
      `${unused}: there is no report without --findings or --coverage; add one of them`,
      EXIT_USAGE,
    );
  }
  if (file === undefined && format !== undefined && FOR_FILES.includes(format)) {
    throw new CliError(
      `--format ${format} needs --out, because the command writes to the terminal too`,
      EXIT_USAGE,
    );
  }
}

interface RunReport {
  readonly run: TestRun;
  readonly target: ReportTarget;
}

/**
 * @param named the run folder that the user named
 * @returns null if the flags ask for no report
 * @throws CliError if the flags contradict each other, or the report cannot be written where they say
 */
async function prepareReport(flags: Flags, named: string | undefined): Promise<RunReport | null> {
  checkFlags(flags);
  const isAskedFor = flags.findings !== undefined || flags.coverage !== undefined;
  return isAskedFor ? { target: await reportTarget(flags), run: new TestRun(named) } : null;
}

/**
 * Writes the report to its file, or to stderr.
 * @param sandbox the sandbox of `exec`, which adds its own part to the folder only when it is closed
 * @returns the exit code: 1 if something was found
 */
async function writeReport(
  { run, target }: RunReport,
  sandbox: RunningSandbox,
  { flags: { findings, coverage }, options, io }: Session,
): Promise<0 | 1> {
  const parts: RunPart[] = [...run.parts(), sandbox.part()];
  const judged = [
    ...(findings === undefined ? [] : [judgeFindings(parts, findings, options.findings)]),
    ...(coverage === undefined ? [] : [await judgeCoverage(parts, coverage, target)]),
  ];
  const reports = judged.map(({ report }) => report);
  const outputs = { terminal: io.err, io, secrets: [sandbox.apiKey, sandbox.webhookSecret] };
  const { format, file } = target;
  // A file in JSON or XML is one document, so each report gets its own.
  if (reports.length === 1 || file === null || !FOR_FILES.includes(format)) {
    await writeReports(reports, target, outputs);
  } else {
    for (const one of reports)
      await writeReports([one], { ...target, file: fileOf(file, one.tool) }, outputs);
  }
  return judged.some(({ report, failOn }) => exitCodeOf(report, failOn) === 1) ? 1 : 0;
}

interface Session {
  readonly signals: SignalRelay;
  readonly options: SandboxOptions;
  readonly flags: Flags;
  /** Null if no report was asked for. */
  readonly report: RunReport | null;
  readonly io: ProcessIo;
}

async function runWithSandbox(
  words: readonly string[],
  sandbox: RunningSandbox,
  { signals, options, io }: Session,
): Promise<number> {
  const environment = await commandEnvironment(io.environment, sandbox, options);
  try {
    if (signals.early) return exitCodeOfSignal(signals.early);
    return await runCommand(words, environment.variables, signals);
  } finally {
    await environment.remove();
  }
}

async function execWith(words: readonly string[], session: Session): Promise<number> {
  const { signals, options, flags, report, io } = session;
  const remark = remarkOn(io);
  /** A later step. Its exit code or failure counts only if everything before it succeeded. */
  const after = async (exitCode: number, step: () => unknown): Promise<number> => {
    try {
      const own = await step();
      return exitCode || (typeof own === 'number' ? own : 0);
    } catch (error) {
      return exitCode || (await reportFailure(error, io.err));
    }
  };
  const { startSandbox } = await import('../../server/start-sandbox.ts');
  const sandbox = await startSandbox({ ...options, on_remark: remark });
  if (flags.verbose) {
    remark(`the sandbox listens on ${sandbox.baseUrl}`);
    logAccountEvents(sandbox, io.err);
  }
  let hasRun = false;
  let exitCode = await after(0, async () => {
    const code = await runWithSandbox(words, sandbox, session);
    hasRun = true;
    return code;
  });
  // The command has ended, and the sandbox still has all of its state.
  if (hasRun && !signals.early) {
    if (flags.verbose) remark(`the command ended with exit code ${exitCode}`);
    exitCode = await after(exitCode, () => report && writeReport(report, sandbox, session));
  }
  return after(exitCode, () => sandbox.close());
}

async function execReporting(words: readonly string[], session: Omit<Session, 'report'>): Promise<number> {
  const { flags, options } = session;
  const report = await prepareReport(flags, options.run);
  try {
    const run = report ? { run: report.run.folder } : {};
    return await execWith(words, { ...session, options: { ...options, ...run }, report });
  } finally {
    report?.run.close();
  }
}

const NOTES = `
The command finds the sandbox in ENERGY_SANDBOX_URL, ENERGY_SANDBOX_API_KEY and
ENERGY_SANDBOX_WEBHOOK_SECRET. It is run without a shell. When it ends, so do
the sandbox and the processes that it left running. --disturbance also takes the
ids that explore prints.
${SERVER_FLAGS_NOTE}

Exit code: the command's; 128 + n if signal n ended it; 127 if the command
was not found; 126 if it could not be run; 2 for a usage error; 1 for a failure,
and if the command succeeded but a report has found something.

Examples:
  energy-sandbox exec --findings --coverage=70 -- npm test
  energy-sandbox exec -- sh -c 'curl "$ENERGY_SANDBOX_URL/healthz"'

${guide('ci.md')}`;

export const { define } = local({
  input: INPUT,
  withFlags: command => withServerFlags(command.passThroughOptions()),
  usage: COMMAND_USAGE,
  notes: NOTES,
  async run({ words, ...flags }, io, command) {
    expectCommand(words, command, io);
    const signals = new SignalRelay(io);
    const given: ServerFlags = command.opts();
    const named = (given.disturbance ?? []) as readonly string[];
    const { disturbances, remove } = await disturbanceFiles(named);
    try {
      const options = await readInnerServerOptions(
        named.length > 0 ? { ...given, disturbance: disturbances } : given,
        io.environment,
        remarkOn(io),
      );
      return await execReporting(words, { signals, options, flags, io });
    } finally {
      await remove();
    }
  },
});
