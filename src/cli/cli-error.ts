import { OptionError } from '../options.ts';
import { ScenarioClash } from '../scenario/scenario-library.ts';
import { harmless, type Terminal } from './terminal.ts';

/** Exit codes: 0 ok, 1 failed, 2 usage. */
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

/** A failure that a person can mend; its message is all that is printed. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT_FAILED) {
    super(message);
    this.exitCode = exitCode;
  }
}

const MENDABLE: readonly string[] = ['OptionError', 'ScenarioFileError', 'ScenarioClash', 'StorageError'];

/** Prints what went wrong on stderr and answers the exit code. Only our own mistakes show a stack. */
export function reportFailure(error: unknown, terminal: Terminal): number {
  const known = error instanceof CliError || error instanceof OptionError || error instanceof ScenarioClash;
  if (known || (error instanceof Error && MENDABLE.includes(error.name))) {
    const { message } = error as Error;
    if (message !== '') terminal.line(`energy-sandbox: ${harmless(message)}`);
    if (error instanceof CliError) return error.exitCode;
    return (error as Error).name === 'StorageError' ? EXIT_FAILED : EXIT_USAGE;
  }
  terminal.line(
    `energy-sandbox: an error of the program itself, please report it\n${(error as Error)?.stack ?? error}`,
  );
  return EXIT_FAILED;
}
