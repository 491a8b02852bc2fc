import { Terminal } from './terminal.ts';

/** What the program is surrounded by: where it reads and writes, and how it is told to end. */
export interface ProcessIo {
  /** Data. */
  readonly out: Terminal;
  /** Everything else that a person may want to know. */
  readonly err: Terminal;
  readonly environment: NodeJS.ProcessEnv;
  readonly input: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean };
  /** Calls back when the user wants it to end: Ctrl-C or SIGTERM. */
  onInterrupt(callback: () => void): void;
}

/** The process's own surroundings. */
export function processIo(): ProcessIo {
  // A reader such as `head` that has seen enough is no failure.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  }
  return {
    out: new Terminal(process.stdout, process.env),
    err: new Terminal(process.stderr, process.env),
    environment: process.env,
    // Asked for when it is first read: to open it costs every command.
    get input() {
      return process.stdin;
    },
    onInterrupt: callback => {
      process.on('SIGINT', callback);
      process.on('SIGTERM', callback);
    },
  };
}
