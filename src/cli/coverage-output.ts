import type { Coverage } from '../coverage/coverage.ts';
import { coverageReport } from '../coverage/coverage-report.ts';
import { coverageText, totalLine } from '../coverage/coverage-text.ts';
import type { Printed } from './report-flags.ts';

/** A coverage as it is printed. @param min the percentage that is required */
export function printedCoverage(coverage: Coverage, min: number | undefined): Printed {
  const missed = min !== undefined && coverage.percent < min ? `; at least ${min} % is required` : '';
  const totals = totalLine(coverage) + missed;
  return {
    report: coverageReport(coverage, min),
    text: layout => coverageText(coverage, layout) + (missed === '' ? '' : `\n${totals}\n`),
    totals,
  };
}
