import { auditReport, showExchanges } from '../../lab/audit/audit-report.ts';
import { AUDIT_CASE_IDS } from '../../lab/audit/cases.ts';
import { AuditError, type AuditOptions } from '../../lab/audit/options-and-result.ts';
import type { AuditRun } from '../../lab/audit/run-cases.ts';
import { oneOf, readPort, separated } from '../argument-parsers.ts';
import { exitCodeOfSignal } from '../child-process.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { many, one } from '../define-command.ts';
import type { ProcessIo } from '../process-io.ts';
import { guide, judging } from '../reports.ts';

const readId = oneOf('case', AUDIT_CASE_IDS);

/** @throws CliError if it cannot be run */
async function run(url: string, options: AuditOptions, io: ProcessIo): Promise<AuditRun> {
  const end = new AbortController();
  io.onEndSignal(signal => {
    end.abort();
    process.exit(exitCodeOfSignal(signal));
  });
  try {
    const { runAudit } = await import('../../lab/audit/run-cases.ts');
    return await runAudit(url, options, end.signal);
  } catch (error) {
    io.err.progress();
    throw error instanceof AuditError ? new CliError(error.message) : error;
  }
}

export const { define } = judging({
  input: {
    url: one('<url>', 'webhook URL of the receiver'),
    secret: one(
      '--secret <secret>',
      'webhook secret of the receiver (default: $ENERGY_SANDBOX_WEBHOOK_SECRET, or the secret of the demo account)',
    ),
    place: one('--place <command>', 'make the system of the receiver place an order with this command'),
    probe: one(
      '--probe <url>',
      'read the stored order from this URL, in which {external_id} and {order_id} are replaced',
    ),
    restart: one('--restart <command>', 'restart the receiver with this command'),
    only: many('--only <ids>', 'judge only these cases, separated by commas', separated(readId)),
    show: one('--show <id>', 'judge only this case, and print the exact bytes sent and received', readId),
    port: one('--port <number>', 'port of the sandbox (default: a free one)', readPort),
    api_key: one('--api-key <key>', 'API key of the sandbox (default: the demo key)'),
  },
  notes: `
Sends genuine, unusual, repeated, reordered and forged webhooks to a running
receiver, and judges its responses and what it stores.

Exit code: 0 if no case failed; 1 if one failed; 2 if it could not be run.

Examples:
  energy-sandbox audit http://127.0.0.1:3000/webhooks --secret whsec_abc
  energy-sandbox audit http://127.0.0.1:3000/webhooks --show duplicate

${guide('audit.md')}`,
  async judge({ url, show, only = [], ...given }, { io, target: { file, format } }) {
    if (show !== undefined && file === null && format !== 'text') {
      const fix = `leave out --format ${format}, or write that report to a file with --out`;
      throw new CliError(`--show: prints text in front of the report; ${fix}`, EXIT_USAGE);
    }
    const secret = io.environment.ENERGY_SANDBOX_WEBHOOK_SECRET;
    const ids = show === undefined ? only.flat() : [show];
    const options: AuditOptions = {
      ...(secret === undefined ? {} : { secret }),
      ...given,
      ...(ids.length === 0 ? {} : { only: ids }),
      on_progress: ({ step, done, total }) => io.err.progress(step && `${done} of ${total}: ${step}`),
    };
    const { cases, exchanges, headOf } = await run(url, options, io);
    if (show !== undefined) io.out.write(showExchanges(exchanges.get(show) ?? [], headOf));
    const secrets = [options.secret, options.api_key];
    return { report: auditReport(url, cases), failOn: 'error', secrets };
  },
});
