import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { fileProblem } from '../host/node/files.ts';
import { renderReport } from '../judge/report/render-report.ts';
import {
  exitCodeOf,
  FAIL_ON,
  type FailOn,
  formatOfFile,
  REPORT_FORMATS,
  type Report,
  type ReportFormat,
} from '../judge/report/report-model.ts';
import { type TextLayout, totalsText } from '../judge/report/text.ts';
import { oneOf } from './argument-parsers.ts';
import { CliError, EXIT_FAILED, EXIT_USAGE, reportFailure } from './cli-error.ts';
import { type CommandRow, type Given, type Inputs, type LocalCommand, local, one } from './define-command.ts';
import type { ProcessIo, Terminal } from './process-io.ts';

export const readFailOn = oneOf<FailOn>('level', FAIL_ON);

export const readFormat = oneOf<ReportFormat>('format', REPORT_FORMATS);

/**
 * The flags that choose the form of a report and where it goes.
 * @param fileFlag `--report` in commands whose `--out` names another file
 */
export const reportInput = (fileFlag: '--out' | '--report' = '--out') => ({
  format: one(
    '--format <name>',
    `format of the report: ${REPORT_FORMATS.join(', ')} (default: by the name in ${fileFlag}, otherwise text)`,
    readFormat,
  ),
  file: one(`${fileFlag} <file>`, 'write the report to this file'),
});

/** The flags of every command that prints a report. `json` is short for `--format json`, in commands that have it. */
type ReportFlags = Given<ReturnType<typeof reportInput>> & { readonly json?: boolean | undefined };

/** The flag that decides when the exit code is 1. @param whenOmitted its default */
export const failOn = (whenOmitted: FailOn) =>
  one(
    '--fail-on <level>',
    'exit with 1 for results of this severity or worse: error, warning or never',
    readFailOn,
    whenOmitted,
  );

/** The format of reports, and where they go. */
export interface ReportTarget {
  readonly format: ReportFormat;
  /** Null for the terminal. */
  readonly file: string | null;
  readonly flag: string;
}

function formatOf({ format, json, file }: ReportFlags, flag: string): ReportFormat {
  if (json && format !== undefined && format !== 'json') {
    throw new CliError(
      `--json and --format ${format} contradict each other; leave out one of them`,
      EXIT_USAGE,
    );
  }
  if (format !== undefined) return format;
  if (json) return 'json';
  if (file === undefined) return 'text';
  const guessed = formatOfFile(file);
  if (guessed) return guessed;
  throw new CliError(
    `${flag}: the name ${JSON.stringify(file)} does not say which format; use a name that ends in .txt, .json, .xml (JUnit) or .md, or add --format`,
    EXIT_USAGE,
  );
}

function cannotWrite(flag: string, path: string, error: NodeJS.ErrnoException): CliError {
  const folder = dirname(path);
  const ofFolder: Readonly<Record<string, string>> = {
    ENOENT: `there is no folder ${folder}; create it`,
    ENOTDIR: `${folder} is not a folder; choose another path`,
  };
  const isForbidden = error.code === 'EACCES' || error.code === 'EPERM';
  const fix = isForbidden ? 'fix its permissions, or choose another path' : undefined;
  const why = ofFolder[error.code ?? ''] ?? fileProblem(error, fix);
  return new CliError(`${flag}: ${path} cannot be written: ${why}`, EXIT_USAGE);
}

/**
 * Checks a path without creating or changing anything. @throws CliError if the file that a flag names cannot be written
 */
export async function expectWritable(flag: string, path: string): Promise<void> {
  try {
    const existing = await stat(path).catch(error => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (existing?.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
    await access(existing ? path : dirname(path), constants.W_OK);
  } catch (error) {
    throw cannotWrite(flag, path, error as NodeJS.ErrnoException);
  }
}

/** Writes the file that a flag names. @throws CliError */
export const writeNamed = (flag: string, path: string, text: string): Promise<void> =>
  writeFile(path, text).catch(error => {
    throw cannotWrite(flag, path, error);
  });

/**
 * The target that flags choose. Call it before any long work, so that a mistake is reported first.
 * @param flag the flag that names the file
 * @throws CliError if the flags contradict each other, or the file cannot be written
 */
export async function reportTarget(flags: ReportFlags, flag = '--out'): Promise<ReportTarget> {
  const format = formatOf(flags, flag);
  const file = flags.file ?? null;
  if (file !== null) await expectWritable(flag, file);
  return { format, file, flag };
}

/** The outputs of a report. */
export interface Outputs {
  /** The output for reports without a file. */
  readonly terminal: Terminal;
  readonly io: ProcessIo;
  /** Strings that must not appear, besides the sandbox's own keys and secrets. */
  readonly secrets?: readonly string[];
}

const PLAIN: TextLayout = { color: false, columns: Number.POSITIVE_INFINITY };

/**
 * Writes reports to their file, and then their totals to stderr. Without a file, writes them to the terminal, in its width,
 * and in color if it is interactive.
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
  await writeNamed(flag, file, whole);
  for (const report of reports) io.err.line(`${file}: ${totalsText(report)}`);
}

/** What a command has found. */
export interface Judged {
  readonly report: Report;
  /** The exit code is 1 for results of this severity or worse. */
  readonly failOn: FailOn;
  /** Strings that must not appear in the report. */
  readonly secrets?: readonly (string | undefined)[];
  /** Called when the report was written. */
  readonly afterwards?: () => void;
}

/** A command that judges an integration, or the service, and writes a report. */
interface JudgingCommand<I extends Inputs> extends Omit<LocalCommand<I>, 'run'> {
  /** The flag that names the file of the report. Default: `--out` */
  readonly fileFlag?: '--report';
  /** Judges. It returns null if there is nothing to report. */
  readonly judge: (
    given: Given<I>,
    context: { readonly command: Command; readonly io: ProcessIo; readonly target: ReportTarget },
  ) => Promise<Judged | null>;
}

/**
 * A row with a command that judges. Its exit code is 0 if it found nothing, 1 if it found something, and 2 if it could not
 * run for any reason.
 */
export const judging = <I extends Inputs>({ fileFlag, judge, ...row }: JudgingCommand<I>): CommandRow =>
  local({
    ...row,
    input: { ...row.input, ...reportInput(fileFlag) },
    async run(given, io, command) {
      const flags = given as Given<ReturnType<typeof reportInput>>;
      const { format: _format, file: _file, ...own } = flags;
      try {
        const target = await reportTarget({ ...flags, json: command.opts().json }, fileFlag);
        const judged = await judge(own as Given<I>, { command, io, target });
        if (!judged) return 0;
        const { report, failOn, secrets = [], afterwards } = judged;
        const known = secrets.filter(secret => secret !== undefined);
        await writeReports([report], target, { terminal: io.out, io, secrets: known });
        afterwards?.();
        return exitCodeOf(report, failOn);
      } catch (error) {
        if (!(error instanceof CliError))
          throw new CliError('', Math.max(EXIT_USAGE, await reportFailure(error, io.err)));
        throw error.exitCode === EXIT_FAILED ? error.exitingWith(EXIT_USAGE) : error;
      }
    },
  });

/** The end of a command's help, which names its documentation. @param page in `docs/` */
export const guide = (page: string): string => `Guide: node_modules/energy-rental-sandbox/docs/${page}`;
