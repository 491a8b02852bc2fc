import { Command, CommanderError, Help, type Option } from 'commander';
import { didYouMean } from '../core/text/nearest-word.ts';
import { VERSION } from '../host/node/version.ts';
import { CliError, EXIT_USAGE, reportFailure } from './cli-error.ts';
import type { CommandModule } from './define-command.ts';
import { type ProcessIo, processIo, withProgramName } from './process-io.ts';

/** A command as --help lists it. Its module is loaded only when the command is run. */
type Row = readonly [name: string, summary: string, load: () => Promise<CommandModule>];

const orders = () => import('./commands/orders.ts');
const webhooks = () => import('./commands/webhooks.ts');
const accounts = () => import('./commands/accounts.ts');
const findings = () => import('./commands/findings.ts');
const tools = () => import('./commands/address-and-signature.ts');

/** The commands by groups, in the order of --help: first what a newcomer needs. */
const GROUPS: Readonly<Record<string, readonly Row[]>> = {
  'Run a sandbox': [
    ['start', 'start the sandbox server; the default command', () => import('./commands/start.ts')],
    ['exec', 'run a command with a sandbox of its own', () => import('./commands/exec.ts')],
  ],
  'Check an integration': [
    ['findings', 'report what the integration did wrong', findings],
    ['coverage', 'report which behaviors of the service the tests have covered', findings],
    ['explore', 'run a passing test suite under each disturbance', () => import('./commands/explore.ts')],
    ['audit', 'assess a webhook receiver with every kind of delivery', () => import('./commands/audit.ts')],
  ],
  'See what happens on a running server': [
    ['tail', 'follow requests, orders and webhooks live', () => import('./commands/tail.ts')],
    ['orders', 'list orders', orders],
    ['order', 'show an order with its timeline', orders],
    ['requests', 'list API requests with explanations', orders],
    ['request', 'show a request, its response and the explanation', orders],
    ['events', 'list webhook events and their delivery states', webhooks],
    ['listen', 'receive, verify and print webhooks', () => import('./commands/listen.ts')],
  ],
  'Make something happen': [
    ['advance', 'advance the clock and print what happened', orders],
    ['clock', 'show the clock or set its mode', orders],
    ['scenario', 'list, show, check and activate scenarios', () => import('./commands/scenario.ts')],
    ['move', 'move an order to another state', orders],
    ['refund', 'refund a failed order', orders],
    ['trigger', 'create an order and make an event happen to it', webhooks],
    ['resend', 'send an event again, optionally corrupted', webhooks],
  ],
  'Set up accounts': [
    ['account', 'create, list and delete accounts', accounts],
    ['key', 'create, list and revoke API keys', accounts],
    ['wallet', 'show what an address has on the chain', () => import('./commands/wallet.ts')],
    ['balance', 'show or set the balance, or list the ledger', accounts],
    ['deposit', 'add TRX to the balance', accounts],
    ['webhook', 'show or set the webhook destination', webhooks],
    ['receiver', 'show or set the built-in webhook receiver', webhooks],
    ['reset', 'reset an account to its initial state', accounts],
    ['snapshot', 'save and restore the state of an account', accounts],
  ],
  'Learn from the real service': [
    [
      'record',
      'record the traffic with the real service as a HAR file',
      () => import('./commands/record.ts'),
    ],
    [
      'calibrate',
      'learn from recorded traffic how the service behaves',
      () => import('./commands/calibrate.ts'),
    ],
  ],
  Tools: [
    ['address', 'print a valid TRON address for tests', tools],
    ['verify-signature', 'verify the signature of a webhook and explain failures', tools],
    ['mcp', 'serve an AI coding agent over the Model Context Protocol', () => import('./commands/mcp.ts')],
  ],
};

export const COMMANDS = Object.entries(GROUPS).flatMap(([group, rows]) =>
  rows.map(([name, summary, load]) => ({ name, summary, group: `${group}:`, load })),
);

const commandNamed = (name: string | undefined) => COMMANDS.find(one => one.name === name);

const DEFAULT_COMMAND = 'start';

const EXAMPLES = `
Examples:
  energy-sandbox                                    start on http://127.0.0.1:4010
  energy-sandbox --clock manual --scenario review   start with flags
  energy-sandbox exec -- npm test                   run a command with a sandbox of its own
  energy-sandbox exec --findings -- npm test        and report what the integration did wrong
  energy-sandbox advance --until order.completed    advance the clock of the running server

Flags of a command: energy-sandbox start --help. Version: energy-sandbox --version
Exit code: 0 success, 1 failure, 2 usage error.`;

/** The command to run; null for the general help. @throws CliError for an unknown command */
function commandNameOf(words: readonly string[], programName: string): string | null {
  const [first] = words;
  if (first === '--help' || first === '-h') return null;
  if (first === undefined || first.startsWith('-')) return DEFAULT_COMMAND;
  if (commandNamed(first)) return first;
  const hint =
    didYouMean(
      first,
      COMMANDS.map(({ name }) => name),
    ) || `; list all commands with: ${programName} --help`;
  throw new CliError(`unknown command ${JSON.stringify(first)}${hint}`, EXIT_USAGE);
}

