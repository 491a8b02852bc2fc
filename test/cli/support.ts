import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Terminal, type TextStream } from '../../src/cli/process-io.ts';
import { run } from '../../src/cli/program.ts';
import { removeFolder } from '../support/remove-folder.ts';

/** An output stream that records what is written. */
export class Captured implements TextStream {
  text = '';
  readonly isTTY: boolean;
  readonly columns: number;
  readonly #waiting = new Set<() => void>();

  constructor(columns = 0) {
    this.isTTY = columns > 0;
    this.columns = columns;
  }

  write(text: string): void {
    this.text += text;
    for (const check of this.#waiting) check();
  }

  get lines(): string[] {
    return this.text.trimEnd().split('\n');
  }

  /** Resolves when the text matches a pattern. */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    const found = pattern.exec(this.text);
    if (found) return found;
    await new Promise<void>(resolve => this.#waiting.add(resolve));
    return this.until(pattern);
  }
}

/** How a command is run in a test. */
export interface RunOptions {
  readonly environment?: NodeJS.ProcessEnv;
  readonly input?: string | Buffer;
  /** The width of the terminal. Default: the output is not a terminal. */
  readonly columns?: number;
  /** What the user types to call the program. Default: energy-sandbox */
  readonly programName?: string;
}

/** A running command. */
export class Running {
  readonly out: Captured;
  readonly err: Captured;
  /** Resolves with the exit code. */
  readonly ended: Promise<number>;
  readonly #interrupts: (() => void)[] = [];

  constructor(
    words: readonly string[],
    { environment = {}, input = '', columns = 0, programName = 'energy-sandbox' }: RunOptions,
  ) {
    this.out = new Captured(columns);
    this.err = new Captured(columns);
    this.ended = run(words, {
      out: new Terminal(this.out, environment),
      err: new Terminal(this.err, environment),
      environment,
      programName,
      input: Readable.from([Buffer.from(input)]),
      onInterrupt: callback => this.#interrupts.push(callback),
      onEndSignal: callback => this.#interrupts.push(() => callback('SIGINT')),
      onLost: () => undefined,
    });
  }

  /** How many callbacks wait for Ctrl-C. */
  get interrupts(): number {
    return this.#interrupts.length;
  }

  /** Presses Ctrl-C. */
  async interrupt(): Promise<number> {
    for (const callback of this.#interrupts) callback();
    return this.ended;
  }
}

/** Starts a command inside this process. */
export const launch = (words: readonly string[], options: RunOptions = {}): Running =>
  new Running(words, options);

/** The result of a command. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command inside this process until it ends. */
export async function cli(words: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const running = launch(words, options);
  const code = await running.ended;
  return { code, out: running.out.text, err: running.err.text };
}

/** A temporary folder, removed when it is disposed. */
export async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'energy-sandbox-cli-'));
  return { path, [Symbol.asyncDispose]: () => removeFolder(path) };
}
