import { Low } from 'lowdb';
import type { EventEpoch } from '../../core/domain/seeded-values.ts';
import type { Account, AccountStore } from '../../core/engine/account.ts';
import type { AccountState } from '../../core/engine/account-state.ts';
import { AccountFiles, type AccountPaths, type FolderContext } from './account-files.ts';
import { entryLine, outcomeOf } from './log-file.ts';
import type { SnapshotAdapter } from './snapshot-file.ts';
import { type Change, type ExecutedCommand, type StorageError, storageError } from './storage.ts';

interface PendingWrite {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: StorageError) => void;
}

/** A rejection does not end the process if the promise is not awaited. */
function pendingWrite(): PendingWrite {
  let callbacks!: Pick<PendingWrite, 'resolve' | 'reject'>;
  const promise = new Promise<void>((resolve, reject) => {
    callbacks = { resolve, reject };
  });
  promise.catch(() => undefined);
  return { promise, ...callbacks };
}

const RETRY_MS = 1_000;
/** The approximate size of an order in a snapshot before its first step. */
const BYTES_PER_ORDER = 512;

/**
 * Writes one account to disk: a snapshot, and a log of the changes since. Changes are written in the order in which they
 * were recorded. All changes recorded during a write go to disk together in the next write.
 */
export class AccountWriter {
  readonly #paths: AccountPaths;
  readonly #context: FolderContext;
  readonly #adapter: SnapshotAdapter;
  readonly #files: AccountFiles;
  #db: Low<AccountState>;
  #lines: string[] = [];
  /** True if the whole state has to be written, because a replay of the lines would not lead to it. */
  #needsWholeState = false;
  #isClosed = false;
  /** False for a new account until its first write. */
  #isStored = true;
  /** True if the state may be inconsistent, so that only lines may be written. */
  #isSuspended = false;
  #next: PendingWrite | null = null;
  #current: PendingWrite | null = null;
  #working: Promise<void> | null = null;
  /** The fold after a restart, while it is under way. The promise never rejects. */
  #folding: Promise<void> | null = null;
  #foldAtBytes: number;
  #failure: StorageError | null = null;
  #cancelRetry: (() => void) | null = null;

  constructor(paths: AccountPaths, context: FolderContext, adapter: SnapshotAdapter, db: Low<AccountState>) {
    this.#paths = paths;
    this.#context = context;
    this.#adapter = adapter;
    this.#db = db;
    this.#files = new AccountFiles(paths, context, db.data.name);
    this.#foldAtBytes = context.foldAtBytes;
  }

  get name(): string {
    return this.#db.data.name;
  }

  /** Why the last write failed; null if it succeeded. */
  get failure(): StorageError | null {
    return this.#failure;
  }

  /** True once the account is closed and its files are removed. */
  get isRemoved(): boolean {
    return this.#isClosed && !this.#next && !this.#current && !this.#failure;
  }

