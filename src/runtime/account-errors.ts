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

/** The account executes no command at present. The message says why, and what ends it. */
export abstract class AccountStoppedError extends Error {}

/** The account is being moved to another server. It executes no command until the handover is canceled. */
export class AccountHandedOverError extends AccountStoppedError {
  override readonly name = 'AccountHandedOverError';

  /** @param to the address of the other server; null if it is unknown */
  constructor(account: string, to: string | null) {
    super(
      `the account ${account} is being moved to ${to ?? 'another server'}; send the request again, or cancel the handover if the move was given up`,
    );
  }
}

/** The account is already being moved to another server than the one that a caller named. */
export class HandoverConflictError extends Error {
  override readonly name = 'HandoverConflictError';

  constructor(account: string, to: string, wanted: string) {
    super(
      `the account ${account} is already being moved to ${to}; name that address instead of ${wanted}, or cancel the handover first`,
    );
  }
}

/** An internal error in the work of one account. The account executes no command until it is reset or restored. */
export class AccountFailedError extends AccountStoppedError {
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

/** A call ended before it was complete: the account was deleted, reset, restored or handed over, or the caller disconnected. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** The error of a call that ended because of what happened to its account. */
export const interruptedBy = (
  account: string,
  event: 'deleted' | 'reset' | 'restored' | 'handed over',
): InterruptedError =>
  new InterruptedError(`the account ${account} was ${event} before the call was complete`);
