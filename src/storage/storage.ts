import { Low, Memory } from 'lowdb';
import type { Account, AccountStore } from '../engine/account.ts';
import type { AccountState } from '../engine/account-state.ts';
import type { CommandKind, Commands } from '../engine/commands.ts';

/** A change of an account that has to survive a crash. */
export type Change =
  /** Its whole state was replaced. */
  | { readonly kind: 'replaced' }
  | { readonly kind: 'executed'; readonly command: ExecutedCommand; readonly nowMs: number }
  | { readonly kind: 'closed' };

/** A command with its kind. */
export type ExecutedCommand = {
  [Kind in CommandKind]: { readonly kind: Kind; readonly command: Commands[Kind] };
}[CommandKind];

/** Where accounts are kept. */
export interface Storage {
  /** Makes the store of a new account and begins to keep it. */
  create(state: AccountState): AccountStore;
  /** Takes a change down. Its write has begun when this returns, and is durable when `settled` says so. */
  note(account: Account, change: Change): void;
  /**
   * Null where everything that was noted of the account is durable; otherwise a promise of that. An answer that is
   * sent earlier may report something that a crash undoes.
   * @param account left out: all accounts
   * @throws (by rejecting) StorageError while the account cannot be written
   */
  settled(account?: Account): Promise<void> | null;
  /** Why the account cannot be written at present, or null. */
  trouble(account: Account): StorageError | null;
}

/** Files that cannot be read, written or used: which ones, why, and what to do. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** Keeps nothing: accounts end with the process. */
export const IN_MEMORY: Storage = {
  create: state => new Low(new Memory<AccountState>(), state),
  note: () => undefined,
  settled: () => null,
  trouble: () => null,
};