  /** Does nothing while a write is in progress. The promise never rejects. */
  async releaseFiles(): Promise<void> {
    if (this.#working) return;
    await this.#files.release().catch(error => this.#context.remark((error as Error).message));
  }

  /** A closed account with the same name may still have files that are to be removed. */
  create(state: AccountState): AccountStore {
    this.#db = new Low(this.#adapter, state);
    this.#isClosed = false;
    this.#isStored = false;
    this.#isSuspended = false;
    this.#recordWholeState();
    return this.#db;
  }

  record(account: Account, change: Change): void {
    // A closed account can still receive webhook outcomes. They do not belong to a new account with the same name.
    if (this.#isClosed || account.state !== this.#db.data) return;
    if (change.kind === 'executed') {
      this.#addLine(change.command, change.nowMs);
      this.#startWriting();
    } else {
      this.#isClosed = change.kind === 'closed';
      this.#isSuspended = false;
      this.#recordWholeState();
    }
  }

  /** Records the whole state, because the lines of a log are replayed with one library. */
  libraryChanged(): void {
    if (!this.#isClosed && !this.#isSuspended) this.#recordWholeState();
  }

  suspend(account: Account): void {
    if (account.state === this.#db.data) this.#isSuspended = true;
  }

  /** The promise never rejects. */
  async discard(account: Account): Promise<void> {
    if (this.#isClosed || account.state !== this.#db.data) return;
    this.#isClosed = true;
    this.#cancelRetry?.();
    await this.#folding;
    await this.#working;
    this.#cancelRetry?.();
    this.#next?.resolve();
    this.#next = null;
    this.#failure = null;
    await this.#files.remove(this.#db.data.epoch).catch(error => {
      const problem = (error as Error).message;
      this.#context.remark(
        `the account ${this.name} was not created, but its files could not be removed: ${problem}`,
      );
    });
  }

  settled(): Promise<void> | null {
    if (this.#failure) {
      const rejected = Promise.reject(this.#failure);
      // A rejection must not end the process if the caller does not await the result.
      rejected.catch(() => undefined);
      return rejected;
    }
    return (this.#next ?? this.#current)?.promise ?? null;
  }

  /** Folds the log into the snapshot, so that the next start has nothing to replay. No change may be recorded afterwards. */
  async finish(): Promise<void> {
    this.#cancelRetry?.();
    if (this.#failure) {
      this.#failure = null;
      this.#work();
    }
    await this.#folding;
    await this.#working;
    this.#cancelRetry?.();
    await this.#files.release();
    if (this.#failure) throw this.#failure;
    if (!this.#files.isFolded && !this.#isClosed && !this.#isSuspended) await this.fold();
  }

  fold(): Promise<void> {
    return this.#files.replace(() => this.#db.write());
  }

  /**
   * Folds what a restart has read, while the account is in use already: changes that are recorded meanwhile are written
   * afterwards. If it fails, the whole state is written like any change, again and again until that succeeds.
   * @returns whether it succeeded
   */
  async foldInBackground(): Promise<boolean> {
    let isFolded = true;
    const fold = async (): Promise<void> => {
      try {
        await this.#context.writers.run(() => this.fold());
      } catch {
        isFolded = false;
        if (!this.#isClosed) this.#recordWholeState();
      }
    };
    this.#folding = fold();
    await this.#folding;
    this.#folding = null;
    return isFolded;
  }

  /** The fold after a restart; null once it has ended. The new epoch is durable once the promise has resolved. */
  get folding(): Promise<void> | null {
    return this.#folding;
  }

  #recordWholeState(): void {
    const { seq } = this.#adapter.position;
    this.#lines = [];
    this.#needsWholeState = !this.#isClosed;
    this.#adapter.position = { seq: seq + 1, atMs: this.#db.data.nowMs, wallMs: this.#wallMs() };
    this.#startWriting();
  }

  #startWriting(): void {
    this.#next ??= pendingWrite();
    if (!this.#failure) this.#work();
  }

  #addLine(executed: ExecutedCommand, nowMs: number): void {
    const seq = this.#adapter.position.seq + 1;
    const wallMs = this.#wallMs();
    const entry = { seq, nowMs, wallMs, executed, outcome: outcomeOf(this.#db.data) };
    this.#lines.push(entryLine(entry, this.#context.library));
    this.#adapter.position = { seq, atMs: nowMs, wallMs };
  }

  #wallMs(): number {
    return Math.floor(this.#context.clock.wallMs());
  }

  #work(): void {
    this.#working ??= this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    // Changes recorded in the same iteration of the event loop go into one write.
    await this.#context.clock.yieldToEventLoop();
    await this.#folding;
    try {
      while (this.#next && (await this.#writeNext(this.#next))) {
        if (this.#files.logBytes >= this.#foldAtBytes && !this.#isSuspended) await this.#foldLog();
      }
      if (!this.#files.isFolded) this.#context.openFiles.used(this);
    } finally {
      // Runs in the same tick as the end of the loop, so a change recorded afterwards starts another run.
      this.#working = null;
    }
  }

  /** Returns false if the write failed and is repeated later. */
  async #writeNext(pending: PendingWrite): Promise<boolean> {
    this.#next = null;
    this.#current = pending;
    try {
      await this.#context.writers.run(() => this.#context.openFiles.run(() => this.#write()));
    } catch (error) {
      this.#fail(pending, storageError('write the file', this.#paths.log, error));
      return false;
    } finally {
      this.#current = null;
    }
    if (this.#failure) this.#context.remark(`${this.#paths.snapshot}: the account can be written again`);
    this.#failure = null;
    this.#isStored = true;
    pending.resolve();
    return true;
  }

  async #write(): Promise<void> {
    const { epoch } = this.#db.data;
    if (this.#isClosed) await this.#files.remove(epoch);
    else if (this.#needsWholeState) await this.#replace();
    else await this.#append(epoch);
  }

  async #replace(): Promise<void> {
    if (this.#isSuspended) throw new Error('the account has failed, so its state is not written');
    this.#needsWholeState = false;
    this.#lines = [];
    try {
      await this.fold();
    } catch (error) {
      this.#needsWholeState = !this.#isClosed;
      throw error;
    }
  }

  async #append(epoch: EventEpoch): Promise<void> {
    const lines = this.#lines;
    const { seq } = this.#adapter.position;
    this.#lines = [];
    try {
      if (lines.length > 0) await this.#files.append(lines.join(''), epoch);
    } catch (error) {
      if (!this.#needsWholeState && !this.#isClosed) this.#lines = [...lines, ...this.#lines];
      throw error;
    }
    await this.#files.seal(seq);
  }

  /**
   * Folds a long log into the snapshot. The next changes wait meanwhile. If it fails, nothing is lost. A log may grow as
   * large as its snapshot, so that folding never costs more than writing the log did.
   */
  async #foldLog(): Promise<void> {
    const { logBytes } = this.#files;
    try {
      await this.fold();
      const snapshotBytes = this.#db.data.orders.length * BYTES_PER_ORDER;
      this.#foldAtBytes = Math.max(this.#context.foldAtBytes, snapshotBytes);
    } catch (error) {
      // The snapshot was written, but the log could not be removed: the next write tries again.
      if (this.#files.isFolded) this.#needsWholeState = true;
      this.#foldAtBytes = 2 * logBytes;
      this.#context.remark(
        `${(error as Error).message}; no data is lost, but the log grows until folding succeeds`,
      );
    }
  }

  #fail(pending: PendingWrite, failure: StorageError): void {
    if (!this.#failure) {
      const consequence = this.#isStored
        ? 'requests to the account fail with 503 until it can be written again'
        : 'the account is not stored';
      this.#context.remark(`${failure.message}; ${consequence}`);
    }
    this.#failure = failure;
    pending.reject(failure);
    this.#next?.reject(failure);
    this.#next = pendingWrite();
    this.#cancelRetry = this.#context.clock.wake(RETRY_MS, () => this.#work());
  }
}
