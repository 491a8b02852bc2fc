import { OptionError } from '../options.ts';
import { ScenarioClash } from '../scenario/library.ts';

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

const MENDABLE: readonly string[] = ['OptionError', 'ScenarioFileError', 'ScenarioClash'];

/** Prints what went wrong on stderr and answers the exit code. Only our own mistakes show a stack. */
export function reportFailure(error: unknown): number {
  const known = error instanceof CliError || error instanceof OptionError || error instanceof ScenarioClash;
  if (known || (error instanceof Error && MENDABLE.includes(error.name))) {
    process.stderr.write(`energy-sandbox: ${(error as Error).message}\n`);
    return error instanceof CliError ? error.exitCode : EXIT_USAGE;
  }
  process.stderr.write(
    `energy-sandbox: an error of the program itself, please report it\n${(error as Error)?.stack ?? error}\n`,
  );
  return EXIT_FAILED;
}
