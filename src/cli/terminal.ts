import { styleText } from 'node:util';

/** The parts of an output stream that a terminal uses. */
export interface TextStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** A color or weight. */
export type Tint = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

/** A table cell. Its width is measured before it is colored. */
export type Cell = string | { readonly text: string; readonly tint: Tint };

/** Escapes control characters. Text from clients could otherwise move the cursor or overwrite the terminal. */
export const escapeControls = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, character =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );

/** An output stream with its width; colored only if it is interactive. */
export class Terminal {
  /** The width in characters; Infinity if the output is a file or a pipe. */
  readonly columns: number;
  readonly isInteractive: boolean;
  readonly #stream: TextStream;
  readonly #isColored: boolean;

  constructor(stream: TextStream, environment: NodeJS.ProcessEnv) {
    this.#stream = stream;
    this.isInteractive = stream.isTTY === true;
    this.columns = this.isInteractive ? stream.columns || 80 : Number.POSITIVE_INFINITY;
    this.#isColored = this.isInteractive && !environment.NO_COLOR && environment.TERM !== 'dumb';
  }

  write(text: string): void {
    this.#stream.write(text);
  }

  line(text = ''): void {
    this.write(`${text}\n`);
  }

  /** Writes a value as JSON, indented if the output is interactive. */
  json(value: unknown): void {
    this.line(JSON.stringify(value, null, this.isInteractive ? 2 : undefined));
  }

  paint(tint: Tint, text: string): string {
    if (!this.#isColored || text === '') return text;
    // This terminal decides on colors by its own stream and environment, not by those of the process.
    return styleText(tint, text, { validateStream: false });
  }
}

/** Layout options of a table. */
export interface TableLayout {
  readonly head?: readonly string[];
  readonly indent?: number;
  /** Wraps the last column onto further lines instead of truncating it. */
  readonly wrap?: boolean;
}

const GAP = 2;
const MIN_COLUMN_WIDTH = 8;

const textOf = (cell: Cell): string => escapeControls(typeof cell === 'string' ? cell : cell.text);
const lengthOf = (text: string): number => [...text].length;

const truncated = (text: string, width: number): string =>
  lengthOf(text) <= width ? text : `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`;

/** Wraps text at word boundaries. */
export function wrapped(text: string, width: number): string[] {
  if (!Number.isFinite(width)) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** The column widths. The widest column is narrowed until the table fits. */
function widthsOf(rows: readonly (readonly string[])[], available: number): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((text, column) => {
      widths[column] = Math.max(widths[column] ?? 0, lengthOf(text));
    });
  }
  const total = (): number => widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1));
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

/** A table as lines that fit the width of the terminal. */
export function tableLines(
  rows: readonly (readonly Cell[])[],
  terminal: Terminal,
  { head, indent = 0, wrap = false }: TableLayout = {},
): string[] {
  const allRows: readonly (readonly Cell[])[] = head
    ? [head.map(text => ({ text, tint: 'dim' as const })), ...rows]
    : rows;
  const texts = allRows.map(row => row.map(textOf));
  const widths = widthsOf(texts, terminal.columns - indent);
  const lastColumn = widths.length - 1;
  const lastColumnStart = widths.slice(0, lastColumn).reduce((sum, width) => sum + width + GAP, indent);
  return allRows.flatMap(row => {
    const cells = row.map((cell, column) => {
      const width = widths[column]!;
      const lines =
        wrap && column === lastColumn ? wrapped(textOf(cell), width) : [truncated(textOf(cell), width)];
      const padding = column === row.length - 1 ? '' : ' '.repeat(width - lengthOf(lines[0]!));
      const paint = (line: string): string =>
        typeof cell === 'string' ? line : terminal.paint(cell.tint, line);
      return { first: paint(lines[0]!) + padding, further: lines.slice(1).map(paint) };
    });
    const first = ' '.repeat(indent) + cells.map(cell => cell.first).join(' '.repeat(GAP));
    return [
      first.trimEnd(),
      ...(cells.at(-1)?.further ?? []).map(line => ' '.repeat(lastColumnStart) + line),
    ];
  });
}

/** Prints a table; prints nothing, not even the header, if there are no rows. */
export function printTable(
  terminal: Terminal,
  rows: readonly (readonly Cell[])[],
  layout: TableLayout = {},
): void {
  if (rows.length === 0) return;
  for (const line of tableLines(rows, terminal, layout)) terminal.line(line);
}
