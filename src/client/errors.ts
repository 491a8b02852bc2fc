/** A call that the sandbox refused, or could not be asked: what was wrong, where, and the mend. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /** The control API's code, such as `ACCOUNT_NOT_FOUND`; `UNREACHABLE` where no sandbox answered. */
  readonly code: string;
  /** The HTTP status; null where none came. */
  readonly status: number | null;
  /** Which part of the request is to blame, such as `body.by`; null where none is. */
  readonly path: string | null;

  constructor(
    message: string,
    about: { readonly code: string; readonly status?: number; readonly path?: string | null },
  ) {
    super(message);
    this.code = about.code;
    this.status = about.status ?? null;
    this.path = about.path ?? null;
  }
}

/** Something that was waited for did not come, or cannot. */
export class WaitError extends Error {
  override readonly name = 'WaitError';
}
