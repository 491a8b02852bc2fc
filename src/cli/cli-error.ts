import type { TemporaryFolderError } from '../files/temporary-folder.ts';
import type { HarFileError } from '../har/read-har.ts';
import type { ListenError } from '../listen.ts';
import type { OptionError } from '../options.ts';
import type { RunFolderError } from '../run-folder/run-folder.ts';
import type { ScenarioFileError } from '../scenario/scenario-files.ts';
import type { ScenarioClash } from '../scenario/scenario-library.ts';
import type { StorageError } from '../storage/storage.ts';
import { escapeControls, type Terminal } from './terminal.ts';

/** Exit codes: 0 success, 1 failure, 2 usage error. */
export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;

/** A failure that the user can fix. Only its message is printed. */
export class CliError extends Error {
  override readonly name = 'CliError';
  #exitCode: number;

  constructor(message: string, exitCode: number = EXIT_FAILED) {
    super(message);
    this.#exitCode = exitCode;
  }

  get exitCode(): number {
    return this.#exitCode;
  }

  /** The same failure with another exit code. */
  exitingWith(exitCode: number): this {
    this.#exitCode = exitCode;
    return this;
  }
}

/** Errors that the user can fix. They are recognized by name, because most of their modules are loaded only when needed. */
type ExpectedError =
  | HarFileError
  | ListenError
  | OptionError
  | RunFolderError
  | ScenarioClash
  | ScenarioFileError
  | StorageError
  | TemporaryFolderError;

const EXIT_CODES: Readonly<Record<ExpectedError['name'], number>> = {
  HarFileError: EXIT_USAGE,
  ListenError: EXIT_FAILED,
  OptionError: EXIT_USAGE,
  RunFolderError: EXIT_USAGE,
  ScenarioClash: EXIT_USAGE,
  ScenarioFileError: EXIT_USAGE,
  StorageError: EXIT_FAILED,
  TemporaryFolderError: EXIT_USAGE,
};

const isExpected = (error: unknown): error is ExpectedError =>
  error instanceof Error && Object.hasOwn(EXIT_CODES, error.name);

/** What to say about an error, and the exit code. There is a stack trace only for bugs in the program. */
export function failureOf(error: unknown): { readonly message: string; readonly exitCode: number } {
  if (error instanceof CliError || isExpected(error)) {
    const exitCode = error instanceof CliError ? error.exitCode : EXIT_CODES[error.name];
    return { message: escapeControls(error.message), exitCode };
  }
  const trace = (error as Error)?.stack ?? error;
  return { message: `this is a bug in energy-sandbox, please report it\n${trace}`, exitCode: EXIT_FAILED };
}

/** Prints the error on stderr, with a stack trace only for bugs in the program. @returns the exit code */
export function reportFailure(error: unknown, terminal: Terminal): number {
  const { message, exitCode } = failureOf(error);
  if (message !== '') terminal.line(`energy-sandbox: ${message}`);
  return exitCode;
}
