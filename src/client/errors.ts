import { inspect } from 'node:util';

/** A call that failed. The message says what was wrong, in the names of the library, and how to fix it. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /**
   * The control API's code, such as `ACCOUNT_NOT_FOUND`; `INVALID_OPTION` for an option that the library refused;
   * `UNREACHABLE` if no sandbox responded.
   */
  readonly code: string;
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  /** The invalid part of the request, such as `body.by`, or the invalid option; null if not applicable. */
  readonly path: string | null;

  constructor(
    message: string,
    details: { readonly code: string; readonly status?: number; readonly path?: string | null },
  ) {
    super(message);
    this.code = details.code;
    this.status = details.status ?? null;
    this.path = details.path ?? null;
  }
}

/** The awaited event did not happen in time, or cannot happen. */
export class WaitError extends Error {
  override readonly name = 'WaitError';
}

/** A value for a message, on one line. */
export const shown = (value: unknown): string =>
  inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 60 });

/** The error for an invalid option of a call. @param path the option, such as `timeout_ms` */
export const invalidOption = (call: string, path: string, problem: string): SandboxError =>
  new SandboxError(`${call}: ${problem}`, { code: 'INVALID_OPTION', path });
