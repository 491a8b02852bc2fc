import type { Command } from 'commander';
import type { SandboxOptions } from '../../options.ts';
import type { RunningSandbox } from '../../sandbox.ts';
import { exitCodeOfSignal, runCommand, SignalRelay } from '../child-process.ts';
import { CliError, EXIT_USAGE, reportFailure } from '../cli-error.ts';
import { commandEnvironment, nodeAuthorities } from '../command-environment.ts';
import { readServerOptions } from '../config-file.ts';
import { parseWith, readPercent } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { readFailOn, withReportFlags } from '../report-flags.ts';
import type { RunReport, RunReportFlags } from '../run-report.ts';
import { type ServerFlags, withServerFlags } from '../start-options.ts';
import { escapeControls } from '../terminal.ts';

const NOTES = `
The sandbox listens on a free port unless --port chooses one. The command finds
it in
  ENERGY_SANDBOX_URL             base URL, such as http://127.0.0.1:39041
  ENERGY_SANDBOX_API_KEY         API key of the account demo
  ENERGY_SANDBOX_WEBHOOK_SECRET  webhook secret of that account
  ENERGY_SANDBOX_ADMIN_TOKEN     admin token, if there is one
  ENERGY_SANDBOX_CA_FILE         with --tls: the file with its CA

The command is run without a shell. It gets stdin, stdout and stderr unchanged.
When it ends, so do the sandbox and the processes that the command left running.

Reports appear on stderr when the command has ended. They include sandboxes that
its processes create with the library.

Exit code: that of the command; 128 + n if signal n ended it; 127 if the command
was not found; 126 if it could not be run; 2 for a usage error; 1 for a failure,
and if the command succeeded but a report has found something.

Examples:
  energy-sandbox exec -- npm test
  energy-sandbox exec --clock manual -- pytest -q
  energy-sandbox exec --findings --coverage=70 -- npm test
  energy-sandbox exec -- sh -c 'curl "$ENERGY_SANDBOX_URL/healthz"'`;

const USAGE = '[flags] -- <command> [arguments…]';

/** @throws CliError if the command, or the `--` in front of it, is missing */
function checkCommandLine(
  commandLine: readonly string[] | null,
  misplaced: readonly string[],
  programName: string,
): readonly string[] {
  if (misplaced.length > 0) {
    const line = [...misplaced, ...(commandLine ?? [])].join(' ');
    throw new CliError(
      `unexpected ${JSON.stringify(misplaced[0])} before --; write: ${programName} exec [flags] -- ${line}`,
      EXIT_USAGE,
    );
  }
  if (commandLine === null || !commandLine[0])
    throw new CliError(`no command to run; write: ${programName} exec ${USAGE}`, EXIT_USAGE);
  return commandLine;
}

/** Flags of `exec`. */
interface ExecFlags extends ServerFlags, RunReportFlags {
  readonly verbose?: boolean;
  readonly quiet?: boolean;
}

/** A command with its sandbox. */
interface Session {
  readonly sandbox: RunningSandbox;
  readonly options: SandboxOptions;
  readonly flags: ExecFlags;
  /** Null if no report was asked for. */
  readonly report: RunReport | null;
  readonly io: ProcessIo;
}

/** The options of the sandbox. Only the flag sets its port: PORT and HOST in the environment are those of the command. */
async function optionsOf(flags: ExecFlags, { environment }: ProcessIo): Promise<SandboxOptions> {
  const { PORT, HOST, ENERGY_SANDBOX_PORT, ...ours } = environment;
  const options = await readServerOptions(flags, ours);
  return flags.port === undefined ? { ...options, port: 0 } : options;
}

async function runWithSandbox(
  words: readonly string[],
  signals: SignalRelay,
  { sandbox, options, io }: Session,
): Promise<number> {
  const authorities = await nodeAuthorities(sandbox.caFile, io.environment);
  try {
    if (signals.early) return exitCodeOfSignal(signals.early);
    const { adminToken, run, disturbances = [] } = options;
    const described = { ...sandbox, adminToken, run, disturbances, nodeCaFile: authorities.file };
    return await runCommand(words, commandEnvironment(io.environment, described), signals);
  } finally {
    await authorities.remove();
  }
}

/**
 * Runs when the command has ended and the sandbox still has all of its state: the place for reports about the run.
 * @param exitCode that of the command
 * @returns the exit code of this program: that of the command, or 1 if only the report has found something
 */
async function afterCommand(
  exitCode: number,
  { sandbox, options, flags, report, io }: Session,
): Promise<number> {
  if (flags.verbose) io.err.line(`energy-sandbox: the command ended with exit code ${exitCode}`);
  try {
    const found = (await report?.write(sandbox, options.findings, io)) ?? 0;
    return exitCode || found;
  } catch (error) {
    return exitCode || reportFailure(error, io.err);
  }
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

/** Runs a command with a sandbox. @returns the exit code */
async function execWith(
  words: readonly string[],
  signals: SignalRelay,
  { options, flags, report, io }: Omit<Session, 'sandbox'>,
): Promise<number> {
  const onRemark = (text: string): void => io.err.line(`energy-sandbox: ${escapeControls(text)}`);
  const { startSandbox } = await import('../../sandbox.ts');
  const sandbox = await startSandbox({ ...options, onRemark });
  const session = { sandbox, options, flags, report, io };
  if (flags.verbose) {
    io.err.line(`energy-sandbox: the sandbox listens on ${sandbox.baseUrl}`);
    (await import('../live-log.ts')).logHappenings(sandbox.core, io.err);
  }
  let exitCode: number;
  try {
    exitCode = await runWithSandbox(words, signals, session);
    if (!signals.early) exitCode = await afterCommand(exitCode, session);
  } catch (error) {
    exitCode = reportFailure(error, io.err);
  }
  return stop(sandbox, exitCode, io);
}

/**
 * Starts a sandbox, runs a command with its address and credentials in the environment, and stops the sandbox.
 * Nothing is written to stdout, which belongs to the command.
 * @returns the exit code of the command; 128 + n if signal n ended it; 1 if only the report on the run has found
 * something
 * @throws OptionError, StorageError if the sandbox cannot be started; CliError if the report cannot be written
 */
async function exec(words: readonly string[], flags: ExecFlags, io: ProcessIo): Promise<number> {
  const signals = new SignalRelay(io);
  const options = await optionsOf(flags, io);
  const { RunReport } = await import('../run-report.ts');
  const report = await RunReport.prepare(flags, options.run);
  try {
    const run = report ? { run: report.folder } : {};
    return await execWith(words, signals, { options: { ...options, ...run }, flags, report, io });
  } finally {
    report?.close();
  }
}

export function define(command: Command, io: ProcessIo, commandLine: readonly string[] | null): void {
  withServerFlags(command, { freePort: true })
    .usage(USAGE)
    .allowExcessArguments()
    .option('--verbose', 'log the address and each request, order and webhook on stderr')
    .option('--quiet', 'print nothing but errors and reports (default)')
    .optionsGroup('Reports:')
    .option(
      '--findings [level]',
      'report what the integration did wrong; exit with 1 for findings of this severity or worse: error (default), warning or never',
      parseWith(readFailOn),
    )
    .option(
      '--coverage [min]',
      'report which behaviors of the service the tests have met; exit with 1 below this percentage',
      parseWith(readPercent),
    );
  withReportFlags(command)
    .addHelpText('after', NOTES)
    .action(async (flags: ExecFlags) => {
      const words = checkCommandLine(commandLine, command.args, io.programName);
      const exitCode = await exec(words, flags, io);
      if (exitCode !== 0) throw new CliError('', exitCode);
    });
}
