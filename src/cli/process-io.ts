import { basename, relative, sep } from 'node:path';
import { escapeControls, escapeOutput } from '../core/text/escape.ts';
import {
  type Cell,
  type Page,
  pageOf,
  type TableLayout,
  type Tint,
  tableLines,
} from '../judge/report/table.ts';

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
  #isTorn = false;

  constructor(stream: TextStream, environment: NodeJS.ProcessEnv) {
    this.#stream = stream;
    this.isInteractive = stream.isTTY === true;
    this.columns = this.isInteractive ? stream.columns || 80 : Number.POSITIVE_INFINITY;
    this.isColored = this.isInteractive && !environment.NO_COLOR && environment.TERM !== 'dumb';
    this.#page = pageOf(this.columns, this.isColored);
  }

  /** Writes text, escaped: much of it comes from clients. */
  write(text: string): void {
    this.#writeRaw(escapeOutput(text, this.isColored));
  }

  #writeRaw(text: string): void {
    this.#stream.write(this.#isTorn ? `\n${text}` : text);
    this.#isTorn = false;
  }

  /** The last text may have been written in part, so the next one begins on a new line. */
  tear(): void {
    this.#isTorn = true;
  }

  line(text = ''): void {
    this.write(`${text}\n`);
  }

  json(value: unknown): void {
    this.line(JSON.stringify(value, null, this.isInteractive ? 2 : undefined));
  }

  /** Shows what is being done, on the last line of an interactive terminal. Without a text, the line is cleared. */
  progress(text = ''): void {
    if (this.isInteractive) this.#writeRaw(`\r\u001b[K${escapeControls(text).slice(0, this.columns - 1)}`);
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

/** The signals that ask a program to end: Ctrl-C, a request of another process (on Windows SIGBREAK), and the end of the terminal. */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP'] as const;

export type EndSignal = (typeof END_SIGNALS)[number];

/** Input and output of the program, its environment, and its signals. */
export interface ProcessIo {
  /** The stream for results (stdout). */
  readonly out: Terminal;
  /** The stream for messages (stderr). */
  readonly err: Terminal;
  readonly environment: NodeJS.ProcessEnv;
  /** The command that the user types to call the program, such as `npx energy-rental-sandbox`. */
  readonly programName: string;
  readonly input: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  /**
   * Registers a callback for Ctrl-C, SIGTERM, SIGBREAK on Windows, and the end of the shell in which npm runs this
   * program.
   */
  onInterrupt(callback: () => void): void;
  /** The same with the signal, and for SIGHUP. The end of that shell counts as SIGTERM. */
  onEndSignal(callback: (signal: EndSignal) => void): void;
  /**
   * Registers a callback for each text that stderr does not accept, because a disk is full or nobody reads a pipe.
   * Without a callback, the program then ends.
   */
  onLost(callback: () => void): void;
}

/** Prints notices on stderr, one per line, as a command prints its errors. */
export const remarkOn =
  ({ err }: Pick<ProcessIo, 'err'>) =>
  (text: string): void =>
    err.line(`energy-sandbox: ${text}`);

const SHELL_POLL_MS = 500;

/**
 * Calls back once when the shell in which npm runs this program has ended. npm sends signals to that shell, which ends
 * without passing them on, so this program would outlive `npx` and `npm test`. On Windows, or if npm did not start this
 * program, it never calls back.
 */
function onNpmShellEnd(callback: () => void): void {
  if (process.env.npm_command === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    callback();
  }, SHELL_POLL_MS).unref();
}

export function processIo(): ProcessIo {
  const err = new Terminal(process.stderr, process.env);
  let lost: (() => void) | null = null;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      // A reader such as `head` closes the pipe early. That is not a failure.
      if (stream === process.stdout || !lost) process.exit(code === 'EPIPE' ? 0 : 1);
      err.tear();
      lost();
    });
  }
  return {
    out: new Terminal(process.stdout, process.env),
    err,
    environment: process.env,
    programName: programNameOf(process.argv[1]!, process.cwd()),
    // A getter, because opening stdin takes time, and most commands do not read it.
    get input() {
      return process.stdin;
    },
    onInterrupt: callback => {
      for (const signal of END_SIGNALS) if (signal !== 'SIGHUP') process.on(signal, callback);
      onNpmShellEnd(callback);
    },
    onEndSignal: callback => {
      for (const signal of END_SIGNALS) process.on(signal, () => callback(signal));
      onNpmShellEnd(() => callback('SIGTERM'));
    },
    onLost: callback => {
      lost = callback;
    },
  };
}

const NPX = 'npx energy-rental-sandbox';
/** The name of the program in the texts of this folder. */
const NAME_IN_TEXTS = 'energy-sandbox';
const INSTALLED_NAMES: readonly string[] = [NAME_IN_TEXTS, 'energy-rental-sandbox'];

/**
 * The command that a user types to call the program, so that commands in messages can be copied.
 * @param script the absolute path of the script that was started @param folder the working directory
 */
export function programNameOf(script: string, folder: string): string {
  if (script.split(sep).includes('node_modules')) return NPX;
  const name = basename(script);
  if (INSTALLED_NAMES.includes(name)) return name;
  const path = relative(folder, script);
  return `node ${path.startsWith('..') ? script : path}`;
}

/**
 * A help text with the commands as the user types them. Before ` -- `, the name stays: there another program gives it to the
 * sandbox.
 */
export const withProgramName = (help: string, programName: string): string =>
  help.replaceAll(new RegExp(`${NAME_IN_TEXTS} (?!-- )`, 'g'), `${programName} `);
