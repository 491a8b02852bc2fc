import type { ChildProcess } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import crossSpawn from 'cross-spawn';
import { type HostClock, pause } from '../../clock/host-clock.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { exitCodeOfSignal, isSpawnError, whyNotRunnable } from '../exec/child-command.ts';
import { IS_WINDOWS, ProcessTree } from '../exec/process-tree.ts';

/** How long processes may take to end after SIGTERM, before they are killed. */
const GRACE_MS = 2_000;
/** How long output may still arrive after all processes have ended. */
const LAST_OUTPUT_MS = 500;

/** How much of the output is kept. */
const MAX_OUTPUT = 64 * 1024;
const MAX_LINES = 30;
const MAX_LINE = 500;

/** How a suite ended. */
export interface SuiteEnd {
  /** Null if it was ended because its time was over. */
  readonly exitCode: number | null;
  readonly tail: readonly string[];
}

/** The last part of a suite's output. */
class OutputTail {
  #text = '';

  readonly add = (chunk: string): void => {
    this.#text += chunk;
    if (this.#text.length > 2 * MAX_OUTPUT) this.#text = this.#text.slice(-MAX_OUTPUT);
  };

  get lines(): string[] {
    return stripVTControlCharacters(this.#text.slice(-MAX_OUTPUT))
      .split(/\r?\n/)
      .map(line => line.trimEnd().slice(0, MAX_LINE))
      .filter(line => line !== '')
      .slice(-MAX_LINES);
  }
}

/**
 * A run of the suite. It leads a process group of its own, or on Windows a tree of processes, which is ended as a whole:
 * a runner's workers do not outlive it.
 */
export class SuiteProcess {
  readonly #child: ChildProcess;
  readonly #tree: ProcessTree;
  readonly #clock: HostClock;
  readonly #tail = new OutputTail();
  readonly #exit: Promise<number>;
  readonly #closed: Promise<void>;

  constructor([name = '', ...args]: readonly string[], environment: NodeJS.ProcessEnv, clock: HostClock) {
    this.#clock = clock;
    this.#child = crossSpawn(name, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment,
      detached: !IS_WINDOWS,
    });
    this.#tree = new ProcessTree(this.#child, !IS_WINDOWS, clock);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', this.#tail.add);
    this.#exit = this.#exitOf(name);
    this.#closed = new Promise(resolve => this.#child.once('close', () => resolve()));
  }

  #exitOf(name: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#child.once('exit', (code, signal) => resolve(code ?? exitCodeOfSignal(signal!)));
      this.#child.on('error', (error: NodeJS.ErrnoException) => {
        if (isSpawnError(error)) reject(new CliError(whyNotRunnable(name, error), EXIT_USAGE));
      });
    });
  }

  /** Waits until the suite has ended, or ends it when its time is over. */
  async end(timeoutMs: number): Promise<SuiteEnd> {
    let cancel = (): void => undefined;
    const timeout = new Promise<null>(resolve => {
      cancel = this.#clock.wake(timeoutMs, () => resolve(null));
    });
    const exitCode = await Promise.race([this.#exit, timeout]).finally(cancel);
    await this.stop();
    await Promise.race([this.#closed, pause(this.#clock, LAST_OUTPUT_MS)]);
    return { exitCode, tail: this.#tail.lines };
  }

  /** The id of the process that leads the others; undefined if it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Ends all processes of the suite. */
  stop(): Promise<void> {
    return this.#tree.end(GRACE_MS);
  }

  /** Ends all processes of the suite at once, without giving them time. */
  kill(): void {
    this.#tree.send('SIGKILL');
  }
}
