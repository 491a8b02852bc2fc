import { type Coverage, missingItems } from '../coverage/coverage.ts';
import { coverageReport } from '../coverage/coverage-report.ts';
import { coverageText, totalLine } from '../coverage/coverage-text.ts';
import type { Report, ReportFormat } from '../report/report.ts';
import type { Printed } from './report-flags.ts';

/** How a coverage is printed. */
interface CoverageOutput {
  readonly format: ReportFormat;
  /** The percentage that is required. */
  readonly min?: number | undefined;
  /** How many missing items the text lists at most. Default: all. */
  readonly limit?: number;
}

/** How many missing items an annotation names. */
const MAX_NAMED = 10;

/** GitHub shows ten annotations of a step, so that one of them names what is missing. */
function forAnnotations(report: Report, coverage: Coverage): Report {
  const missing = missingItems(coverage).map(({ id }) => id);
  const [first] = report.results.filter(({ severity }) => severity === 'info');
  if (!first) return report;
  const others = missing.length - MAX_NAMED;
  const named = missing.slice(0, MAX_NAMED).join(', ') + (others > 0 ? ` and ${others} more` : '');
  const one = { ...first, message: `${totalLine(coverage)}; never met: ${named}`, fix: null };
  return { ...report, results: [...report.results.filter(({ severity }) => severity !== 'info'), one] };
}

/** A coverage in the form in which it is printed. */
export function printedCoverage(coverage: Coverage, { format, min, limit }: CoverageOutput): Printed {
  const missed = min !== undefined && coverage.percent < min ? `; at least ${min} % is required` : '';
  const totals = totalLine(coverage) + missed;
  const report = coverageReport(coverage, min);
  return {
    report: format === 'github' ? forAnnotations(report, coverage) : report,
    text: layout =>
      coverageText(coverage, limit === undefined ? layout : { ...layout, limit }) +
      (missed === '' ? '' : `\n${totals}\n`),
    totals,
  };
}
