import type { Command } from 'commander';
import type { Coverage } from '../../coverage/coverage.ts';
import { coverageReport } from '../../coverage/coverage-report.ts';
import { builtInCatalogue, mergeCoverage } from '../../coverage/merge-coverage.ts';
import { exitCodeOf } from '../../report/report.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { parseWith, readPercent } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { type RemoteFlags, remoteOf, withServer } from '../remote-flags.ts';
import { judge, type ReportFlags, reportTarget, withReportFlags, writeReports } from '../report-flags.ts';
import { readParts } from '../run-parts.ts';

interface Flags extends RemoteFlags, ReportFlags {
  readonly min?: number;
  readonly merge?: readonly string[];
}

const EXAMPLES = `
Counted since the server was started, or since the account was reset. Without
--account, all accounts count, deleted ones included.

Exit code: 0 done, 1 less than --min, 2 could not run.

Examples:
  energy-sandbox coverage
  energy-sandbox coverage --min 70
  energy-sandbox coverage --account shop --out coverage.md
  energy-sandbox coverage --merge run-1 run-2 --min 70`;

/** What was met on the server, on one of its accounts, or in merged runs. */
async function readCoverage(flags: Flags, io: ProcessIo): Promise<Coverage> {
  const { merge, account } = flags;
  if (merge) {
    if (account !== undefined) {
      throw new CliError(
        '--merge and --account contradict each other: runs are not counted by account; leave out one of them',
        EXIT_USAGE,
      );
    }
    return mergeCoverage(readParts(merge), await builtInCatalogue());
  }
  const remote = remoteOf(flags, io);
  const isOfAccount = (account ?? io.environment.ENERGY_SANDBOX_ACCOUNT ?? '') !== '';
  return remote.get<Coverage>(isOfAccount ? remote.of('/coverage') : '/coverage');
}

async function coverage(flags: Flags, io: ProcessIo): Promise<0 | 1> {
  const target = await reportTarget(flags);
  const isAnnotation = target.format === 'github';
  const report = coverageReport(await readCoverage(flags, io), { min: flags.min, isAnnotation });
  await writeReports([report], target, { terminal: io.out, io });
  return exitCodeOf(report, 'error');
}

export function define(command: Command, io: ProcessIo): void {
  command.option('--min <percent>', 'exit with 1 if less was met', parseWith(readPercent));
  withReportFlags(command).option(
    '--merge <path...>',
    'report on run folders, or files in them, instead of a server',
  );
  withServer(command, false)
    .option('--account <name>', 'only this account (default: all) [ENERGY_SANDBOX_ACCOUNT]')
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => judge(io, () => coverage(flags, io)));
}
