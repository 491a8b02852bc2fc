import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from '../support/child-environment.ts';
import { endingWithFile } from '../support/children.ts';

export const PROGRAM = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
/** A process that does not end is killed then. Generous, because the machine may be busy. */
export const LIMIT_MS = 300_000;

/** A process, with what it has written. */
export class RunningProcess {
  out = '';
  err = '';
  readonly child: ChildProcess;
  /** Resolves with the exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  #isClosed = false;
  readonly #waiting = new Set<() => void>();

  constructor(command: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    const options = { env: childEnvironment(environment), timeout: LIMIT_MS, killSignal: 'SIGKILL' } as const;
    this.child = endingWithFile(spawn(command, words, options));
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => this.#add(() => (this.out += text)));
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => this.#add(() => (this.err += text)));
    this.ended = once(this.child, 'close').then(([code]) => {
      this.#add(() => (this.#isClosed = true));
      return code as number | null;
    });
  }

  #add(change: () => void): void {
    change();
    for (const check of this.#waiting) check();
  }

  /** Resolves when stdout or stderr matches a pattern. @throws if the process ends before that */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    const found = pattern.exec(this.out) ?? pattern.exec(this.err);
    if (found) return found;
    // Before that, output may be on its way that was written before the process ended.
    if (this.#isClosed) throw new Error(`ended without ${pattern}:\n${this.out}${this.err}`);
    await new Promise<void>(resolve => this.#waiting.add(resolve));
    return this.until(pattern);
  }

  kill(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }
}

/** Starts the built program. @param options of Node */
export function startProgram(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  options: readonly string[] = [],
): RunningProcess {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: run "npm run build"`);
  return new RunningProcess(process.execPath, [...options, PROGRAM, ...words], environment);
}
