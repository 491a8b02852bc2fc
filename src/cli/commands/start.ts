import type { Command } from 'commander';
import { VERSION } from '../../version.ts';
import type { ProcessIo } from '../process-io.ts';
import { environmentOf, START_OPTIONS } from '../start-options.ts';

const EXAMPLES = `
Each flag can also be set by the environment variable in brackets, or in the
config file. Flags override the environment, which overrides the file.

Examples:
  energy-sandbox --clock manual --webhook-url http://127.0.0.1:3000/webhooks
  energy-sandbox --scenario failed-with-refund
  energy-sandbox --scenario ./my-scenario.yaml --balance 10`;

const collect = (value: string, before: string[] = []): string[] => [...before, value];

export function define(command: Command, io: ProcessIo): void {
  for (const option of START_OPTIONS) {
    const help = `${option.help} [${environmentOf(option)}]`;
    if (option.repeatable) command.option(option.flag, help, collect);
    else command.option(option.flag, help);
  }
  command
    .option('--config <file>', 'YAML file with the same names, with _ instead of - [ENERGY_SANDBOX_CONFIG]')
    .option('--open', 'open the dashboard in the browser')
    .option('--log', 'log each request, order and webhook on stderr (default on a terminal)')
    .option('--no-log', 'disable the log')
    .option('--quiet', 'print nothing')
    .option('--json', 'print addresses and credentials as one line of JSON')
    .addHelpText('after', EXAMPLES)
    .action(async flags => (await import('../start.ts')).start(flags, VERSION, io));
}
