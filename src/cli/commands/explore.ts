import { type Command, Option } from 'commander';
import { REPORT_FORMATS } from '../../report/report.ts';
import { CliError, EXIT_USAGE } from '../cli-error.ts';
import type { ExploreFlags } from '../explore/explore.ts';
import { oneOf, parseWith, readTimeout, wholeNumber } from '../parse-values.ts';
import type { ProcessIo } from '../process-io.ts';
import { REFUSED_BY_EXPLORE, withServerFlags } from '../start-options.ts';

const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_BUDGET = 200;

const NOTES = `
The command must pass twice undisturbed. It is then run once under each
disturbance, such as a lost response or a duplicated webhook, that a correct
integration survives. What breaks it is confirmed by a second run and reduced to
the smallest scenario that still breaks it.

The command uses the sandbox as it does with exec: through ENERGY_SANDBOX_URL,
ENERGY_SANDBOX_API_KEY and ENERGY_SANDBOX_WEBHOOK_SECRET, or createSandbox().
Disturbances apply below the scenarios that its tests activate.

Exit code: 0 nothing broke; 1 something broke; 2 the command does not pass
undisturbed, or a usage error; 128 + n if signal n ended it before it found
anything.

Examples:
  energy-sandbox explore -- npm test
  energy-sandbox explore --skip timing --jobs 2 -- pytest -q
  energy-sandbox explore --only response-lost,webhook-duplicated -- npm test`;

const USAGE = '[flags] -- <command> [arguments…]';

export function define(command: Command, io: ProcessIo, commandLine: readonly string[] | null): void {
  const usage = `${io.programName} explore ${USAGE}`;
  withServerFlags(command, { freePort: true, hidden: REFUSED_BY_EXPLORE })
    .usage(USAGE)
    .allowExcessArguments()
    .option('--only <ids>', 'try only these disturbances, separated by commas; timing stands for several')
    .option('--skip <ids>', 'leave these disturbances out; timing stands for several')
    .option(
      '--include <kind>',
      'also try disturbances after which orders fail: outcomes',
      parseWith(oneOf('kind', ['outcomes'])),
    )
    .addOption(
      new Option('--timeout <duration>', 'how long a run may take')
        .argParser(parseWith(readTimeout))
        .default(DEFAULT_TIMEOUT_MS, '120s'),
    )
    .option(
      '--budget <runs>',
      'how many runs to make at most',
      parseWith(wholeNumber('a number', 3, 100_000)),
      DEFAULT_BUDGET,
    )
    .option(
      '--jobs <number>',
      'how many runs to make at the same time',
      parseWith(wholeNumber('a number', 1, 64)),
      1,
    )
    .option('--out <folder>', 'where to write the scenarios that break the command', 'explore')
    .option(
      '--format <format>',
      `format of the report: ${REPORT_FORMATS.join(', ')}`,
      parseWith(oneOf('format', REPORT_FORMATS)),
      'text',
    )
    .option('--slow', 'delay responses by 11 seconds and webhooks by 10 minutes, instead of 1 and 30 seconds')
    .addHelpText('after', NOTES)
    .action(async (flags: ExploreFlags) => {
      const [misplaced] = command.args;
      if (misplaced !== undefined)
        throw new CliError(`unexpected ${JSON.stringify(misplaced)} before --; write: ${usage}`, EXIT_USAGE);
      if (!commandLine?.[0]) throw new CliError(`no command to run; write: ${usage}`, EXIT_USAGE);
      const exitCode = await (await import('../explore/explore.ts')).exploreCommand(commandLine, flags, io);
      if (exitCode !== 0) throw new CliError('', exitCode);
    });
}
