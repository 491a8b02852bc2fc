import type { Account } from '../engine/account.ts';
import { AccountDeletedError, AccountFailedError } from './account-errors.ts';

/** Where an error was thrown, for the log; empty if that is unknown. */
function placeOf(cause: unknown): string {
  const line = cause instanceof Error ? cause.stack?.split('\n').find(one => /^\s+at /.test(one)) : undefined;
  return line ? `; thrown ${line.trim()}` : '';
}

/** Which accounts have failed or were deleted, so that none of them executes a command. */
export class AccountHealth {
  readonly #remark: (text: string) => void;
  readonly #failures = new WeakMap<Account, AccountFailedError>();
  readonly #deleted = new WeakSet<Account>();

  /** @param remark reports a failure to the operator */
  constructor(remark: (text: string) => void) {
    this.#remark = remark;
  }

  /** Why an account executes no command, although it exists; null if it does. */
  failureOf(account: Account): AccountFailedError | null {
    return this.#failures.get(account) ?? null;
  }

  /** Marks an account as failed and reports it; the first failure counts. The failure of a deleted account concerns nobody. */
  fail(account: Account, cause: unknown): AccountFailedError {
    const earlier = this.#failures.get(account);
    if (earlier) return earlier;
    const failure = new AccountFailedError(account.state.name, cause);
    if (this.#deleted.has(account)) return failure;
    this.#failures.set(account, failure);
    this.#remark(`${failure.message}${placeOf(cause)}`);
    return failure;
  }

  /** The state of the account was replaced, so it can be used again. */
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

/** @throws Error if work is due although none could be run: an advance and the timer would try forever */
export function checkNothingDue({ agenda }: Account, nowMs: number): void {
  const dueMs = agenda.nextDueMs();
  if (dueMs !== null && dueMs <= nowMs) throw new Error(`the work that was due at ${dueMs} cannot be run`);
}
