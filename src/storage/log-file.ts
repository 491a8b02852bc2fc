import { type FileHandle, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createFile, openExisting, syncFolder, writeAll } from './durable-files.ts';
import { storageError } from './storage-errors.ts';

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
