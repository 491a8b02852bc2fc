import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { isatty } from 'node:tty';
import type { Command } from 'commander';
import crossSpawn from 'cross-spawn';
import { makeTemporaryFolder } from '../host/node/files.ts';
import { type HostClock, pause, systemClock } from '../host/node/host-clock.ts';
import type { SandboxOptions } from '../server/sandbox-options.ts';
import { isScenarioFile } from '../server/sandbox-options.ts';
import type { RunningSandbox } from '../server/start-sandbox.ts';
import { CliError, EXIT_USAGE } from './cli-error.ts';
import { list } from './define-command.ts';
import type { EndSignal, ProcessIo } from './process-io.ts';

/**
 * The disturbances as a list for the environment. Paths are absolute, as the command may change its working directory.
 * @throws CliError if the list cannot contain a path
 */
function listOf(disturbances: readonly string[]): string {
  const names = disturbances.map(text => (isScenarioFile(text) ? resolve(text) : text));
  const divided = names.find(name => name.includes(','));
  if (divided === undefined) return names.join(',');
  throw new CliError(
    `disturbance: ${divided} contains a comma, so it cannot be passed on to the command; rename the file or its folder`,
    EXIT_USAGE,
  );
}

/**
 * The file of additional authorities that Node programs have to trust; null without an authority. Node reads a single
 * file, so if the environment already names one, a temporary file with the contents of both is written.
 * @param caFile the authority of a sandbox; null if it has none
 */
