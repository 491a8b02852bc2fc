import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FILE_MODE, syncFolder, writeAll } from './durable.ts';
import { storageError } from './failures.ts';

/** A file that only grows. What `append` resolved for is on disk. */
export class LogFile {
  readonly path: string;
  #handle: FileHandle | null;
  /** Up to here all is on disk; what stands behind it is the rest of a failed write. */
  #length = 0;
  #isSpoilt = false;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  /**
   * Makes a new one; its first lines have to be appended yet.
   * @throws StorageError, where there is one already, too
   */
  static async create(path: string): Promise<LogFile> {
    let handle: FileHandle | null = null;
    try {
      handle = await open(path, 'wx', FILE_MODE);
      await syncFolder(dirname(path));
      return new LogFile(path, handle);
    } catch (error) {
      if (handle) {
        await handle.close();
        await rm(path, { force: true });
      }
      throw storageError('make it', path, error);
    }
  }

  get bytes(): number {
    return this.#length;
  }

  /**
   * Writes text behind what is there; resolves once it is on disk. After a failure the same text, and more, may be
   * appended again: nothing of the failed write is left then.
   * @throws StorageError
   */
  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    try {
      this.#handle ??= await open(this.path, 'r+');
      if (this.#isSpoilt) await this.#handle.truncate(this.#length);
      this.#isSpoilt = true;
      await writeAll(this.#handle, bytes, this.#length);
      await this.#handle.datasync();
    } catch (error) {
      throw storageError('write it', this.path, error);
    }
    this.#isSpoilt = false;
    this.#length += bytes.length;
  }

  /** Lets go of the file until the next write. */
  async release(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }

  /** Gives the file another name, for good once the folder is on disk; it must not be written any more. */
  async retire(path: string): Promise<void> {
    await this.release();
    try {
      await rename(this.path, path);
    } catch (error) {
      throw storageError('rename it', this.path, error);
    }
  }
}
