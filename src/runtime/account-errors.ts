/** The account was deleted. It is closed for every command, also for one whose request began before the deletion. */
export class AccountDeletedError extends Error {
  override readonly name = 'AccountDeletedError';

  constructor(account: string) {
    super(`the account ${account} was deleted`);
  }
}

/** Why an internal error, in words: without the stack, which goes to the log only. */
const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);

/** An internal error in the work of one account. The account executes no command until it is reset or restored. */
export class AccountFailedError extends Error {
  override readonly name = 'AccountFailedError';

  constructor(account: string, cause: unknown) {
    super(
      `the account ${account} has failed because of an internal error of the sandbox (${reasonOf(cause)}); reset it, restore a snapshot or delete it, and please report the error`,
      { cause },
    );
  }
}

/** A new account could not be stored, so it was not created. The message names the file and the cause. */
export class AccountNotStoredError extends Error {
  override readonly name = 'AccountNotStoredError';
}

/** A call ended before it was complete: the account was deleted, reset or restored, or the caller disconnected. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** The error of a call that ended because of what happened to its account. */
export const interruptedBy = (account: string, event: 'deleted' | 'reset' | 'restored'): InterruptedError =>
  new InterruptedError(`the account ${account} was ${event} before the call was complete`);
