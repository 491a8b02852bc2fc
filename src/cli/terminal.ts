import { styleText } from 'node:util';

/** Where text goes; the parts of a process's stream that matter here. */
export interface TextStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** A color or weight. */
export type Tint = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan';

/** A field of a table. Its text is coloured after it was measured. */
export type Cell = string | { readonly text: string; readonly tint: Tint };

/**
 * Text as it may stand on a terminal: what a client sent could hold sequences that move the cursor or rewrite what
 * stands there, so control characters are written out.
 */
export const escapeControls = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, character =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );

/** A stream with its width and, where somebody looks at it, its colours. */
export class Terminal {
  /** Characters in a line; Infinity where the text goes to a file or a program. */
  readonly columns: number;
  readonly isInteractive: boolean;
  readonly #stream: TextStream;
  readonly #coloured: boolean;

  constructor(stream: TextStream, environment: NodeJS.ProcessEnv) {
    this.#stream = stream;
    this.isInteractive = stream.isTTY === true;
    this.columns = this.isInteractive ? stream.columns || 80 : Number.POSITIVE_INFINITY;
    this.#coloured = this.isInteractive && !environment.NO_COLOR && environment.TERM !== 'dumb';
  }

  write(text: string): void {
    this.#stream.write(text);
  }

  line(text = ''): void {
    this.write(`${text}\n`);
  }

  /** Data for a script. */
  json(value: unknown): void {
    this.line(JSON.stringify(value, null, this.isInteractive ? 2 : undefined));
  }

  paint(tint: Tint, text: string): string {
    if (!this.#coloured || text === '') return text;
    // This terminal decides on colors by its own stream and environment, not by those of the process.
    return styleText(tint, text, { validateStream: false });
  }
}

/** How a table is laid out. */
export interface TableLayout {
  readonly head?: readonly string[];
  readonly indent?: number;
  /** The last column goes on in further lines where it is too long, in place of being cut. */
  readonly wrap?: boolean;
}

const GAP = 2;
const NARROWEST = 8;

const textOf = (cell: Cell): string => escapeControls(typeof cell === 'string' ? cell : cell.text);
const lengthOf = (text: string): number => [...text].length;

const cut = (text: string, width: number): string =>
  lengthOf(text) <= width ? text : `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`;

/** Breaks a text into lines between its words. */
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

/** The widths of all columns, the widest made narrower until the table fits. */
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
    if (widths[widest]! <= NARROWEST) break;
    widths[widest] = Math.max(NARROWEST, widths[widest]! - (total() - available));
    const runnerUp = Math.max(...widths.filter((_, column) => column !== widest));
    if (widths[widest]! < runnerUp && total() <= available) {
      widths[widest] = Math.min(runnerUp, widths[widest]! + available - total());
    }
  }
  return widths;
}

/** Lines of a table that fits a terminal's width. */
export function tableLines(
  rows: readonly (readonly Cell[])[],
  terminal: Terminal,
  { head, indent = 0, wrap = false }: TableLayout = {},
): string[] {
  const headed: readonly (readonly Cell[])[] = head
    ? [head.map(text => ({ text, tint: 'dim' as const })), ...rows]
    : rows;
  const texts = headed.map(row => row.map(textOf));
  const widths = widthsOf(texts, terminal.columns - indent);
  const lastColumn = widths.length - 1;
  const left = widths.slice(0, lastColumn).reduce((sum, width) => sum + width + GAP, indent);
  return headed.flatMap(row => {
    const cells = row.map((cell, column) => {
      const width = widths[column]!;
      const lines = wrap && column === lastColumn ? wrapped(textOf(cell), width) : [cut(textOf(cell), width)];
      const padding = column === row.length - 1 ? '' : ' '.repeat(width - lengthOf(lines[0]!));
      const paint = (line: string): string =>
        typeof cell === 'string' ? line : terminal.paint(cell.tint, line);
      return { first: paint(lines[0]!) + padding, further: lines.slice(1).map(paint) };
    });
    const first = ' '.repeat(indent) + cells.map(cell => cell.first).join(' '.repeat(GAP));
    return [first.trimEnd(), ...(cells.at(-1)?.further ?? []).map(line => ' '.repeat(left) + line)];
  });
}

/** Writes a table; one without rows has no head either. */
export function printTable(
  terminal: Terminal,
  rows: readonly (readonly Cell[])[],
  layout: TableLayout = {},
): void {
  if (rows.length === 0) return;
  for (const line of tableLines(rows, terminal, layout)) terminal.line(line);
}
