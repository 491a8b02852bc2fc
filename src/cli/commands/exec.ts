import type { Command } from 'commander';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import type { ExecFlags } from '../exec/exec.ts';
import { parseWith, readPercent } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { readFailOn, withReportFlags } from '../report-flags.ts';
import { withServerFlags } from '../server-flags.ts';

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
      const exitCode = await (await import('../exec/exec.ts')).exec(words, flags, io);
      if (exitCode !== 0) throw new CliError('', exitCode);
    });
}
