import type { Command } from 'commander';
import type { SandboxOptions } from '../../server/options.ts';
import type { RunningSandbox } from '../../server/sandbox.ts';
import { COMMAND_USAGE, commandToRun, exitCodeOfSignal, runCommand, SignalRelay } from '../child-process.ts';
import { CliError, reportFailure } from '../cli-error.ts';
import { commandEnvironment, nodeAuthorities } from '../command-environment.ts';
import { readInnerServerOptions } from '../config-file.ts';
import { addInputs } from '../inputs.ts';
import { parseWith, readPercent } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { guide, readFailOn, reportInput } from '../report-flags.ts';
import type { RunReport, RunReportFlags } from '../run-report.ts';
import { type ServerFlags, withServerFlags } from '../start-options.ts';
import { escapeControls } from '../terminal.ts';

const NOTES = `
The command finds the sandbox in ENERGY_SANDBOX_URL, ENERGY_SANDBOX_API_KEY and
ENERGY_SANDBOX_WEBHOOK_SECRET. It is run without a shell. When it ends, so do
the sandbox and the processes that it left running.

Exit code: that of the command; 128 + n if signal n ended it; 127 if the command
was not found; 126 if it could not be run; 2 for a usage error; 1 for a failure,
and if the command succeeded but a report has found something.

Examples:
  energy-sandbox exec --findings --coverage=70 -- npm test
  energy-sandbox exec -- sh -c 'curl "$ENERGY_SANDBOX_URL/healthz"'

${guide('ci.md')}`;

/** Flags of `exec`. */
interface ExecFlags extends ServerFlags, RunReportFlags {
  readonly verbose?: boolean;
}

/** What a command runs with. */
interface Session {
  readonly signals: SignalRelay;
  readonly options: SandboxOptions;
  readonly flags: ExecFlags;
  /** Null if no report was asked for. */
  readonly report: RunReport | null;
  readonly io: ProcessIo;
}

async function runWithSandbox(
  words: readonly string[],
  sandbox: RunningSandbox,
  { signals, options, io }: Session,
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

/** Runs a command with a sandbox. @returns the exit code */
async function execWith(words: readonly string[], session: Session): Promise<number> {
  const { signals, options, flags, report, io } = session;
  const remark = (text: string): void => io.err.line(`energy-sandbox: ${escapeControls(text)}`);
  /** A later step. Its exit code or failure counts only if everything before it succeeded. */
  const after = async (exitCode: number, step: () => unknown): Promise<number> => {
    try {
      const own = await step();
      return exitCode || (typeof own === 'number' ? own : 0);
    } catch (error) {
      return exitCode || reportFailure(error, io.err);
    }
  };
  const { startSandbox } = await import('../../server/sandbox.ts');
  const sandbox = await startSandbox({ ...options, onRemark: remark });
  if (flags.verbose) {
    remark(`the sandbox listens on ${sandbox.baseUrl}`);
    (await import('../live-log.ts')).logAccountEvents(sandbox.core, io.err);
  }
  let hasRun = false;
  let exitCode = await after(0, async () => {
    const code = await runWithSandbox(words, sandbox, session);
    hasRun = true;
    return code;
  });
  // The command has ended, and the sandbox still has all of its state.
  if (hasRun && !signals.early) {
    if (flags.verbose) remark(`the command ended with exit code ${exitCode}`);
    exitCode = await after(exitCode, () => report?.write(sandbox, options.findings, io));
  }
  return after(exitCode, () => sandbox.close());
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
  const options = await readInnerServerOptions(flags, io.environment);
  const { RunReport } = await import('../run-report.ts');
  const report = await RunReport.prepare(flags, options.run);
  try {
    const run = report ? { run: report.folder } : {};
    return await execWith(words, { signals, options: { ...options, ...run }, flags, report, io });
  } finally {
    report?.close();
  }
}

export function define(command: Command, io: ProcessIo, commandLine: readonly string[] | null): void {
  withServerFlags(command, { freePort: true })
    .usage(COMMAND_USAGE)
    .allowExcessArguments()
    .option('--verbose', 'log the address and each request, order and webhook on stderr')
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
  addInputs(command, reportInput())
    .addHelpText('after', NOTES)
    .action(async (flags: ExecFlags) => {
      const words = commandToRun(commandLine, command.args, `${io.programName} exec`);
      const exitCode = await exec(words, flags, io);
      if (exitCode !== 0) throw new CliError('', exitCode);
    });
}