/** Rewrites commander's messages in the format of all errors: one line that starts with the flag or argument. */
const rewriteError = (text: string): string =>
  text
    .replace(/^error: /, 'energy-sandbox: ')
    .replace(/option '(?:-\w, )?(--[\w-]+)[^']*' argument '.*' is invalid\. /s, '$1: ')
    .replace(/command-argument value '.*' is invalid for argument '(.*?)'\. /s, '$1: ')
    .replace(/(too many arguments) for '(.*)'. Expected (\d+) .* got (\d+)./, '$1: $2 takes $3, got $4')
    .replace(/unknown command '(.*)'/, 'unknown command "$1"')
    .replace(/\n\(Did you mean ((?:one of |--).*)\?\)/, '; did you mean $1?')
    .replace(/\n\(Did you mean (.*)\?\)/, '; did you mean "$1"?');

/** The flags of the command that was typed, and of its subcommands: the other commands are not defined. */
const flagsOf = (program: Command): readonly Option[] =>
  program.commands.flatMap(one => [one, ...one.commands]).flatMap(one => one.options);

/** A flag that takes no value and got one, as `--demo yes` or `--demo=yes`; then the value. */
function needlessValueIn(words: readonly string[], program: Command): RegExpExecArray | null {
  const names = flagsOf(program).flatMap(one => (one.isBoolean() ? one.long! : []));
  return new RegExp(`^(${names.join('|')})[\n=](?!-)(.+)$`, 'm').exec(words.join('\n'));
}

/** How to fix a usage error, if its line does not suggest a name; otherwise empty. */
function fixOf(line: string, words: readonly string[], program: Command): string {
  const programName = program.name();
  const [first = ''] = words;
  const command = commandNamed(first);
  // Commander takes flags in front of a command for flags of `start`.
  const late = first.startsWith('-') ? COMMANDS.find(({ name }) => words.includes(name)) : undefined;
  if (late) return `; put the command first: ${programName} ${late.name} …`;
  if (line.includes("unknown option '--port'") && flagsOf(program).some(({ long }) => long === '--url'))
    return '; --url names the server, such as --url http://127.0.0.1:4011';
  const [, flag, value] = needlessValueIn(words, program) ?? [];
  if (flag && /too many arguments|'--[\w-]+=/.test(line))
    return `; ${flag} takes no value: omit ${JSON.stringify(value)}`;
  if (line.includes('did you mean')) return '';
  const help = `${programName} ${command?.name ?? DEFAULT_COMMAND} --help`;
  if (line.includes('unknown command "')) return `; list its commands with: ${help}`;
  return line.includes("unknown option '") ? `; list all flags with: ${help}` : '';
}

function usageError(text: string, words: readonly string[], program: Command): string {
  const line = rewriteError(text).trimEnd();
  const fix = fixOf(line, words, program);
  // A flag that is misplaced is not misspelled.
  return fix === '' ? `${line}\n` : `${line.replace(/; did you mean .*$/, '')}${fix}\n`;
}

async function createProgram(words: readonly string[], io: ProcessIo): Promise<Command> {
  const program = new Command(io.programName)
    .description(
      'A sandbox for the Energy Rental Service API v1: orders, webhooks and failures without real TRX.',
    )
    .usage('[command] [flags]')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    // The flags of a command to run are its own.
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .exitOverride()
    .configureHelp({
      styleTitle: text => io.out.paint('bold', text),
      subcommandTerm: command => command.name(),
      // The end of the general help names its two flags.
      visibleOptions: command =>
        command.parent === null ? [] : Help.prototype.visibleOptions.call(new Help(), command),
    })
    .configureOutput({
      writeOut: text => io.out.write(withProgramName(text, io.programName)),
      writeErr: text => io.err.write(withProgramName(text, io.programName)),
      getOutHelpWidth: () => Math.min(io.out.columns, 110),
      getErrHelpWidth: () => Math.min(io.err.columns, 110),
      getOutHasColors: () => true,
      outputError: (text, write) => write(usageError(text, words, program)),
    })
    .addHelpText('after', EXAMPLES)
    .hook('preAction', async () => {
      // Loaded on demand: most commands have no use for the options of a server.
      if (Object.keys(io.environment).some(name => name.startsWith('ENERGY_SANDBOX_')))
        (await import('./environment.ts')).checkEnvironment(io);
    });
  const requested = commandNameOf(words, io.programName);
  for (const { name, summary, group, load } of COMMANDS) {
    const command = program.command(name, { isDefault: name === DEFAULT_COMMAND });
    command.helpGroup(group).description(summary).helpCommand(false);
    if (name === requested) (await load()).define(command, io);
  }
  return program;
}

/** Runs the program. @param given the arguments after the program name @returns the exit code */
export async function run(given: readonly string[], io: ProcessIo): Promise<number> {
  const words = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  try {
    const program = await createProgram(words, io);
    await program.parseAsync([...words], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    return reportFailure(error, io.err);
  }
}

/** Runs the command that the words name, in this process. The process then ends when its work is done. */
export async function runProgram(words: readonly string[]): Promise<void> {
  const exitCode = await run(words, processIo());
  // Set only on failure, and without exiting, because the server must keep running after `start`.
  if (exitCode !== 0) process.exitCode = exitCode;
  // Node may otherwise wait forever, busily, for handles whose connections were reset. Nothing is left to do or to write.
  process.once('beforeExit', code => process.exit(code));
}
