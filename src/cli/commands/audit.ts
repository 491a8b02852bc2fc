import { AuditError, type AuditOptions, type AuditProgress } from '../../audit/audit.ts';
import { auditReport, showExchanges } from '../../audit/audit-report.ts';
import { AUDIT_CASE_IDS } from '../../audit/case-table.ts';
import type { AuditRun } from '../../audit/run-audit.ts';
import { exitCodeOf } from '../../report/report.ts';
import { exitCodeOfSignal } from '../child-process.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import { commands, local, many, one } from '../inputs.ts';
import { oneOf, readPort } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { REPORT_INPUT, reportTarget, writeReport } from '../report-flags.ts';
import { escapeControls } from '../terminal.ts';

const readId = oneOf('case', AUDIT_CASE_IDS);

const CASES_PER_LINE = 4;

/** The ids in lines that fit the help. */
const CASE_LINES = AUDIT_CASE_IDS.map((id, index) =>
  index % CASES_PER_LINE === CASES_PER_LINE - 1 ? `${id}\n  ` : `${id} `,
)
  .join('')
  .replaceAll(' \n', '\n')
  .trim();

const CLEAR_LINE = '\r\u001b[K';

/** Shows progress on one line of a terminal. */
function progressLine({ err }: ProcessIo): (progress: AuditProgress) => void {
  if (!err.isInteractive) return () => undefined;
  return ({ step, done, total }) =>
    err.write(step === '' ? CLEAR_LINE : `${CLEAR_LINE}${done} of ${total}: ${step}`);
}

/** @throws CliError with exit code 2 if it cannot be run */
async function run(url: string, options: AuditOptions, io: ProcessIo): Promise<AuditRun> {
  const end = new AbortController();
  io.onEndSignal(signal => {
    end.abort();
    process.exit(exitCodeOfSignal(signal));
  });
  try {
    const { runAudit } = await import('../../audit/run-audit.ts');
    return await runAudit(url, options, end.signal);
  } catch (error) {
    if (io.err.isInteractive) io.err.write(CLEAR_LINE);
    if (!(error instanceof AuditError)) throw error;
    io.err.line(`energy-sandbox: ${error.message.split('\n').map(escapeControls).join('\n')}`);
    throw new CliError('', EXIT_USAGE);
  }
}

const audit = local({
  input: {
    url: one('<url>', 'webhook URL of the receiver'),
    secret: one(
      '--secret <secret>',
      'webhook secret of the receiver (default: $ENERGY_SANDBOX_WEBHOOK_SECRET, or that of the demo account)',
    ),
    place: one('--place <command>', 'make the system of the receiver place an order with this command'),
    probe: one(
      '--probe <url>',
      'read what is stored of an order from here; {external_id}, {order_id} are replaced',
    ),
    only: many('--only <ids>', 'judge only these cases, separated by commas', text =>
      text.split(',').map(id => readId(id.trim())),
    ),
    show: one('--show <id>', 'judge only this case, and print the exact bytes sent and received', readId),
    port: one('--port <number>', 'port of the sandbox (default: a free one)', readPort),
    apiKey: one('--api-key <key>', 'API key of the sandbox (default: the demo key)'),
    ...REPORT_INPUT,
  },
  notes: `
Sends genuine, unusual, repeated, reordered and forged webhooks to a receiver
that is running, and judges how it answers. It starts a sandbox of its own.

With --probe it also judges what the receiver stores: after repeats, replays and
forgeries, the probe must return what it returns after the genuine events alone.
Fields that differ between two such runs are ignored.

--place runs a command once per order, with ENERGY_SANDBOX_URL,
ENERGY_SANDBOX_API_KEY and ENERGY_SANDBOX_EXTERNAL_ID in its environment.
Without it, the audit places the orders itself.

Cases:
  ${CASE_LINES}

Exit code: 0 if no case failed; 1 if one failed; 2 if it could not be run.

Examples:
  energy-sandbox audit http://127.0.0.1:3000/webhooks --secret whsec_abc
  energy-sandbox audit http://127.0.0.1:3000/webhooks --secret whsec_abc \\
    --place 'node place-order.js' \\
    --probe 'http://127.0.0.1:3000/orders/{external_id}'
  energy-sandbox audit http://127.0.0.1:3000/webhooks --show duplicate`,
  async run({ url, format, out, show, only = [], ...given }, io) {
    if (show !== undefined && out === undefined && format !== undefined && format !== 'text') {
      const fix = `leave out --format ${format}, or write that report to a file with --out`;
      throw new CliError(`--show: prints text in front of the report; ${fix}`, EXIT_USAGE);
    }
    const target = await reportTarget({ format, out });
    const { ENERGY_SANDBOX_WEBHOOK_SECRET: secret } = io.environment;
    const ids = show === undefined ? only.flat() : [show];
    const options: AuditOptions = {
      ...(secret === undefined ? {} : { secret }),
      ...given,
      ...(ids.length === 0 ? {} : { only: ids }),
      onProgress: progressLine(io),
    };
    const { cases, exchanges, headOf } = await run(url, options, io);
    if (show !== undefined) io.out.write(showExchanges(exchanges.get(show) ?? [], headOf));
    const report = auditReport(url, cases);
    const secrets = [options.secret, options.apiKey].filter(secret => secret !== undefined);
    await writeReport(report, target, { terminal: io.out, io, secrets });
    return exitCodeOf(report, 'error');
  },
});

export const { define } = commands({ audit });
