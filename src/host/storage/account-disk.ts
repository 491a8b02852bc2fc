import { type FileHandle, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AccountPaths } from './account-paths.ts';
import { createFile, openExisting, removeFiles, syncFolder, writeAll } from './durable-files.ts';
import type { FolderContext } from './folder-context.ts';
import { Seal } from './last-acknowledged-seal.ts';
import { CLOSED_LINE, headerLine } from './log-line.ts';
import { FORMAT } from './snapshot-file.ts';
import { storageError } from './storage.ts';

/** A file that only grows. Once `append` has resolved, its text is on disk. */
export class LogFile {
  readonly path: string;
  #handle: FileHandle | null;
  /** Everything up to here is on disk. Anything after it was left by a failed write. */
  #length = 0;
  #hasPartialWrite = false;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  /**
   * Creates an empty file.
   * @throws StorageError, also if the file exists
   */
  static async create(path: string): Promise<LogFile> {
    let handle: FileHandle | null = null;
    try {
      handle = await createFile(path);
      await syncFolder(dirname(path));
      return new LogFile(path, handle);
    } catch (error) {
      if (handle) {
        await handle.close();
        await rm(path, { force: true });
      }
      throw storageError('create the file', path, error);
    }
  }

  get bytes(): number {
    return this.#length;
  }

  /**
   * Writes text at the end and resolves once it is on disk. After a failure, the same text, or more, can be
   * appended again: the remains of the failed write are removed first.
   * @throws StorageError
   */
  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    try {
      this.#handle ??= await openExisting(this.path);
      if (this.#hasPartialWrite) await this.#handle.truncate(this.#length);
      this.#hasPartialWrite = true;
      await writeAll(this.#handle, bytes, this.#length);
      await this.#handle.datasync();
    } catch (error) {
      throw storageError('write the file', this.path, error);
    }
    this.#hasPartialWrite = false;
    this.#length += bytes.length;
  }

  /** Closes the file until the next write. */
  async release(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }

  /** Renames the file. This is durable once the folder is synchronized. The file must not be written afterwards. */
  async retire(path: string): Promise<void> {
    await this.release();
    try {
      await rename(this.path, path);
    } catch (error) {
      throw storageError('rename the file', this.path, error);
    }
  }
}

/**
 * Removes an account's files. The removal of the seal is durable before the others are removed: a seal without a
 * snapshot and a log means that these were lost.
 */
export async function removeAccount(folder: string, paths: AccountPaths): Promise<void> {
  await removeFiles(folder, [paths.seal]);
  await removeFiles(folder, [paths.snapshot, paths.oldLog, paths.log]);
}

/**
 * The files of one account. They are changed in an order that leaves them readable after a crash at any point: the
 * snapshot is created before the seal, the seal before the log, and each is removed only once nothing depends on it.
 */
export class AccountDisk {
  readonly #paths: AccountPaths;
  readonly #context: FolderContext;
  readonly #name: string;
  /** Null until the first entry after a snapshot. */
  #log: LogFile | null = null;
  #seal: Seal | null = null;
  /** True while a log that is being folded, or could not be folded, still exists. */
  #hasOldLog = false;

  constructor(paths: AccountPaths, context: FolderContext, name: string) {
    this.#paths = paths;
    this.#context = context;
    this.#name = name;
  }

  get logBytes(): number {
    return this.#log?.bytes ?? 0;
  }

  /** True if the snapshot alone holds the state of the account. */
  get isFolded(): boolean {
    return !this.#log && !this.#hasOldLog && !this.#seal;
  }

  /** Appends lines to the log and resolves once they are on disk. @throws StorageError */
  async append(lines: string): Promise<void> {
    this.#seal ??= await Seal.create(this.#paths.seal);
    await this.#seal.open();
    this.#log ??= await LogFile.create(this.#paths.log);
    await this.#log.append(this.#log.bytes === 0 ? this.#header() + lines : lines);
  }

  /** Records in the seal that everything up to an entry is on disk. The entry may be acknowledged afterwards. @throws StorageError */
  async seal(seq: number): Promise<void> {
    await this.#seal?.open();
    this.#seal?.write(seq);
  }

  /** Writes a snapshot and removes the logs and the seal. @throws StorageError */
  async replace(writeSnapshot: () => Promise<void>): Promise<void> {
    await writeSnapshot();
    await this.release();
    this.#log = null;
    this.#seal = null;
    this.#hasOldLog = false;
    const { oldLog, log, seal } = this.#paths;
    await removeFiles(this.#context.folder, [oldLog, log, seal]);
  }

  /** Renames the log, so that the next entry starts a new one and this one can be folded into a snapshot. @throws StorageError */
  async retireLog(): Promise<void> {
    if (this.#hasOldLog || !this.#log) return;
    await this.#log.retire(this.#paths.oldLog);
    this.#log = null;
    this.#hasOldLog = true;
  }

  /** Removes the renamed log after it was folded into a snapshot. @throws StorageError */
  async removeOldLog(): Promise<void> {
    await removeFiles(this.#context.folder, [this.#paths.oldLog]);
    this.#hasOldLog = false;
  }

  /**
   * Removes the account. Its log first records that it is closed, so that files left over by a crash are recognized.
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
