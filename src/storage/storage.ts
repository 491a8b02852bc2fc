import type { Account } from '../engine/account.ts';
import type { CommandKind, Commands } from '../engine/commands.ts';

/** Something that was done to an account and has to be there after a crash. */
export type Deed =
  /** It is new, or its whole state was replaced. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'executed'; readonly command: ExecutedCommand; readonly nowMs: number }
  | { readonly kind: 'closed' };

/** A command with its kind. */
export type ExecutedCommand = {
  [Kind in CommandKind]: { readonly kind: Kind; readonly command: Commands[Kind] };
}[CommandKind];

/** Where accounts are kept. It takes down what was done at once, and is told nothing that changed no state. */
export interface Storage {
  /** Takes a deed down. Its bytes are on their way when it returns, and safe when `settled` says so. */
  note(account: Account, deed: Deed): void;
  /**
   * Null where all that was noted of the account is safe; else a promise of that. An answer that leaves before it
   * may tell of what a crash undoes.
   * @param account left out: all accounts
   * @throws (by rejecting) StorageError while the account cannot be written
   */
  settled(account?: Account): Promise<void> | null;
  /** Why the account cannot be written at present, or null. */
  trouble(account: Account): StorageError | null;
}

/** Files that cannot be read, written or used: which, why, and the mend. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** Keeps nothing: accounts end with the process. */
export const IN_MEMORY: Storage = {
  note: () => undefined,
  settled: () => null,
  trouble: () => null,
};
