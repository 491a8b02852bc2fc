import { writeSync } from 'node:fs';
import { type FileHandle, readFile, rm } from 'node:fs/promises';
import { checksumOf } from './checksum.ts';
import { createFile, openExisting } from './durable-files.ts';
import { storageError } from './storage-errors.ts';

const SEQ_DIGITS = 16;

/** A sequence number with its checksum, always of the same length, so that it can be overwritten in place. */
function contentOf(seq: number): string {
  const digits = String(seq).padStart(SEQ_DIGITS, '0');
  return `${digits} ${checksumOf(digits)}\n`;
}

/**
 * The file beside an account's log that holds the number of the last entry which was acknowledged, so that a log that
 * lost its end is noticed. It is written after the log was synchronised and is not synchronised itself: a power
 * failure can leave it behind the log, never ahead of it.
 */
export class Seal {
  readonly #path: string;
  #handle: FileHandle | null;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  /**
   * Creates the file; it acknowledges nothing yet.
   * @throws StorageError, also where the file exists
   */
  static async create(path: string): Promise<Seal> {
    const handle = await createFile(path).catch(error => {
      throw storageError('make it', path, error);
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

  /** Opens the file again after `release`; `write` needs it open. @throws StorageError */
  async open(): Promise<void> {
    try {
      this.#handle ??= await openExisting(this.#path);
    } catch (error) {
      throw storageError('write it', this.#path, error);
    }
  }

  /**
   * Writes the number of the last entry that is on disk. Synchronous, because a write of so few bytes to a file that
   * is open costs less than handing it to another thread.
   * @throws StorageError
   */
  write(seq: number): void {
    try {
      if (!this.#handle) throw new Error('the file is not open');
      writeSync(this.#handle.fd, contentOf(seq), 0, 'latin1');
    } catch (error) {
      throw storageError('write it', this.#path, error);
    }
  }

  /** Closes the file until the next `open`. */
  async release(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }
}

/** What is known of a seal: the number in it, or why there is none. */
export type SealReading = number | 'missing' | 'damaged';

/**
 * Reads a seal.
 * @throws StorageError where the file exists and cannot be read
 */
export async function readSeal(path: string): Promise<SealReading> {
  try {
    const content = await readFile(path, 'latin1');
    const seq = Number(content.slice(0, SEQ_DIGITS));
    return Number.isSafeInteger(seq) && content === contentOf(seq) ? seq : 'damaged';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw storageError('read it', path, error);
  }
}
