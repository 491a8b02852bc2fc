import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { fileProblem } from '../files/file-problem.ts';
import { renderReport } from '../report/render.ts';
import {
  FAIL_ON,
  type FailOn,
  formatOfFile,
  REPORT_FORMATS,
  type Report,
  type ReportFormat,
} from '../report/report.ts';
import { type TextLayout, totalsText } from '../report/text.ts';
import { CliError, EXIT_FAILED, EXIT_USAGE, reportFailure } from './cli-error.ts';
import { addInputs, one } from './inputs.ts';
import { oneOf } from './parse-values.ts';
import type { ProcessIo } from './process-io.ts';
import type { Terminal } from './terminal.ts';

/** Flags of every command that prints a report. */
export interface ReportFlags {
  readonly format?: ReportFormat | undefined;
  readonly out?: string | undefined;
  /** Short for `--format json`, in commands that have it. */
  readonly json?: boolean | undefined;
}

/** Reads `--fail-on`. */
export const readFailOn = oneOf<FailOn>('level', FAIL_ON);

const NO_SARIF = 'SARIF is not written any more; use JUnit';

const readKnownFormat = oneOf('format', REPORT_FORMATS);

function readFormat(text: string): ReportFormat {
  if (text === 'sarif') throw new Error(`${NO_SARIF}: --format junit`);
  return readKnownFormat(text);
}

/** The flags that choose the form of a report and where it goes. */
export const REPORT_INPUT = {
  format: one(
    '--format <name>',
    `format of the report: ${REPORT_FORMATS.join(', ')} (default: by the name in --out, otherwise text)`,
    readFormat,
  ),
  out: one('--out <file>', 'write the report to this file'),
};

/** Adds the flags that choose the form of a report and where it goes. */
export const withReportFlags = (command: Command): Command => addInputs(command, REPORT_INPUT);

/** The flag that decides when the exit code is 1. @param whenOmitted its default */
export const failOn = (whenOmitted: FailOn) =>
  one(
    '--fail-on <level>',
    'exit with 1 for results of this severity or worse: error, warning or never',
    readFailOn,
    whenOmitted,
  );

/** Where reports go, and in which format. */
export interface ReportTarget {
  readonly format: ReportFormat;
  /** Null for the terminal. */
  readonly file: string | null;
  /** The flag that names the file. */
  readonly flag: string;
}

function formatOf({ format, json, out }: ReportFlags, flag: string): ReportFormat {
  if (json && format !== undefined && format !== 'json') {
    throw new CliError(
      `--json and --format ${format} contradict each other; leave out one of them`,
      EXIT_USAGE,
    );
  }
  if (format !== undefined) return format;
  if (json) return 'json';
  if (out === undefined) return 'text';
  if (/\.sarif(\.json)?$/i.test(out)) {
    throw new CliError(`${flag}: ${NO_SARIF}, in a file whose name ends in .xml`, EXIT_USAGE);
  }
  const guessed = formatOfFile(out);
  if (guessed) return guessed;
  throw new CliError(
    `${flag}: the name ${JSON.stringify(out)} does not tell the format; let it end in .txt, .json, .xml (JUnit) or .md, or add --format`,
    EXIT_USAGE,
  );
}

const cannotWrite = (flag: string, path: string, why: string): CliError =>
  new CliError(`${flag}: ${path} cannot be written: ${why}`, EXIT_USAGE);

const IS_FOLDER = 'it is a folder; name a file in it';

/** Why a file system refuses a path, and how to fix it. */
function reasonOf(path: string, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'ENOENT':
      return `there is no folder ${dirname(path)}; create it`;
    case 'ENOTDIR':
      return `${dirname(path)} is not a folder; choose another path`;
    case 'EACCES':
    case 'EPERM':
      return fileProblem(error, 'fix its permissions, or choose another path');
    default:
      return fileProblem(error);
  }
}

/** @throws CliError if the file that a flag names cannot be written. It is neither created nor changed. */
export async function expectWritable(flag: string, path: string): Promise<void> {
  const existing = await stat(path).catch(error => {
    if (error.code === 'ENOENT') return null;
    throw cannotWrite(flag, path, reasonOf(path, error));
  });
  if (existing?.isDirectory()) throw cannotWrite(flag, path, IS_FOLDER);
  await access(existing ? path : dirname(path), constants.W_OK).catch(error => {
    throw cannotWrite(flag, path, reasonOf(path, error));
  });
}

/**
 * The target that flags choose. Call it before any long work, so that a mistake is reported first.
 * @param flag the flag that names the file
 * @throws CliError if the flags contradict each other, or the file cannot be written
 */
export async function reportTarget(flags: ReportFlags, flag = '--out'): Promise<ReportTarget> {
  const format = formatOf(flags, flag);
  const file = flags.out ?? null;
  if (file !== null) await expectWritable(flag, file);
  return { format, file, flag };
}

/** Where a report is written to. */
export interface Outputs {
  /** Where it appears without `--out`. */
  readonly terminal: Terminal;
  readonly io: ProcessIo;
  /** Strings that must not appear, besides the sandbox's own keys and secrets. */
  readonly secrets?: readonly string[];
}

const PLAIN: TextLayout = { color: false, columns: Number.POSITIVE_INFINITY };

/**
 * Writes reports to their file, and then their totals to stderr; without a file, to the terminal, in color and fitted to
 * its width if it is one.
 * @throws CliError if the file cannot be written
 */
export async function writeReports(
  reports: readonly Report[],
  { format, file, flag }: ReportTarget,
  { terminal, io, secrets = [] }: Outputs,
): Promise<void> {
  const layout = file === null ? { color: terminal.isColored, columns: terminal.columns } : PLAIN;
  const texts = await Promise.all(reports.map(one => renderReport(one, format, { ...layout, secrets })));
  const whole = texts.join(format === 'github' ? '' : '\n');
  if (file === null) {
    terminal.write(whole);
    return;
  }
  await writeFile(file, whole).catch(error => {
    throw cannotWrite(flag, file, reasonOf(file, error));
  });
  for (const report of reports) io.err.line(`${file}: ${totalsText(report)}`);
}

/** Writes one report, as `writeReports` does. */
export const writeReport = (report: Report, target: ReportTarget, outputs: Outputs): Promise<void> =>
  writeReports([report], target, outputs);

/**
 * Runs a command that judges an integration. Its exit code is 0 if it found nothing, 1 if it found something, and 2 if
 * it could not run, whatever the reason.
 * @throws CliError with the exit code, unless it is 0
 */
export async function judge(io: ProcessIo, act: () => Promise<0 | 1>): Promise<void> {
  let exitCode: number;
  try {
    exitCode = await act();
  } catch (error) {
    if (!(error instanceof CliError))
      throw new CliError('', Math.max(EXIT_USAGE, reportFailure(error, io.err)));
    throw error.exitCode === EXIT_FAILED ? error.exitingWith(EXIT_USAGE) : error;
  }
  if (exitCode !== 0) throw new CliError('', exitCode);
}
