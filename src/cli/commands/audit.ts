import type { Command } from 'commander';
import { AUDIT_CASE_IDS } from '../../audit/case-table.ts';
import type { AuditFlags } from '../audit/run.ts';
import { CliError } from '../cli-error.ts';
import { oneOf, parseWith, readPort } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { withReportFlags } from '../report-flags.ts';

const readId = oneOf('case', AUDIT_CASE_IDS);

/** Reads ids that are separated by commas; the flag can be repeated. */
const readIds = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...text.split(',').map(one => parseWith(readId)(one.trim())),
];

const CASES_PER_LINE = 4;

/** The ids in lines that fit the help. */
const CASE_LINES = AUDIT_CASE_IDS.map((id, index) =>
  index % CASES_PER_LINE === CASES_PER_LINE - 1 ? `${id}\n  ` : `${id} `,
)
  .join('')
  .replaceAll(' \n', '\n')
  .trim();

const NOTES = `
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
  energy-sandbox audit http://127.0.0.1:3000/webhooks --show duplicate`;

export function define(command: Command, io: ProcessIo): void {
  withReportFlags(
    command
      .argument('<url>', 'webhook URL of the receiver')
      .option(
        '--secret <secret>',
        'webhook secret of the receiver (default: $ENERGY_SANDBOX_WEBHOOK_SECRET, or that of the demo account)',
      )
      .option('--place <command>', 'make the system of the receiver place an order with this command')
      .option(
        '--probe <url>',
        'read what is stored of an order from here; {external_id}, {order_id} are replaced',
      )
      .option('--only <ids>', 'judge only these cases, separated by commas', readIds)
      .option(
        '--show <id>',
        'judge only this case, and print the exact bytes sent and received',
        parseWith(readId),
      )
      .option('--port <number>', 'port of the sandbox (default: a free one)', parseWith(readPort))
      .option('--api-key <key>', 'API key of the sandbox (default: the demo key)'),
  )
    .addHelpText('after', NOTES)
    .action(async (url: string, flags: AuditFlags) => {
      const exitCode = await (await import('../audit/run.ts')).audit(url, flags, io);
      if (exitCode !== 0) throw new CliError('', exitCode);
    });
}
