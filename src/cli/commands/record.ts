import type { Command } from 'commander';
import { REPORT_FORMATS } from '../../report/report.ts';
import { oneOf, parseWith, readBytes, readHttpUrl, readPort, repeatable } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import type { RecordFlags } from '../record/run.ts';
import { judge, withFailOn } from '../report-flags.ts';

const NOTES = `
Use the printed URL in place of the service's, with the key as usual. Everything
is passed on as it is, except that Host names the service. What the service does
not answer is not answered here either: if it cannot be reached, the client's
connection is reset.

Keys, cookies and the webhook secret are never written; each gets a pseudonym
such as key-1. --redact address and --redact external_id replace those values by
others that are just as valid, everywhere, and equal ones by equal ones.

With --webhooks-to, set the printed webhook URL as the destination at the
service. It must be reachable from there, for example through a tunnel. With
--webhook-secret, the file says which signatures verify.

An existing recording is continued. Ctrl-C ends it and lists where the service
and the description disagree. With a command, the recording ends when the
command does; the command finds the URL for clients in ENERGY_URL.

Exit code: 0 if they agree; 1 if not; 2 if it could not be recorded, or the
command failed.

Examples:
  energy-sandbox record --target https://api.example.com --out traffic.har
  energy-sandbox record --target https://api.example.com --out traffic.har \\
    --webhooks-to http://127.0.0.1:3000/webhooks --webhook-secret whsec_abc \\
    --redact address --redact external_id
  energy-sandbox record --target https://api.example.com --out traffic.har \\
    -- sh calls.sh`;

export function define(command: Command, io: ProcessIo, commandLine: readonly string[] | null): void {
  withFailOn(
    command
      .usage('[flags] [-- <command> [arguments…]]')
      .requiredOption('--target <url>', 'origin of the service', parseWith(readHttpUrl))
      .requiredOption('--out <file>', 'HAR file to write or to continue')
      .option(
        '--max-bytes <size>',
        'size that the file may reach, such as 500MiB; further exchanges are passed on and counted (default: 1GiB)',
        parseWith(readBytes),
      )
      .option('--port <number>', 'port for clients; 0 picks a free one', parseWith(readPort), 4030)
      .option('--host <address>', 'address to listen on', '127.0.0.1')
      .option(
        '--webhooks-to <url>',
        'URL of the webhook receiver; also record webhooks',
        parseWith(readHttpUrl),
      )
      .option('--webhook-port <number>', 'port for webhooks; 0 picks a free one', parseWith(readPort), 4031)
      .option(
        '--webhook-secret <secret>',
        'record whether signatures verify with it; it is not written [ENERGY_SANDBOX_WEBHOOK_SECRET]',
      )
      .option(
        '--redact <field>',
        'replace the values of this field, such as address or external_id; repeatable',
        repeatable(text => text),
      )
      .option('--ca <file>', 'trust this authority, too (PEM)')
      .option(
        '--format <name>',
        `format of the closing report: ${REPORT_FORMATS.join(', ')} (default: by the name in --report, otherwise text)`,
        parseWith(oneOf('format', REPORT_FORMATS)),
      )
      .option('--report <file>', 'write the closing report to this file')
      .option('--quiet', 'print no line for each exchange'),
    'warning',
  )
    .addHelpText('after', NOTES)
    .action(async (flags: RecordFlags) =>
      judge(io, async () => (await import('../record/run.ts')).record(flags, commandLine, io)),
    );
}
