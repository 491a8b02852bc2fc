import { Low, Memory } from 'lowdb';
import type { Account, AccountStore } from '../../core/engine/account.ts';
import type { AccountState } from '../../core/engine/account-state.ts';
import type { CommandKind, Commands } from '../../core/engine/engine.ts';
import type { Scenario } from '../../core/scenario/scenario-schema.ts';
import { fileProblem } from '../node/files.ts';

/** A change to an account that must survive a crash. */
export type Change =
  | { readonly kind: 'replaced' }
  | { readonly kind: 'executed'; readonly command: ExecutedCommand; readonly nowMs: number }
  | { readonly kind: 'closed' };

export type ExecutedCommand = {
  [Kind in CommandKind]: { readonly kind: Kind; readonly command: Commands[Kind] };
}[CommandKind];

export interface Storage {
  /** Creates the store of a new account and starts to persist it. */
  create(state: AccountState): AccountStore;
  /** Records a change and schedules its write. The promise of `settled` says when it is durable. */
  record(account: Account, change: Change): void;
  /**
   * Called when an account has failed, so that its state may be inconsistent. Changes that were recorded before are still
   * written; the state itself is not written until it is replaced.
   */
  suspend(account: Account): void;
  /** Drops a new account that cannot be stored, and removes whatever was written of it. The promise never rejects. */
  discard(account: Account): Promise<void>;
  /**
   * Returns null if all recorded changes are durable; otherwise a promise that resolves once they are. A response that
   * is sent earlier can report a change that a crash undoes. The promise rejects with a StorageError if the account
   * cannot be written.
   * @param account by default, all accounts
   */
  settled(account?: Account): Promise<void> | null;
  /**
   * Returns null if the epoch of the account is durable; otherwise a promise that resolves once it is, shortly after a
   * restart. An event that is sent earlier can have the id of another event, if the process crashes. It never rejects.
   */
  folding(account: Account): Promise<void> | null;
  /**
   * Makes other scenarios the library with which commands are executed and replayed. Each account is recorded as a whole,
   * because a log is replayed with one library.
   * @param replace has the library of this process contain them; called once they are durable
   */
  changeLibrary(scenarios: readonly Scenario[], replace: () => void): Promise<void>;
  /** Why the account currently cannot be written, or null. */
  failure(account: Account): StorageError | null;
}

/** Files that cannot be read, written or used. The message says which ones, why, and how to fix it. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** Stored accounts do not fit into the memory of the process. */
export class NoMemoryError extends StorageError {}

/** Stores accounts in memory only: they are lost when the process ends. */
export const IN_MEMORY: Storage = {
  create: state => new Low(new Memory<AccountState>(), state),
  record: () => undefined,
  suspend: () => undefined,
  discard: () => Promise.resolve(),
  settled: () => null,
  folding: () => null,
  changeLibrary: async (_scenarios, replace) => replace(),
  failure: () => null,
};

/** Remedies that differ from the common ones, mostly because a flag chooses the data folder. */
const REMEDIES: Readonly<Record<string, string>> = {
  EDQUOT: "the user's disk quota is exceeded; free some space",
  EROFS: 'the file system is read-only; remount it as writable, or choose another folder with --data',
  EACCES: 'permission denied; fix the permissions, or choose another folder with --data',
  EPERM: 'permission denied; fix the permissions, or choose another folder with --data',
  ENOTDIR: 'a part of the path is not a folder; choose another folder with --data',
  ENOTSUP: 'the file system takes no folders there; choose another folder with --data',
  EEXIST: 'another file with that name exists; remove it, or choose another folder with --data',
  ELOOP: 'the path is a symbolic link; remove it, or choose another folder with --data',
  ENFILE: 'the machine has too many files open; raise the system limit',
  ENOENT: 'it does not exist; check whether it was removed while the server was running',
};

export function storageError(action: string, path: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  return new StorageError(
    `${path}: cannot ${action}: ${REMEDIES[code] ?? fileProblem(error)}${code ? ` (${code})` : ''}`,
    { cause: error },
  );
}

export const corrupt = (location: string, problem: string, remedy: string): StorageError =>
  new StorageError(`${location}: ${problem}; nothing was changed. ${remedy}`);
