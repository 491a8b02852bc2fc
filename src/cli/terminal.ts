import { isoTime } from '../core/domain/time.ts';
import { escapeControls } from '../core/text/escape.ts';
import {
  type Cell,
  type Page,
  pageOf,
  type TableLayout,
  type Tint,
  tableLines,
} from '../judge/report/table.ts';

export { type Cell, type TableLayout, type Tint, tableLines, wrapped } from '../judge/report/table.ts';
export { escapeControls };

/** The parts of an output stream that a terminal uses. */
export interface TextStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** An output stream with its width; colored only if it is interactive. */
export class Terminal implements Page {
  /** The width in characters; Infinity if the output is a file or a pipe. */
  readonly columns: number;
  readonly isInteractive: boolean;
  readonly isColored: boolean;
  readonly #stream: TextStream;
  readonly #page: Page;

  constructor(stream: TextStream, environment: NodeJS.ProcessEnv) {
    this.#stream = stream;
    this.isInteractive = stream.isTTY === true;
    this.columns = this.isInteractive ? stream.columns || 80 : Number.POSITIVE_INFINITY;
    this.isColored = this.isInteractive && !environment.NO_COLOR && environment.TERM !== 'dumb';
    this.#page = pageOf(this.columns, this.isColored);
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

  /** Shows what is being done, on the last line of an interactive terminal. Without a text, the line is cleared. */
  progress(text = ''): void {
    if (this.isInteractive) this.write(`\r\u001b[K${escapeControls(text).slice(0, this.columns - 1)}`);
  }

  paint(tint: Tint, text: string): string {
    return this.#page.paint(tint, text);
  }
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

/** How much a line of the log asks for attention. */
export type LogLevel = 'info' | 'warn' | 'error';

/** A line of the JSON log. @param wallMs the time of the host, in milliseconds */
export const jsonLogLine = (level: LogLevel, fields: object, wallMs: number): string =>
  JSON.stringify({ time: isoTime(wallMs), level, ...fields });
