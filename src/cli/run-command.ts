import { Command, CommanderError } from 'commander';
import { didYouMean } from '../core/text/nearest-word.ts';
import { VERSION } from '../host/node/version.ts';
import { CliError, EXIT_USAGE, reportFailure } from './cli-error.ts';
import { COMMANDS, DEFAULT_COMMAND } from './command-list.ts';
import { type ProcessIo, processIo, withProgramName } from './process-io.ts';

const EXAMPLES = `
Examples:
  energy-sandbox                                    start on http://127.0.0.1:4010
  energy-sandbox --clock manual --scenario review   all flags: energy-sandbox start --help
  energy-sandbox exec -- npm test                   run a command with a sandbox of its own
  energy-sandbox listen --port 4020                 start a webhook receiver
  energy-sandbox advance --until order.completed    advance the clock of the running server

Exit code: 0 success, 1 failure, 2 usage error.`;

/** The command to run; null for the general help. @throws CliError for an unknown command */
function commandNameOf(words: readonly string[], programName: string): string | null {
  const [first] = words;
  if (first === '--help' || first === '-h') return null;
  if (first === undefined || first.startsWith('-')) return DEFAULT_COMMAND;
  const names = COMMANDS.map(({ name }) => name);
  if (names.includes(first)) return first;
  const hint = didYouMean(first, names) || `; list all commands with: ${programName} --help`;
  throw new CliError(`unknown command ${JSON.stringify(first)}${hint}`, EXIT_USAGE);
}

/** Rewrites commander's messages in the format of all others: one line that starts with the flag or argument. */
const rewriteError = (text: string): string =>
  text
    .replace(/^error: /, 'energy-sandbox: ')
    .replace(/option '(?:-\w, )?(--[\w-]+)[^']*' argument '.*' is invalid\. /s, '$1: ')
    .replace(/command-argument value '.*' is invalid for argument '(.*?)'\. /s, '$1: ')
    .replace(/unknown command '(.*)'/, 'unknown command "$1"')
    .replace(/\n\(Did you mean (--.*)\?\)/, '; did you mean $1?')
    .replace(/\n\(Did you mean (.*)\?\)/, '; did you mean "$1"?');

/** A hint for an unknown command below another one, or an unknown flag, if none is near. */
function listHint(line: string, [first = '']: readonly string[], programName: string): string {
  if (line.includes('did you mean')) return '';
  const name = COMMANDS.some(one => one.name === first) ? first : DEFAULT_COMMAND;
  if (line.includes('unknown command "')) return `; list its commands with: ${programName} ${name} --help`;
  if (line.includes("unknown option '")) return `; list all flags with: ${programName} ${name} --help`;
  return '';
}

/** A hint if flags precede the command, because they are then parsed as flags of `start`. */
function misplacedHint(words: readonly string[], programName: string): string {
  const command = words[0]?.startsWith('-') ? COMMANDS.find(({ name }) => words.includes(name)) : undefined;
  return command ? `; put the command first: ${programName} ${command.name} …` : '';
}

/** The arguments of this program, and the command line after `--` if the named command runs one. */
interface GivenWords {
  readonly own: readonly string[];
  readonly commandLine: readonly string[] | null;
}

function splitWords(words: readonly string[]): GivenWords {
  const dashes = words.indexOf('--');
  const runsCommand = COMMANDS.some(entry => entry.name === words[0] && entry.runsCommand);
  if (!runsCommand || dashes === -1) return { own: words, commandLine: null };
  return { own: words.slice(0, dashes), commandLine: words.slice(dashes + 1) };
}

/** A hint if a command line to run was given without `--`: its flags are then parsed as those of this program. */
function missingDashes({ own, commandLine }: GivenWords, programName: string): string {
  const [name] = own;
  const runsCommand = COMMANDS.some(entry => entry.name === name && entry.runsCommand);
  const isWord = (index: number): boolean => own[index]?.startsWith('-') === false;
  // A word after another one is no value of a flag.
  const hasCommand = own.some((_, index) => index > 0 && isWord(index) && isWord(index - 1));
  return runsCommand && !commandLine && hasCommand
    ? `; put -- before the command: ${programName} ${name} [flags] -- <command>`
    : '';
}

/** One line about a usage error. */
function usageError(text: string, words: GivenWords, programName: string): string {
  const line = rewriteError(text).trimEnd();
  const dashes = missingDashes(words, programName);
  // Flags of the command to run are no misspelled flags of this program.
  return dashes === ''
    ? `${line}${misplacedHint(words.own, programName) || listHint(line, words.own, programName)}\n`
    : `${line.replace(/; did you mean .*$/, '')}${dashes}\n`;
}

async function createProgram(given: GivenWords, io: ProcessIo): Promise<Command> {
  const program = new Command(io.programName)
    .description(
      'A sandbox for the Energy Rental Service API v1: orders, webhooks and failures without real TRX.',
    )
    .usage('[command] [flags]')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand(false)
    .showSuggestionAfterError()
    .exitOverride()
    .configureHelp({
      styleTitle: text => io.out.paint('bold', text),
      subcommandTerm: command => command.name(),
    })
    .configureOutput({
      writeOut: text => io.out.write(withProgramName(text, io.programName)),
      writeErr: text => io.err.write(withProgramName(text, io.programName)),
      getOutHelpWidth: () => Math.min(io.out.columns, 110),
      getErrHelpWidth: () => Math.min(io.err.columns, 110),
      getOutHasColors: () => true,
      outputError: (text, write) => write(usageError(text, given, io.programName)),
    })
    .addHelpText('after', EXAMPLES);
  const requested = commandNameOf(given.own, io.programName);
  for (const { name, summary, group, load } of COMMANDS) {
    const command = program.command(name, { isDefault: name === DEFAULT_COMMAND });
    command.helpGroup(group).description(summary).helpCommand(false);
    if (name === requested) (await load()).define(command, io, given.commandLine);
  }
  return program;
}

/** Runs the program. @param given the arguments after the program name @returns the exit code */
export async function run(given: readonly string[], io: ProcessIo): Promise<number> {
  const words = given[0] === 'help' ? [...given.slice(1), '--help'] : given;
  try {
    const split = splitWords(words);
    const program = await createProgram(split, io);
    await program.parseAsync([...split.own], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    return reportFailure(error, io.err);
  }
}

/** Runs the command that the words name, in this process. It then lives until its work is done. */
export async function runProgram(words: readonly string[]): Promise<void> {
  const exitCode = await run(words, processIo());
  // Set only on failure, and without exiting: after `start` the server must keep running.
  if (exitCode !== 0) process.exitCode = exitCode;
  // Node may otherwise wait forever, busily, for handles whose connections were reset. Nothing is left to do or to write.
  process.once('beforeExit', code => process.exit(code));
}
