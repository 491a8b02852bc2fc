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

/** The awaited condition was not met in time, or cannot be met. */
export class WaitError extends Error {
  override readonly name = 'WaitError';
}
