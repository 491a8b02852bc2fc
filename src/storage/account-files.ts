import { Low } from 'lowdb';
import type { Account } from '../engine/account.ts';
import { removeFiles } from './durable.ts';
import { storageError } from './failures.ts';
import { FORMAT } from './format.ts';
import { LogFile } from './log-file.ts';
import { CLOSED_LINE, entryLine, headerLine, outcomeOf } from './log-line.ts';
import type { AccountPaths } from './paths.ts';
import { type Snapshot, SnapshotAdapter } from './snapshot-file.ts';
import type { Deed, StorageError } from './storage.ts';
import type { Surroundings } from './surroundings.ts';
import { newTurn, type Turn } from './turn.ts';

/** Where an account's files stand: the last entry, and the instant of it on both clocks. */
export interface Standing {
  readonly seq: number;
  readonly atMs: number;
  readonly wallMs: number;
}

const RETRY_MS = 1_000;
/** What an order takes in a snapshot before its first step, roughly. */
const BYTES_AN_ORDER = 512;

/**
 * The files of one account: a snapshot, and the log of what was done since. Deeds are written in the order in which
 * they were noted; all that were noted while a write was under way go to disk together in the next one.
 */
export class AccountFiles {
  readonly #paths: AccountPaths;
  readonly #around: Surroundings;
  readonly #adapter: SnapshotAdapter;
  #account: Account;
  #standing: Standing;
  #log: LogFile | null = null;
  /** A log that was to be folded is still there. */
  #hasOldLog = false;
  #lines: string[] = [];
  /** The whole state has to be written, not only what was done. */
  #isWholesale = false;
  #isClosed = false;
  /** Collects what is noted; the write that it stands for has not begun. */
  #next: Turn | null = null;
  #current: Turn | null = null;
  #working: Promise<void> | null = null;
  #folding: Promise<void> | null = null;
  #foldAtBytes: number;
  #failure: StorageError | null = null;
  #cancelRetry: (() => void) | null = null;

  constructor(paths: AccountPaths, around: Surroundings, account: Account, standing: Standing) {
    this.#paths = paths;
    this.#around = around;
    this.#adapter = new SnapshotAdapter(paths.snapshot);
    this.#account = account;
    this.#standing = standing;
    this.#foldAtBytes = around.foldAtBytes;
  }

  get name(): string {
    return this.#account.state.name;
  }

  /** Why the last write failed; null once one has succeeded again. */
  get failure(): StorageError | null {
    return this.#failure;
  }

  /** True where the account is closed and its files are removed. */
  get isGone(): boolean {
    return this.#isClosed && !this.#next && !this.#current && !this.#failure;
  }

