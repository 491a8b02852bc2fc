import { fileProblem } from '../host/node/files.ts';
import type { Terminal } from './process-io.ts';

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

  exitingWith(exitCode: number): this {
    this.#exitCode = exitCode;
    return this;
  }
}

/** The error for a file that an argument names. @param error of the file system */
export const fileError = (
  path: string,
  verb: 'read' | 'write',
  error: unknown,
  exitCode: number = EXIT_FAILED,
): CliError => new CliError(`${path}: cannot ${verb} the file: ${fileProblem(error)}`, exitCode);

/**
 * The exit codes of errors that the user can fix. They are recognized by name, because most of their modules are loaded
 * only when needed.
 */
const EXIT_CODES: Readonly<Record<string, number>> = {
  HarFileError: EXIT_USAGE,
  ListenError: EXIT_USAGE,
  OptionError: EXIT_USAGE,
  RunFolderError: EXIT_USAGE,
  ScenarioClash: EXIT_USAGE,
  ScenarioFileError: EXIT_USAGE,
  StorageError: EXIT_FAILED,
  TemporaryFolderError: EXIT_USAGE,
};

const exitCodeOf = (error: Error): number | undefined =>
  error instanceof CliError
    ? error.exitCode
    : Object.hasOwn(EXIT_CODES, error.name)
      ? EXIT_CODES[error.name]
      : undefined;

/** The message for an error, and the exit code. The message has a stack trace only for bugs in the program. */
export async function failureOf(
  error: unknown,
): Promise<{ readonly message: string; readonly exitCode: number }> {
  const exitCode = error instanceof Error ? exitCodeOf(error) : undefined;
  if (exitCode !== undefined) {
    const { name, message } = error as Error;
    if (name !== 'OptionError' && name !== 'ListenError') return { message, exitCode };
    // Loaded on demand: most commands have no use for the options of a server.
    const { inFlags } = await import('./start-options.ts');
    return { message: inFlags(message), exitCode };
  }
  const trace = (error as Error)?.stack ?? error;
  return { message: `this is a bug in energy-sandbox, please report it\n${trace}`, exitCode: EXIT_FAILED };
}

/** Prints the error on stderr, with a stack trace only for bugs in the program. @returns the exit code */
export async function reportFailure(error: unknown, terminal: Terminal): Promise<number> {
  const { message, exitCode } = await failureOf(error);
  if (message !== '') terminal.line(`energy-sandbox: ${message}`);
  return exitCode;
}
