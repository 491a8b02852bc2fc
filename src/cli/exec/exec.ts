import { isatty } from 'node:tty';
import { systemClock } from '../../clock/host-clock.ts';
import type { SandboxOptions } from '../../options.ts';
import { type RunningSandbox, startSandbox } from '../../sandbox.ts';
import { reportFailure } from '../cli-error.ts';
import type { EndSignal, ProcessIo } from '../process-io.ts';
import { readServerOptions, type ServerFlags } from '../server-flags.ts';
import { escapeControls } from '../terminal.ts';
import { ChildCommand, exitCodeOfSignal } from './child-command.ts';
import { commandEnvironment } from './command-environment.ts';
import { nodeAuthorities } from './node-authorities.ts';
import { watchNpmShell } from './npm-shell.ts';

/** Flags of `exec`. */
export interface ExecFlags extends ServerFlags {
  readonly verbose?: boolean;
  readonly quiet?: boolean;
}

/** A command with its sandbox. */
interface Session {
  readonly sandbox: RunningSandbox;
  readonly options: SandboxOptions;
  readonly flags: ExecFlags;
  readonly io: ProcessIo;
}

const STDIN = 0;

/** The signals that this program gets, for whoever is responsible for them at that moment. */
class SignalRelay {
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

/** The options of the sandbox. Only the flag sets its port: PORT and HOST in the environment are those of the command. */
async function optionsOf(flags: ExecFlags, { environment }: ProcessIo): Promise<SandboxOptions> {
  const { PORT, HOST, ENERGY_SANDBOX_PORT, ...ours } = environment;
  const options = await readServerOptions(flags, ours);
  return flags.port === undefined ? { ...options, port: 0 } : options;
}

async function runCommand(
  words: readonly string[],
  signals: SignalRelay,
  { sandbox, options, io }: Session,
): Promise<number> {
  const authorities = await nodeAuthorities(sandbox.caFile, io.environment);
  try {
    if (signals.early) return exitCodeOfSignal(signals.early);
    const { adminToken, disturbances } = options;
    const described = { ...sandbox, adminToken, disturbances, nodeCaFile: authorities.file };
    const command = new ChildCommand(words, {
      environment: commandEnvironment(io.environment, described),
      clock: systemClock,
      onTerminal: isatty(STDIN),
    });
    signals.passTo(signal => command.signal(signal));
    const stopWatching = watchNpmShell(io.environment, systemClock, () => command.signal('SIGTERM'));
    const exitCode = await command.ended.finally(stopWatching);
    signals.passTo(signal => process.exit(exitCodeOfSignal(signal)));
    await command.endLeftovers();
    return exitCode;
  } finally {
    await authorities.remove();
  }
}

/**
 * Runs when the command has ended and the sandbox still has all of its state: the place for reports about the run.
 * @param exitCode that of the command
 * @returns the exit code of this program
 */
async function afterCommand(exitCode: number, { flags, io }: Session): Promise<number> {
  if (flags.verbose) io.err.line(`energy-sandbox: the command ended with exit code ${exitCode}`);
  return exitCode;
}

/** Stops the sandbox. @returns the exit code: that of the command, unless only stopping failed */
async function stop(sandbox: RunningSandbox, exitCode: number, io: ProcessIo): Promise<number> {
  try {
    await sandbox.close();
    return exitCode;
  } catch (error) {
    return exitCode || reportFailure(error, io.err);
  }
}

/**
 * Starts a sandbox, runs a command with its address and credentials in the environment, and stops the sandbox.
 * Nothing is written to stdout, which belongs to the command.
 * @returns the exit code of the command; 128 + n if signal n ended it
 * @throws OptionError, StorageError if the sandbox cannot be started
 */
export async function exec(words: readonly string[], flags: ExecFlags, io: ProcessIo): Promise<number> {
  const signals = new SignalRelay(io);
  const options = await optionsOf(flags, io);
  const onRemark = (text: string): void => io.err.line(`energy-sandbox: ${escapeControls(text)}`);
  const sandbox = await startSandbox({ ...options, onRemark });
  const session = { sandbox, options, flags, io };
  if (flags.verbose) {
    io.err.line(`energy-sandbox: the sandbox listens on ${sandbox.baseUrl}`);
    (await import('../live-log.ts')).logHappenings(sandbox.core, io.err);
  }
  let exitCode: number;
  try {
    exitCode = await afterCommand(await runCommand(words, signals, session), session);
  } catch (error) {
    exitCode = reportFailure(error, io.err);
  }
  return stop(sandbox, exitCode, io);
}
