import type { Account } from '../core/engine/account.ts';

/** The account was deleted. It executes no command, not even one whose request began before the deletion. */
export class AccountDeletedError extends Error {
  override readonly name = 'AccountDeletedError';

  constructor(account: string) {
    super(`the account ${account} was deleted`);
  }
}

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);

/** The account executes no command until it is reset or restored. */
export class AccountFailedError extends Error {
  override readonly name = 'AccountFailedError';

  constructor(account: string, cause: unknown) {
    super(
      `the account ${account} has failed because of an internal error of the sandbox (${reasonOf(cause)}); reset it, restore a snapshot or delete it, and please report the error`,
      { cause },
    );
  }
}

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

/** The place where an error was thrown, for the log; empty if unknown. */
function placeOf(cause: unknown): string {
  const line = cause instanceof Error ? cause.stack?.split('\n').find(one => /^\s+at /.test(one)) : undefined;
  return line ? `; thrown ${line.trim()}` : '';
}

export class AccountHealth {
  readonly #remark: (text: string) => void;
  readonly #failures = new WeakMap<Account, AccountFailedError>();
  readonly #deleted = new WeakSet<Account>();

  constructor(remark: (text: string) => void) {
    this.#remark = remark;
  }

  /** Why an account executes no command although it exists; null if it executes commands. */
  failureOf(account: Account): AccountFailedError | null {
    return this.#failures.get(account) ?? null;
  }

  /** The first failure counts; the failure of a deleted account is not reported. */
  fail(account: Account, cause: unknown): AccountFailedError {
    const earlier = this.#failures.get(account);
    if (earlier) return earlier;
    const failure = new AccountFailedError(account.state.name, cause);
    if (this.#deleted.has(account)) return failure;
    this.#failures.set(account, failure);
    this.#remark(`${failure.message}${placeOf(cause)}`);
    return failure;
  }

  recover(account: Account): void {
    this.#failures.delete(account);
  }

  delete(account: Account): void {
    this.#deleted.add(account);
  }

  /** @throws AccountDeletedError */
  checkExists(account: Account): void {
    if (this.#deleted.has(account)) throw new AccountDeletedError(account.state.name);
  }

  /** @throws AccountDeletedError, AccountFailedError */
  checkUsable(account: Account): void {
    this.checkExists(account);
    const failure = this.failureOf(account);
    if (failure) throw failure;
  }
}
