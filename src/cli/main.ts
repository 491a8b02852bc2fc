#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { VERSION } from '../version.ts';
import { EXIT_USAGE, reportFailure } from './failure.ts';
import { environmentOf, START_OPTIONS } from './start-options.ts';

const collect = (value: string, before: string[] = []): string[] => [...before, value];

function addStart(program: Command): void {
  const command = program
    .command('start', { isDefault: true })
    .description('serve the sandbox')
    .option('--config <file>', 'YAML file with the same names, underscores for dashes')
    .option('--json', 'print the addresses as one line of JSON')
    .option('--quiet', 'print nothing');
  for (const option of START_OPTIONS) {
    const help = `${option.help} [${environmentOf(option)}]`;
    if (option.repeatable) command.option(option.flag, help, collect);
    else command.option(option.flag, help);
  }
  command.addHelpText(
    'after',
    `
Examples:
  energy-sandbox --clock manual --webhook-url http://127.0.0.1:3000/webhooks
  energy-sandbox --scenario failed-with-refund
  energy-sandbox --scenario ./my-scenario.yaml --balance 10`,
  );
  command.action(async flags => (await import('./start.ts')).start(flags, VERSION));
}

function createProgram(): Command {
  const program = new Command('energy-sandbox')
    .description(
      'A sandbox for the Energy Rental Service API v1: orders, webhooks and failures without real TRX.',
    )
    .version(VERSION)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      outputError: (text, write) => write(`energy-sandbox: ${text.replace(/^error: /, '')}`),
    });
  addStart(program);
  return program;
}

try {
  await createProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : EXIT_USAGE;
  else process.exitCode = reportFailure(error);
}
