import type { Command } from 'commander';
import { VERSION } from '../../version.ts';
import { readLogFormat } from '../log-format.ts';
import { parseWith } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { withServerFlags } from '../server-flags.ts';

const EXAMPLES = `
Each flag can also be set by the environment variable in brackets, or in the
config file. Flags override the environment, which overrides the file.

Examples:
  energy-sandbox --clock manual --webhook-url http://127.0.0.1:3000/webhooks
  energy-sandbox --scenario failed-with-refund
  energy-sandbox --scenario ./my-scenario.yaml --balance 10`;

export function define(command: Command, io: ProcessIo): void {
  withServerFlags(command)
    .option('--open', 'open the dashboard in the browser')
    .option(
      '--log [format]',
      'log each request, order and webhook on stderr, as text or json (default: text on a terminal) [ENERGY_SANDBOX_LOG]',
      parseWith(readLogFormat),
    )
    .option('--no-log', 'disable the log')
    .option('--quiet', 'print nothing')
    .option('--json', 'print addresses and credentials as one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action(async flags => (await import('../start.ts')).start(flags, VERSION, io));
}
