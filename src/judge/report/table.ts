import { styleText } from 'node:util';
import { escapeControls } from '../../core/text/escape.ts';
import { lengthOf, truncated, wrapped } from '../../core/text/lines.ts';

/** A color or weight. */
export type Tint = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

/** A table cell. Its width is measured before it is colored. */
export type Cell = string | { readonly text: string; readonly tint: Tint };

/** The page for which text is laid out. */
export interface Page {
  /** The width in characters; Infinity if lines need not fit. */
  readonly columns: number;
  paint(tint: Tint, text: string): string;
}

/** A page of a width, with or without colors. */
export const pageOf = (columns: number, isColored: boolean): Page => ({
  columns,
  // The caller decides on colors, not the streams and the environment of the process.
  paint: (tint, text) => (isColored && text !== '' ? styleText(tint, text, { validateStream: false }) : text),
});

export interface TableLayout {
  readonly head?: readonly string[];
  /** Wraps the last column, or the column with this index, onto further lines instead of truncating it. */
  readonly wrap?: boolean | number;
  /** The number of spaces between columns; 2 by default. */
  readonly gap?: number;
}

const GAP = 2;
const MIN_COLUMN_WIDTH = 8;
/** In a file or a pipe, where each row is one line, sentences are not padded to the longest, but to this width. */
const SENTENCE_WIDTH = 80;

const textOf = (cell: Cell): string => escapeControls(typeof cell === 'string' ? cell : cell.text);

/** The column widths. The widest column is narrowed until the table fits. */
function widthsOf(rows: readonly (readonly string[])[], available: number, gap: number): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((text, column) => {
      widths[column] = Math.max(widths[column] ?? 0, lengthOf(text));
    });
  }
  const total = (): number => widths.reduce((sum, width) => sum + width, gap * (widths.length - 1));
  while (total() > available) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= MIN_COLUMN_WIDTH) break;
    widths[widest] = Math.max(MIN_COLUMN_WIDTH, widths[widest]! - (total() - available));
    const runnerUp = Math.max(...widths.filter((_, column) => column !== widest));
    if (widths[widest]! < runnerUp && total() <= available) {
      widths[widest] = Math.min(runnerUp, widths[widest]! + available - total());
    }
  }
  return widths;
}

/** A table as lines that fit the width of the page. */
export function tableLines(
  rows: readonly (readonly Cell[])[],
  page: Page,
  { head, wrap = false, gap = GAP }: TableLayout = {},
): string[] {
  const allRows: readonly (readonly Cell[])[] = head
    ? [head.map(text => ({ text, tint: 'dim' as const })), ...rows]
    : rows;
  const widths = widthsOf(
    allRows.map(row => row.map(textOf)),
    page.columns,
    gap,
  );
  const lastColumn = wrap ? widths.length - 1 : -1;
  const wrapColumn = typeof wrap === 'number' ? wrap : lastColumn;
  const fits = page.columns < Number.POSITIVE_INFINITY;
  if (!fits && wrapColumn >= 0) widths[wrapColumn] = Math.min(widths[wrapColumn]!, SENTENCE_WIDTH);
  return allRows.flatMap(row => {
    const cells = row.map((cell, column) =>
      column === wrapColumn
        ? wrapped(textOf(cell), fits ? widths[column]! : page.columns)
        : [truncated(textOf(cell), widths[column]!)],
    );
    const height = Math.max(...cells.map(lines => lines.length));
    return Array.from({ length: height }, (_, index) => {
      const line = cells.map((lines, column) => {
        const text = lines[index] ?? '';
        const cell = row[column]!;
        const padding = ' '.repeat(Math.max(0, widths[column]! - lengthOf(text)));
        return (typeof cell === 'string' ? text : page.paint(cell.tint, text)) + padding;
      });
      return line.join(' '.repeat(gap)).trimEnd();
    });
  });
}
