import { constants } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { formatOfFile, REPORT_FORMATS, type ReportFormat } from '../report/formats.ts';
import { renderReport } from '../report/render.ts';
import { FAIL_ON, type FailOn, type Report } from '../report/report.ts';
import { totalsText } from '../report/wording.ts';
import { CliError, EXIT_FAILED, EXIT_USAGE, reportFailure } from './cli-error.ts';
import { oneOf, parseWith } from './parse-values.ts';
import type { ProcessIo } from './process-io.ts';
import type { Terminal } from './terminal.ts';

/** Flags of every command that prints a report. */
export interface ReportFlags {
  readonly format?: ReportFormat;
  readonly out?: string;
  /** Short for `--format json`, in commands that have it. */
  readonly json?: boolean;
}

/** Reads `--fail-on`. */
export const readFailOn = oneOf<FailOn>('level', FAIL_ON);

/** Adds the flags that choose the form of a report and where it goes. */
export const withReportFlags = (command: Command): Command =>
  command
    .option(
      '--format <name>',
      `format of the report: ${REPORT_FORMATS.join(', ')} (default: by the name in --out, otherwise text)`,
      parseWith(oneOf('format', REPORT_FORMATS)),
    )
    .option('--out <file>', 'write the report to this file');

/** Adds the flag that decides when the exit code is 1. */
export const withFailOn = (command: Command, whenOmitted: FailOn): Command =>
  command.option(
    '--fail-on <level>',
    'exit with 1 for results of this severity or worse: error, warning or never',
    parseWith(readFailOn),
    whenOmitted,
  );

/** Where reports go, and in which format. */
export interface ReportTarget {
  readonly format: ReportFormat;
  /** Null for the terminal. */
  readonly file: string | null;
}

function formatOf({ format, json, out }: ReportFlags): ReportFormat {
  if (json && format !== undefined && format !== 'json') {
    throw new CliError(
      `--json and --format ${format} contradict each other; leave out one of them`,
      EXIT_USAGE,
    );
  }
  if (format !== undefined) return format;
  if (json) return 'json';
  if (out === undefined) return 'text';
  const guessed = formatOfFile(out);
  if (guessed) return guessed;
  throw new CliError(
    `--out: the name ${JSON.stringify(out)} does not tell the format; let it end in .txt, .json, .xml (JUnit), .sarif or .md, or add --format`,
    EXIT_USAGE,
  );
}

const cannotWrite = (path: string, error: unknown): CliError =>
  new CliError(`--out: ${path} cannot be written: ${(error as Error).message}`, EXIT_USAGE);

/**
 * The target that flags choose. Call it before any long work, so that a mistake is reported first.
 * @throws CliError if the flags contradict each other, or the folder of the file cannot be written
 */
export async function reportTarget(flags: ReportFlags): Promise<ReportTarget> {
  const format = formatOf(flags);
  const file = flags.out ?? null;
  if (file !== null) {
    await access(dirname(file), constants.W_OK).catch(error => {
      throw cannotWrite(file, error);
    });
  }
  return { format, file };
}

/**
 * Writes a report to its file, and then its totals to stderr; without a file, to the terminal, in color and fitted to
 * its width if it is one.
 * @param secrets strings that must not appear, besides the sandbox's own keys and secrets
 * @throws CliError if the file cannot be written
 */
export async function writeReport(
  report: Report,
  { format, file }: ReportTarget,
  { terminal, io, secrets = [] }: { terminal: Terminal; io: ProcessIo; secrets?: readonly string[] },
): Promise<void> {
  if (file === null) {
    const { isColored: color, columns } = terminal;
    terminal.write(await renderReport(report, format, { color, columns, secrets }));
    return;
  }
  try {
    await writeFile(file, await renderReport(report, format, { secrets }));
  } catch (error) {
    throw cannotWrite(file, error);
  }
  io.err.line(`${file}: ${totalsText(report)}`);
}

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
