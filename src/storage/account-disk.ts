import type { AccountPaths } from './account-paths.ts';
import { removeFiles } from './durable-files.ts';
import type { FolderContext } from './folder-context.ts';
import { FORMAT } from './format-migration.ts';
import { LogFile } from './log-file.ts';
import { CLOSED_LINE, headerLine } from './log-line.ts';
import { Seal } from './seal.ts';

/**
 * Removes an account's files. The seal goes first and for good: one that is found without a snapshot and a log means
 * that these were lost.
 */
export async function removeAccount(folder: string, paths: AccountPaths): Promise<void> {
  await removeFiles(folder, [paths.seal]);
  await removeFiles(folder, [paths.snapshot, paths.oldLog, paths.log]);
}

/**
 * The files of one account. They are changed in an order in which a crash at any point leaves them readable: the
 * snapshot is there before the seal, the seal before the log, and each is removed only once nothing depends on it.
 */
export class AccountDisk {
  readonly #paths: AccountPaths;
  readonly #context: FolderContext;
  readonly #name: string;
  /** Null until the first entry after a snapshot. */
  #log: LogFile | null = null;
  #seal: Seal | null = null;
  /** A log that is being folded, or could not be folded, is still there. */
  #hasOldLog = false;

  constructor(paths: AccountPaths, context: FolderContext, name: string) {
    this.#paths = paths;
    this.#context = context;
    this.#name = name;
  }

  get logBytes(): number {
    return this.#log?.bytes ?? 0;
  }

  /** True where the snapshot alone is the account. */
  get isFolded(): boolean {
    return !this.#log && !this.#hasOldLog && !this.#seal;
  }

  /** Appends lines to the log, and resolves once they are on disk. @throws StorageError */
  async append(lines: string): Promise<void> {
    this.#seal ??= await Seal.create(this.#paths.seal);
    await this.#seal.open();
    this.#log ??= await LogFile.create(this.#paths.log);
    await this.#log.append(this.#log.bytes === 0 ? this.#header() + lines : lines);
  }

  /** Notes in the seal that everything up to an entry is on disk; what follows may be acknowledged. @throws StorageError */
  async seal(seq: number): Promise<void> {
    await this.#seal?.open();
    this.#seal?.write(seq);
  }

  /** Writes a snapshot of everything and removes all logs. @throws StorageError */
  async replace(writeSnapshot: () => Promise<void>): Promise<void> {
    await writeSnapshot();
    await this.release();
    this.#log = null;
    this.#seal = null;
    this.#hasOldLog = false;
    const { oldLog, log, seal } = this.#paths;
    await removeFiles(this.#context.folder, [oldLog, log, seal]);
  }

  /** Sets the log aside, so that the next entry begins another and a snapshot can take this one in. @throws StorageError */
  async retireLog(): Promise<void> {
    if (this.#hasOldLog || !this.#log) return;
    await this.#log.retire(this.#paths.oldLog);
    this.#log = null;
    this.#hasOldLog = true;
  }

  /** Removes the log that was set aside, after a snapshot took it in. @throws StorageError */
  async removeOldLog(): Promise<void> {
    await removeFiles(this.#context.folder, [this.#paths.oldLog]);
    this.#hasOldLog = false;
  }

  /**
   * Removes the account. Its log says first that it is closed, so that files left over by a crash are recognised.
   * @throws StorageError
   */
  async remove(): Promise<void> {
    if (this.#log || this.#hasOldLog) await this.append(CLOSED_LINE);
    await this.release();
    this.#log = null;
    this.#seal = null;
    this.#hasOldLog = false;
    await removeAccount(this.#context.folder, this.#paths);
  }

  /** Closes the files until the next write. */
  async release(): Promise<void> {
    await Promise.all([this.#log?.release(), this.#seal?.release()]);
  }

  #header(): string {
    const { version, libraryDigest } = this.#context;
    return headerLine({ format: FORMAT, writtenBy: version, account: this.#name, library: libraryDigest });
  }
}