async function nodeAuthorities(
  caFile: string | null,
  { NODE_EXTRA_CA_CERTS: trusted }: NodeJS.ProcessEnv,
): Promise<{ readonly file: string | null; remove(): Promise<void> }> {
  // Node itself ignores a file that it cannot read.
  const others = caFile !== null && trusted ? await readFile(trusted, 'utf8').catch(() => null) : null;
  if (caFile === null || others === null) return { file: caFile, remove: async () => undefined };
  const folder = makeTemporaryFolder('tls');
  const file = join(folder, 'ca-with-others.pem');
  await writeFile(file, `${others.trimEnd()}\n${await readFile(caFile, 'utf8')}`);
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The environment of a command that uses a sandbox, and the removal of its temporary file. */
interface CommandEnvironment {
  readonly variables: NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

/**
 * Prepares the environment of a command that uses a sandbox.
 * @param options of the sandbox; those that the command creates share its run folder and disturbances
 */
export async function commandEnvironment(
  environment: NodeJS.ProcessEnv,
  { baseUrl, apiKey, webhookSecret, caFile }: RunningSandbox,
  { admin_token: adminToken, run, disturbances = [] }: SandboxOptions,
): Promise<CommandEnvironment> {
  const list = listOf(disturbances);
  const authorities = await nodeAuthorities(caFile, environment);
  const variables = {
    ...environment,
    // All that describes a sandbox, so that the command never mixes two, also if an outer `exec` or the user described one.
    ENERGY_SANDBOX_URL: baseUrl,
    ENERGY_SANDBOX_ACCOUNT: undefined,
    ENERGY_SANDBOX_API_KEY: apiKey,
    ENERGY_SANDBOX_WEBHOOK_SECRET: webhookSecret,
    ENERGY_SANDBOX_ADMIN_TOKEN: adminToken,
    ENERGY_SANDBOX_ADMIN_TOKEN_FILE: undefined,
    ENERGY_SANDBOX_CA_FILE: caFile ?? undefined,
    ENERGY_SANDBOX_DISTURBANCE: list === '' ? undefined : list,
    ...(authorities.file !== null && { NODE_EXTRA_CA_CERTS: authorities.file }),
    ...(run !== undefined && { ENERGY_SANDBOX_RUN: resolve(run) }),
  };
  return { variables, remove: authorities.remove };
}

/** The exit codes of a shell for a command that could not be run. */
const EXIT_NOT_FOUND = 127;
const EXIT_NOT_RUNNABLE = 126;
const SIGNAL_EXIT_BASE = 128;

/** How long a command may take to end after a signal, before it is killed. */
const GRACE_MS = 10_000;
/** How long processes that the command left running may take to end. */
const LEFTOVERS_GRACE_MS = 2_000;
const POLL_MS = 20;
const STDIN = 0;

const IS_WINDOWS = process.platform === 'win32';

/** The exit code that a shell reports for a process that a signal ended. */
export const exitCodeOfSignal = (signal: NodeJS.Signals): number =>
  SIGNAL_EXIT_BASE + constants.signals[signal];

/** Whether there is a file at a path, or for a name without a folder in one of the folders of PATH. */
const isPresent = (name: string, { PATH = '' }: NodeJS.ProcessEnv): boolean =>
  name.includes('/') || PATH.split(delimiter).some(folder => existsSync(join(folder, name)));

function notRunnable(
  name: string,
  { code, message }: NodeJS.ErrnoException,
  environment: NodeJS.ProcessEnv,
): CliError {
  // A folder in PATH that cannot be searched is an error of its own, which shells leave out.
  if (code === 'ENOENT' || (code === 'EACCES' && !isPresent(name, environment))) {
    const hint = 'check its spelling and PATH, and for a script the interpreter in its first line';
    return new CliError(`${name}: command not found; ${hint}`, EXIT_NOT_FOUND);
  }
  const why = code === 'EACCES' ? 'it is not an executable file; check its permissions with ls -l' : message;
  return new CliError(`${name}: cannot be run: ${why}`, EXIT_NOT_RUNNABLE);
}

/** True if a child process could not be started, as opposed to a signal that could not be sent to it. */
const isSpawnError = ({ syscall }: NodeJS.ErrnoException): boolean => syscall?.startsWith('spawn') === true;

interface TreeOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly stdio: StdioOptions;
  /** Whether the child leads its own session and process group. Otherwise signals reach only the child itself. */
  readonly leadsGroup: boolean;
  readonly clock: HostClock;
}

/**
 * A command that runs as a child process, and the processes that it has started. On POSIX systems, it leads a process
 * group with all of them. On Windows, `taskkill` finds them as long as the command itself runs, and there is no gentle way
 * to end them.
 */
export class ProcessTree {
  readonly child: ChildProcess;
  /** Resolves with the exit code when the child has ended. Rejects with a CliError if it could not be run. */
  readonly ended: Promise<number>;
  protected readonly clock: HostClock;
  readonly #leadsGroup: boolean;

  constructor([name = '', ...args]: readonly string[], options: TreeOptions) {
    this.clock = options.clock;
    this.#leadsGroup = options.leadsGroup && !IS_WINDOWS;
    const { environment: env, stdio } = options;
    this.child = crossSpawn(name, args, { stdio, env, detached: this.#leadsGroup });
    this.ended = new Promise((resolve, reject) => {
      this.child.on('exit', (code, signal) => resolve(code ?? exitCodeOfSignal(signal!)));
      this.child.on('error', (error: NodeJS.ErrnoException) => {
        if (isSpawnError(error)) reject(notRunnable(name, error, env));
      });
    });
  }

  /**
   * Sends a signal to all of them; 0 only asks whether there is one.
   * @returns whether there is a process that got the signal
   */
  send(signal: NodeJS.Signals | 0): boolean {
    const { pid, exitCode, signalCode } = this.child;
    if (pid === undefined) return false;
    if (IS_WINDOWS) {
      if (exitCode !== null || signalCode !== null) return false;
      if (signal !== 0) spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
      return true;
    }
    try {
      return this.#leadsGroup ? process.kill(-pid, signal) : this.child.kill(signal);
    } catch {
      return false;
    }
  }

  /** Ends all of them with SIGTERM, and after a while the rest with SIGKILL. */
  async end(graceMs: number): Promise<void> {
    if (!this.send('SIGTERM')) return;
    const deadlineMs = this.clock.monotonicMs() + graceMs;
    while (this.clock.monotonicMs() < deadlineMs) {
      await pause(this.clock, POLL_MS);
      if (!this.send(0)) return;
    }
    this.send('SIGKILL');
  }
}

interface CommandOptions extends Pick<TreeOptions, 'environment' | 'clock'> {
  /**
   * Whether stdin is a terminal. The command then stays in this program's process group, because only the terminal's
   * foreground group can read from it. Ctrl-C reaches the command directly. Otherwise the command leads a session and
   * process group of its own, so that signals reach it exactly once and also reach the processes that it starts.
   */
  readonly onTerminal: boolean;
}

/** A command with this program's stdin, stdout and stderr, to which this program passes its signals. */
export class ChildCommand extends ProcessTree {
  readonly #onTerminal: boolean;
  #isStopping = false;
  #cancelKill: () => void = () => undefined;

  constructor(words: readonly string[], { environment, clock, onTerminal }: CommandOptions) {
    super(words, { environment, clock, stdio: 'inherit', leadsGroup: !onTerminal });
    this.#onTerminal = onTerminal;
    this.child.once('exit', () => this.#cancelKill());
  }

  /**
   * Passes a signal on to the command. After a second signal, or if the command has not ended 10 seconds later, it is
   * killed. A Ctrl-C on a terminal is left to the command: the terminal has sent it to the command as well.
   */
  signal(signal: EndSignal): void {
    if (this.#onTerminal && signal === 'SIGINT') return;
    if (this.#isStopping) {
      this.send('SIGKILL');
      return;
    }
    this.#isStopping = true;
    this.send(signal);
    this.#cancelKill = this.clock.wake(GRACE_MS, () => this.send('SIGKILL'));
  }

  /** Ends the processes that the command left running in its process group. */
  async endLeftovers(): Promise<void> {
    if (!this.#onTerminal && !IS_WINDOWS) await this.end(LEFTOVERS_GRACE_MS);
  }
}

/** The usage of commands that run another command. */
export const COMMAND_USAGE = '[flags] -- <command> [arguments…]';

/** The command to run, with its own flags. */
export const COMMAND = list('[command...]', 'the command to run, and its arguments');

/** @throws CliError without a command to run */
export function expectCommand([name]: readonly string[], command: Command, { programName }: ProcessIo): void {
  if (name) return;
  throw new CliError(
    `no command to run; write: ${programName} ${command.name()} ${COMMAND_USAGE}`,
    EXIT_USAGE,
  );
}

/** Passes the signals that this program gets to their current handler. */
export class SignalRelay {
  /** The first signal that came before anyone received signals. */
  early: EndSignal | null = null;
  #receive: (signal: EndSignal) => void = signal => {
    this.early ??= signal;
  };

  constructor(io: ProcessIo) {
    io.onEndSignal(signal => this.#receive(signal));
  }

  passTo(receive: (signal: EndSignal) => void): void {
    this.#receive = receive;
  }
}

/**
 * Runs a command until it and the processes that it left running have ended. Passes signals on to the command; after its
 * end, a signal ends this program.
 * @returns its exit code
 * @throws CliError if it cannot be run
 */
export async function runCommand(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  signals: SignalRelay,
): Promise<number> {
  const command = new ChildCommand(words, { environment, clock: systemClock, onTerminal: isatty(STDIN) });
  signals.passTo(signal => command.signal(signal));
  const exitCode = await command.ended;
  signals.passTo(signal => process.exit(exitCodeOfSignal(signal)));
  await command.endLeftovers();
  return exitCode;
}
