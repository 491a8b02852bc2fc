import type { Report, ReportResult, ReportSeverity } from './report.ts';
import { messageText, oneLine, totalsText } from './wording.ts';

const COMMANDS: Readonly<Record<ReportSeverity, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** A result as a workflow command. */
function annotation(result: ReportResult, { tool }: Report): string {
  const { severity, rule, file, fix } = result;
  const properties: readonly (readonly [string, string | undefined])[] = [
    ['file', file && oneLine(file.path)],
    ['line', file?.line?.toString()],
    ['col', file?.column?.toString()],
    ['title', `energy-sandbox ${tool}: ${oneLine(rule)}`],
  ];
  const set = properties.flatMap(([name, text]) =>
    text === undefined ? [] : [`${name}=${escapeProperty(text)}`],
  );
  const lines = [messageText(result), ...(fix === null ? [] : [`Fix: ${oneLine(fix)}`])];
  return `::${COMMANDS[severity]} ${set.join(',')}::${escapeData(lines.join('\n'))}`;
}

/** A report as workflow annotations of GitHub Actions, one line each, and a last line with the totals. */
export const renderGithub = (report: Report): string =>
  [...report.results.map(result => annotation(result, report)), totalsText(report), ''].join('\n');