  /** Closes the log until the next write, unless one is under way. */
  letGo(): void {
    if (!this.#working) void this.#log?.release();
  }

  note(account: Account, deed: Deed): void {
    // What is still heard of an account that was closed or replaced, an answered webhook say, is no part of this one.
    if (deed.kind === 'executed' && (this.#isClosed || account !== this.#account)) return;
    const { wallMs } = this.#around;
    const seq = this.#standing.seq + 1;
    const nowMs = deed.kind === 'executed' ? deed.nowMs : account.state.nowMs;
    this.#standing = { seq, atMs: nowMs, wallMs: wallMs() };
    if (deed.kind === 'executed') {
      const outcome = outcomeOf(account.state);
      const entry = { seq, nowMs, wallMs: this.#standing.wallMs, executed: deed.command, outcome };
      this.#lines.push(entryLine(entry, this.#around.library));
    } else {
      this.#account = account;
      this.#lines = [];
      this.#isWholesale = deed.kind === 'opened';
      this.#isClosed = deed.kind === 'closed';
    }
    this.#next ??= newTurn();
    if (!this.#failure) this.#work();
  }

  settled(): Promise<void> | null {
    if (this.#failure) {
      const rejected = Promise.reject(this.#failure);
      // Asking alone must not end the process.
      rejected.catch(() => undefined);
      return rejected;
    }
    return (this.#next ?? this.#current)?.promise ?? null;
  }

  /** Folds the log into the snapshot, so that the next start has nothing to replay. Nothing is noted after it. */
  async finish(): Promise<void> {
    this.#cancelRetry?.();
    if (this.#failure) {
      this.#failure = null;
      this.#work();
    }
    await this.#working;
    await this.#folding;
    this.#cancelRetry?.();
    if (this.#failure) throw this.#failure;
    if ((this.#log || this.#hasOldLog) && !this.#isClosed) await this.#writeWhole();
  }

  /** Writes the state and does away with all logs, before anything is noted. */
  foldNow(): Promise<void> {
    return this.#writeWhole();
  }

  #work(): void {
    this.#working ??= this.#writeTurns();
  }

  async #writeTurns(): Promise<void> {
    // What is noted in the same round of the event loop goes into one write.
    await new Promise<void>(resolve => setImmediate(resolve));
    try {
      while (this.#next && (await this.#writeTurn(this.#next))) {
        if (this.#log && this.#log.bytes >= this.#foldAtBytes && !this.#folding) {
          await this.#beginFold(this.#log);
        }
      }
      if (this.#log) this.#around.openLogs.used(this);
    } finally {
      // At once with the end of the loop: what is noted afterwards starts another.
      this.#working = null;
    }
  }

  /** False where it failed, and is tried again later. */
  async #writeTurn(turn: Turn): Promise<boolean> {
    this.#next = null;
    this.#current = turn;
    try {
      await this.#around.gate.pass(() => this.#write());
    } catch (error) {
      this.#fail(turn, storageError('write it', this.#paths.log, error));
      return false;
    } finally {
      this.#current = null;
    }
    if (this.#failure) this.#around.tell(`${this.#paths.snapshot}: the account can be written again`);
    this.#failure = null;
    turn.resolve();
    return true;
  }

  async #write(): Promise<void> {
    if (this.#isClosed) {
      await this.#remove();
    } else if (this.#isWholesale) {
      await this.#folding;
      this.#isWholesale = false;
      this.#lines = [];
      try {
        await this.#writeWhole();
      } catch (error) {
        this.#isWholesale = !this.#isClosed;
        throw error;
      }
    } else {
      await this.#appendLines();
    }
  }

  async #appendLines(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    try {
      await this.#append(lines.join(''));
    } catch (error) {
      if (!this.#isWholesale && !this.#isClosed) this.#lines = [...lines, ...this.#lines];
      throw error;
    }
  }

  async #append(text: string): Promise<void> {
    this.#log ??= await LogFile.create(this.#paths.log);
    await this.#log.append(this.#log.bytes === 0 ? this.#header() + text : text);
  }

  #header(): string {
    const { version, libraryDigest } = this.#around;
    return headerLine({ format: FORMAT, writtenBy: version, account: this.name, library: libraryDigest });
  }

  async #writeWhole(): Promise<void> {
    await this.#writeSnapshot();
    await this.#log?.release();
    this.#log = null;
    this.#hasOldLog = false;
    await removeFiles(this.#around.folder, [this.#paths.oldLog, this.#paths.log]);
  }

  /** Writes the state as it is now; what is done to the account meanwhile goes to the log. */
  #writeSnapshot(): Promise<void> {
    const { version } = this.#around;
    const { state: account } = this.#account;
    const snapshot: Snapshot = { format: FORMAT, writtenBy: version, ...this.#standing, account };
    return new Low(this.#adapter, snapshot).write();
  }

  /** Begins a new log and writes, beside all that goes on, a snapshot that takes the old one in. */
  async #beginFold(log: LogFile): Promise<void> {
    const { oldLog } = this.#paths;
    const { bytes } = log;
    if (!this.#hasOldLog) {
      try {
        await log.retire(oldLog);
      } catch (error) {
        this.#tellFoldFailed(error, bytes);
        return;
      }
      this.#log = null;
      this.#hasOldLog = true;
    }
    this.#folding = this.#writeSnapshot()
      .then(() => removeFiles(this.#around.folder, [oldLog]))
      .then(() => this.#folded())
      .catch(error => this.#tellFoldFailed(error, bytes))
      .finally(() => {
        this.#folding = null;
      });
  }

  /** A log may grow as large as its snapshot, so that folding never costs more than writing did. */
  #folded(): void {
    this.#hasOldLog = false;
    const snapshotBytes = this.#account.state.orders.length * BYTES_AN_ORDER;
    this.#foldAtBytes = Math.max(this.#around.foldAtBytes, snapshotBytes);
  }

  #tellFoldFailed(error: unknown, bytes: number): void {
    this.#foldAtBytes = 2 * Math.max(bytes, this.#foldAtBytes);
    this.#around.tell(`${(error as Error).message}; the log keeps all, and grows until this works again`);
  }

  /** The log's last line says that the account is closed, so that files which a crash leaves over are known. */
  async #remove(): Promise<void> {
    await this.#folding;
    if (this.#log || this.#hasOldLog) await this.#append(CLOSED_LINE);
    await this.#log?.release();
    this.#log = null;
    const { snapshot, oldLog, log } = this.#paths;
    await removeFiles(this.#around.folder, [snapshot, oldLog, log]);
  }

  #fail(turn: Turn, failure: StorageError): void {
    if (!this.#failure) {
      this.#around.tell(
        `${failure.message}; the account's requests are answered 503 until it can be written again`,
      );
    }
    this.#failure = failure;
    turn.reject(failure);
    this.#next?.reject(failure);
    this.#next = newTurn();
    this.#cancelRetry = this.#around.wake(RETRY_MS, () => this.#work());
  }
}
