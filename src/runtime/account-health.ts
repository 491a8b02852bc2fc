import type { Account } from '../engine/account.ts';
import type { CommandKind } from '../engine/command-types.ts';
import {
  AccountDeletedError,
  AccountFailedError,
  AccountHandedOverError,
  type AccountStoppedError,
} from './account-errors.ts';

/** Where an error was thrown, for the log; empty if that is unknown. */
function placeOf(cause: unknown): string {
  const line = cause instanceof Error ? cause.stack?.split('\n').find(one => /^\s+at /.test(one)) : undefined;
  return line ? `; thrown ${line.trim()}` : '';
}

/** Why an account executes no command: it is handed over. */
const handedOver = ({ state }: Account): AccountHandedOverError | null =>
  state.handover ? new AccountHandedOverError(state.name, state.handover.to ?? null) : null;

/** Which accounts have failed, are handed over or were deleted, so that none of them executes a command. */
export class AccountHealth {
  readonly #remark: (text: string) => void;
  readonly #failures = new WeakMap<Account, AccountFailedError>();
  readonly #deleted = new WeakSet<Account>();

  /** @param remark reports a failure to the operator */
  constructor(remark: (text: string) => void) {
    this.#remark = remark;
  }

  /** Why an account executes no command, although it exists; null if it does. */
  stopOf(account: Account): AccountStoppedError | null {
    return this.#failures.get(account) ?? handedOver(account);
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

  /** @throws AccountDeletedError, AccountHandedOverError: such a state is not replaced, because another server may have it */
  checkReplaceable(account: Account): void {
    this.checkExists(account);
    const error = handedOver(account);
    if (error) throw error;
  }

  /** A stopped account executes only the end of its handover. @throws AccountDeletedError, AccountStoppedError */
  checkExecutes(account: Account, kind: CommandKind): void {
    if (kind === 'setHandover') this.checkExists(account);
    else this.checkUsable(account);
  }

  /** @throws AccountDeletedError, AccountStoppedError */
  checkUsable(account: Account): void {
    this.checkExists(account);
    const stop = this.stopOf(account);
    if (stop) throw stop;
  }
}

/** @throws Error if work is due although none could be run: an advance and the timer would try forever */
export function checkNothingDue({ agenda }: Account, nowMs: number): void {
  const dueMs = agenda.nextDueMs();
  if (dueMs !== null && dueMs <= nowMs) throw new Error(`the work that was due at ${dueMs} cannot be run`);
}
