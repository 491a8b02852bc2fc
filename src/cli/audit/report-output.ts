import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { formatOfFile, REPORT_FORMATS, type ReportFormat } from '../../report/formats.ts';
import { renderReport } from '../../report/render.ts';
import type { Report } from '../../report/report.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { oneOf, parseWith } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';

/** The flags of a command that prints a report. */
export interface ReportOutput {
  readonly format?: ReportFormat;
  readonly out?: string;
}

/** Adds the flags that choose the form and the place of a report. */
export const withReportOutput = (command: Command): Command =>
  command
    .option(
      '--format <format>',
      `${REPORT_FORMATS.join(', ')} (default: by the name of the file, otherwise text)`,
      parseWith(oneOf('format', REPORT_FORMATS)),
    )
    .option('--out <file>', 'write the report to this file instead of stdout');

/** Prints a report, or writes it to a file. @param secrets strings that must not appear in it */
export async function writeReport(
  report: Report,
  { format, out }: ReportOutput,
  io: ProcessIo,
  secrets: readonly string[],
): Promise<void> {
  const chosen = format ?? (out === undefined ? null : formatOfFile(out)) ?? 'text';
  if (out === undefined) {
    const { isColored: color, columns } = io.out;
    io.out.write(await renderReport(report, chosen, { color, columns, secrets }));
    return;
  }
  try {
    await writeFile(out, await renderReport(report, chosen, { secrets }));
  } catch (error) {
    throw new CliError(`--out: cannot write ${out}: ${(error as Error).message}`, EXIT_USAGE);
  }
}
