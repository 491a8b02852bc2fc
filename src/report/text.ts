import { type Cell, type Page, pageOf, type Tint, tableLines, wrapped } from '../text/table.ts';
import type { Report, ReportResult, ReportSeverity } from './report.ts';
import { advice, costText, manyLines, messageText, oneLine, ordersText, totalsText } from './wording.ts';

const TINTS: Readonly<Record<ReportSeverity, Tint>> = { error: 'red', warning: 'yellow', info: 'blue' };
const HEAD = ['severity', 'rule', 'order', 'what happened', 'cost'];
const MESSAGE_COLUMN = 3;
const GAP = 2;

/** Where the table would leave messages less than this, they stand below their rows. */
const MIN_MESSAGE_WIDTH = 40;

/** The layout of a text report. */
export interface TextLayout {
  readonly color: boolean;
  /** The width of the terminal; Infinity for a file or a pipe, where each result is one line. */
  readonly columns: number;
}

/** Where a result belongs: its orders, or what else is known. */
const placeOf = (result: ReportResult): string => ordersText(result) || oneLine(result.account ?? '');

const rowOf = (result: ReportResult): Cell[] => [
  { text: result.severity, tint: TINTS[result.severity] },
  oneLine(result.rule),
  placeOf(result),
  messageText(result),
  costText(result),
];

const widthOf = (cell: Cell): number => [...(typeof cell === 'string' ? cell : cell.text)].length;

/** Rows without the columns that are empty in all of them; severity, rule and message always remain. */
function usedColumns(rows: readonly Cell[][]): number[] {
  return HEAD.map((_, column) => column).filter(
    column => column < 2 || column === MESSAGE_COLUMN || rows.some(row => widthOf(row[column]!) > 0),
  );
}

function resultLines({ results }: Report, page: Page): string[] {
  if (results.length === 0) return [];
  const rows = results.map(rowOf);
  const columns = usedColumns(rows);
  const pick = <T>(cells: readonly T[], from: readonly number[]): T[] => from.map(column => cells[column]!);
  const short = columns.filter(column => column !== MESSAGE_COLUMN);
  const shortWidth = short.reduce(
    (sum, column) => sum + GAP + Math.max(HEAD[column]!.length, ...rows.map(row => widthOf(row[column]!))),
    0,
  );
  if (page.columns - shortWidth >= MIN_MESSAGE_WIDTH) {
    const wrap = columns.indexOf(MESSAGE_COLUMN);
    const table = rows.map(row => pick(row, columns));
    return tableLines(table, page, { head: pick(HEAD, columns), wrap });
  }
  const [head, ...lines] = tableLines(
    rows.map(row => pick(row, short)),
    page,
    { head: pick(HEAD, short) },
  );
  const messages = results.map(result =>
    wrapped(messageText(result), page.columns - GAP).map(line => ' '.repeat(GAP) + line),
  );
  return [head!, ...lines.flatMap((line, index) => [line, ...messages[index]!])];
}

/** The advice of each rule that has results, once. */
function adviceLines(report: Report, page: Page): string[] {
  const rows = advice(report).map(({ rule, fix }) => ({ rule: oneLine(rule), fix: oneLine(fix) }));
  if (rows.length === 0) return [];
  const indented = (text: string): string[] =>
    wrapped(text, page.columns - GAP).map(line => ' '.repeat(GAP) + line);
  return [
    page.paint('bold', 'How to fix'),
    ...rows.flatMap(({ rule, fix }) => [`${rule}:`, ...indented(fix)]),
  ];
}

/**
 * A report as text: the blocks, a table of the results, how to fix them, and the totals on one line. Sections are
 * separated by empty lines.
 */
export function renderText(report: Report, { color, columns }: TextLayout): string {
  const page = pageOf(columns, color);
  const end = [
    ...(report.summary === '' ? [] : wrapped(oneLine(report.summary), columns)),
    page.paint('bold', totalsText(report)),
  ];
  const sections = [
    [page.paint('bold', oneLine(report.title))],
    ...report.blocks.map(block => manyLines(block).trimEnd().split('\n')),
    resultLines(report, page),
    adviceLines(report, page),
    end,
  ];
  const shown = sections.filter(lines => lines.length > 0).map(lines => lines.join('\n'));
  return `${shown.join('\n\n')}\n`;
}
