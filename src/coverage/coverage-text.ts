import { pageOf, tableLines, wrapped } from '../text/table.ts';
import { COVERAGE_GROUPS, type Coverage, type CoverageGroup, missingItems } from './coverage.ts';
import { matrixLines } from './response-matrix.ts';

/** The layout of the text. */
export interface CoverageLayout {
  /** The width of the terminal; Infinity for a file or a pipe. */
  readonly columns: number;
  readonly color: boolean;
  /** How many missing items are listed at most; by default, all. */
  readonly limit?: number;
}

/** How many items of each group were met, such as `responses 12/46, replays 1/2`. */
export function groupTotals({ items }: Coverage): string {
  const totalOf = (group: CoverageGroup): string => {
    const all = items.filter(item => item.group === group);
    return `${group} ${all.filter(({ met }) => met > 0).length}/${all.length}`;
  };
  return COVERAGE_GROUPS.map(totalOf).join(', ');
}

/** The totals in one line, such as `Coverage: 61.4 %, 86 of 140 met`. */
export const totalLine = ({ met, total, percent }: Coverage): string =>
  `Coverage: ${percent} %, ${met} of ${total} met`;

/** The items that were never met, each with the line that provokes it. */
function missingLines(
  coverage: Coverage,
  { columns, color, limit = Number.POSITIVE_INFINITY }: CoverageLayout,
): string[] {
  const missing = missingItems(coverage);
  if (missing.length === 0) return ['Everything was met.'];
  const rows = missing.slice(0, limit).map(({ id, how }) => [id, how]);
  const table = tableLines(rows, pageOf(columns, color), {
    head: ['never met', 'what provokes it'],
    wrap: true,
  });
  const rest = missing.length - rows.length;
  return rest > 0 ? [...table, `and ${rest} more`] : table;
}

/**
 * A coverage as text: how often each operation gave each response, the totals of the groups, and what was never met with
 * the line that provokes it, the most valuable first. Ends with a newline.
 */
export function coverageText(coverage: Coverage, layout: CoverageLayout): string {
  const page = pageOf(layout.columns, layout.color);
  const paragraph = (text: string): string[] => wrapped(text, layout.columns);
  const sections = [
    paragraph(totalLine(coverage)).map(line => page.paint('bold', line)),
    matrixLines(coverage, page),
    paragraph(groupTotals(coverage)),
    missingLines(coverage, layout),
  ];
  return `${sections.map(lines => lines.join('\n')).join('\n\n')}\n`;
}
