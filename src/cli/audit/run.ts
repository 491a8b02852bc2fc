import { AuditError, type AuditOptions, type AuditProgress } from '../../audit/audit-options.ts';
import { auditReport, showExchanges } from '../../audit/audit-report.ts';
import { type AuditRun, runAudit } from '../../audit/run-audit.ts';
import { exitCodeOf } from '../../report/report.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { exitCodeOfSignal } from '../exec/child-command.ts';
import type { ProcessIo } from '../process-io.ts';
import { type ReportFlags, reportTarget, writeReport } from '../report-flags.ts';
import { escapeControls } from '../terminal.ts';

/** Flags of `audit`. */
export interface AuditFlags extends ReportFlags {
  readonly secret?: string;
  readonly place?: string;
  readonly probe?: string;
  readonly only?: readonly string[];
  readonly show?: string;
  readonly port?: number;
  readonly apiKey?: string;
}

const CLEAR_LINE = '\r\u001b[K';

/** Shows progress on one line of a terminal. */
function progressLine({ err }: ProcessIo): (progress: AuditProgress) => void {
  if (!err.isInteractive) return () => undefined;
  return ({ step, done, total }) =>
    err.write(step === '' ? CLEAR_LINE : `${CLEAR_LINE}${done} of ${total}: ${step}`);
}

function optionsOf(flags: AuditFlags, io: ProcessIo): AuditOptions {
  const { secret = io.environment.ENERGY_SANDBOX_WEBHOOK_SECRET, place, probe, show, port, apiKey } = flags;
  const only = show === undefined ? flags.only : [show];
  return {
    ...(secret === undefined ? {} : { secret }),
    ...(place === undefined ? {} : { place }),
    ...(probe === undefined ? {} : { probe }),
    ...(only === undefined ? {} : { only }),
    ...(port === undefined ? {} : { port }),
    ...(apiKey === undefined ? {} : { apiKey }),
    onProgress: progressLine(io),
  };
}

/** @throws CliError with exit code 2 if it cannot be run */
async function run(url: string, options: AuditOptions, io: ProcessIo): Promise<AuditRun> {
  const end = new AbortController();
  io.onEndSignal(signal => {
    end.abort();
    process.exit(exitCodeOfSignal(signal));
  });
  try {
    return await runAudit(url, options, end.signal);
  } catch (error) {
    if (io.err.isInteractive) io.err.write(CLEAR_LINE);
    if (!(error instanceof AuditError)) throw error;
    io.err.line(`energy-sandbox: ${error.message.split('\n').map(escapeControls).join('\n')}`);
    throw new CliError('', EXIT_USAGE);
  }
}

/** Audits a receiver and prints the report. @returns the exit code: 1 if a case failed */
export async function audit(url: string, flags: AuditFlags, io: ProcessIo): Promise<number> {
  const { show, format, out } = flags;
  if (show !== undefined && out === undefined && format !== undefined && format !== 'text') {
    const fix = `leave out --format ${format}, or write that report to a file with --out`;
    throw new CliError(`--show: prints text in front of the report; ${fix}`, EXIT_USAGE);
  }
  const target = await reportTarget(flags);
  const options = optionsOf(flags, io);
  const { cases, exchanges, headOf } = await run(url, options, io);
  if (show !== undefined) io.out.write(showExchanges(exchanges.get(show) ?? [], headOf));
  const report = auditReport(url, cases);
  const secrets = [options.secret, options.apiKey].filter(secret => secret !== undefined);
  await writeReport(report, target, { terminal: io.out, io, secrets });
  return exitCodeOf(report, 'error');
}
