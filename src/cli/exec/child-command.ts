import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import crossSpawn from 'cross-spawn';
import type { HostClock } from '../../clock/host-clock.ts';
import { CliError } from '../cli-error.ts';
import type { EndSignal } from '../process-io.ts';
import { IS_WINDOWS, ProcessTree } from './process-tree.ts';

/** The exit codes of a shell for a command that could not be run. */
const EXIT_NOT_FOUND = 127;
const EXIT_NOT_RUNNABLE = 126;
const SIGNAL_EXIT_BASE = 128;

/** How long a command may take to end after a signal, before it is killed. */
const GRACE_MS = 10_000;
/** How long processes that the command left running may take to end. */
const LEFTOVERS_GRACE_MS = 2_000;

/** The exit code that a shell reports for a process that a signal ended. */
export const exitCodeOfSignal = (signal: NodeJS.Signals): number =>
  SIGNAL_EXIT_BASE + constants.signals[signal];

/** Why a command could not be run, and what to do. */
export function whyNotRunnable(name: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT')
    return `${name}: command not found; check its spelling and PATH, and for a script the interpreter in its first line`;
  const why = code === 'EACCES' ? 'it is not an executable file; check its permissions with ls -l' : message;
  return `${name}: cannot be run: ${why}`;
}

const notRunnable = (name: string, error: NodeJS.ErrnoException): CliError =>
  new CliError(whyNotRunnable(name, error), error.code === 'ENOENT' ? EXIT_NOT_FOUND : EXIT_NOT_RUNNABLE);

/** True if a child process could not be started, as opposed to a signal that could not be sent to it. */
export const isSpawnError = ({ syscall }: NodeJS.ErrnoException): boolean =>
  syscall?.startsWith('spawn') === true;

/** How to start a command. */
export interface CommandOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: HostClock;
  /**
   * Whether stdin is a terminal. The command then stays in this program's process group, because only the terminal's
   * foreground group can read from it. Ctrl-C reaches the command directly. Otherwise the command leads a session and
   * process group of its own, so that signals reach it exactly once and also reach the processes that it starts.
   */
  readonly onTerminal: boolean;
}

/** A command that runs as a child process with this program's stdin, stdout and stderr. */
export class ChildCommand {
  /** Resolves with the exit code when the command has ended. Rejects with a CliError if it could not be run. */
  readonly ended: Promise<number>;
  readonly #child: ChildProcess;
  readonly #tree: ProcessTree;
  readonly #clock: HostClock;
  readonly #onTerminal: boolean;
  readonly #ownsGroup: boolean;
  #isStopping = false;
  #cancelKill: () => void = () => undefined;

  constructor([name = '', ...args]: readonly string[], options: CommandOptions) {
    this.#clock = options.clock;
    this.#onTerminal = options.onTerminal;
    this.#ownsGroup = !options.onTerminal && !IS_WINDOWS;
    this.#child = crossSpawn(name, args, {
      stdio: 'inherit',
      env: options.environment,
      detached: this.#ownsGroup,
    });
    this.#tree = new ProcessTree(this.#child, this.#ownsGroup, options.clock);
    this.ended = this.#exit(name).finally(() => this.#cancelKill());
  }

  #exit(name: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#child.on('exit', (code, signal) => resolve(code ?? exitCodeOfSignal(signal!)));
      this.#child.on('error', (error: NodeJS.ErrnoException) => {
        if (isSpawnError(error)) reject(notRunnable(name, error));
      });
    });
  }

  /**
   * Passes a signal on to the command. After a second signal, or if the command has not ended 10 seconds later, it is
   * killed. A Ctrl-C on a terminal is left to the command: the terminal has sent it to the command as well.
   */
  signal(signal: EndSignal): void {
    if (this.#onTerminal && signal === 'SIGINT') return;
    if (this.#isStopping) {
      this.#tree.send('SIGKILL');
      return;
    }
    this.#isStopping = true;
    this.#tree.send(signal);
    this.#cancelKill = this.#clock.wake(GRACE_MS, () => this.#tree.send('SIGKILL'));
  }

  /** Ends the processes that the command left running in its process group. */
  async endLeftovers(): Promise<void> {
    if (this.#ownsGroup) await this.#tree.end(LEFTOVERS_GRACE_MS);
  }
}
