import { basename, relative, sep } from 'node:path';
import { Terminal } from './terminal.ts';

/** The signals that ask a program to end: Ctrl-C, a request of another process, and the end of the terminal. */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type EndSignal = (typeof END_SIGNALS)[number];

/** Input and output of the program, its environment, and its signals. */
export interface ProcessIo {
  /** For results. */
  readonly out: Terminal;
  /** For messages to the user. */
  readonly err: Terminal;
  readonly environment: NodeJS.ProcessEnv;
  /** What the user types to call the program, such as `npx energy-rental-sandbox`. */
  readonly programName: string;
  readonly input: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  /** Registers a callback for Ctrl-C and SIGTERM. */
  onInterrupt(callback: () => void): void;
  /** Registers a callback for the signals that ask a program to end: SIGINT, SIGTERM and SIGHUP. */
  onEndSignal(callback: (signal: EndSignal) => void): void;
}

/** The input and output of this process. */
export function processIo(): ProcessIo {
  // A reader such as `head` closes the pipe early. That is not a failure.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  }
  return {
    out: new Terminal(process.stdout, process.env),
    err: new Terminal(process.stderr, process.env),
    environment: process.env,
    programName: programNameOf(process.argv[1]!, process.cwd()),
    // A getter, because opening stdin takes time that most commands need not spend.
    get input() {
      return process.stdin;
    },
    onInterrupt: callback => {
      process.on('SIGINT', callback);
      process.on('SIGTERM', callback);
    },
    onEndSignal: callback => {
      for (const signal of END_SIGNALS) process.on(signal, () => callback(signal));
    },
  };
}

const NPX = 'npx energy-rental-sandbox';
/** The name of the program in the texts of this folder. */
const NAME_IN_TEXTS = 'energy-sandbox';
const INSTALLED_NAMES: readonly string[] = [NAME_IN_TEXTS, 'energy-rental-sandbox'];

/**
 * What a user types to call the program, so that commands in messages can be copied.
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
 * A help text with the commands as the user types them. In front of ` -- `, the name is one that another program gives
 * to the sandbox, and stays as it is.
 */
export const withProgramName = (help: string, programName: string): string =>
  help.replaceAll(new RegExp(`${NAME_IN_TEXTS} (?!-- )`, 'g'), `${programName} `);
