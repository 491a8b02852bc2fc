import { writeSync } from 'node:fs';
import { type FileHandle, readFile, rm } from 'node:fs/promises';
import { checksumOf, createFile, openExisting } from './durable-files.ts';
import { storageError } from './storage.ts';

const SEQ_DIGITS = 16;

/** A sequence number with its checksum, always of the same length, so that it can be overwritten in place. */
function contentOf(seq: number): string {
  const digits = String(seq).padStart(SEQ_DIGITS, '0');
  return `${digits} ${checksumOf(digits)}\n`;
}

/**
 * The file next to an account's log that contains the number of the last acknowledged entry, so that a log that lost its
 * end is detected. It is written after the log was synchronized and is not synchronized itself: a power failure can
 * leave it behind the log, never ahead of it.
 */
export class Seal {
  readonly #path: string;
  #handle: FileHandle | null;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /**
   * Creates the file with entry 0, which means that nothing is acknowledged.
   * @throws StorageError, for example if the file exists
   */
  static async create(path: string): Promise<Seal> {
    const handle = await createFile(path).catch(error => {
      throw storageError('create the file', path, error);
    });
    const seal = new Seal(path, handle);
    try {
      seal.write(0);
      return seal;
    } catch (error) {
      await seal.release();
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Opens the file again after `release`; `write` requires it to be open. @throws StorageError */
  async open(): Promise<void> {
    try {
      this.#handle ??= await openExisting(this.#path);
    } catch (error) {
      throw storageError('write the file', this.#path, error);
    }
  }

  /**
   * Writes the number of the last entry that is on disk. It is synchronous, because writing a few bytes to an open file
   * costs less than passing them to another thread.
   * @throws StorageError
   */
  write(seq: number): void {
    try {
      if (!this.#handle) throw new Error('the file is not open');
      writeSync(this.#handle.fd, contentOf(seq), 0, 'latin1');
    } catch (error) {
      throw storageError('write the file', this.#path, error);
    }
  }

  /** Closes the file until the next `open`. */
  async release(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }
}

/** The number in a seal, or why it cannot be used. */
export type SealReading = number | 'missing' | 'damaged';

/**
 * Reads a seal.
 * @throws StorageError if the file exists but cannot be read
 */
export async function readSeal(path: string): Promise<SealReading> {
  try {
    const content = await readFile(path, 'latin1');
    const seq = Number(content.slice(0, SEQ_DIGITS));
    return Number.isSafeInteger(seq) && content === contentOf(seq) ? seq : 'damaged';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw storageError('read the file', path, error);
  }
}
