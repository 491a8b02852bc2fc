import { constants, writeSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { openRegularFile, renameFile } from '../node/files.ts';
import { heapUse } from '../node/heap-watch.ts';
import { NoMemoryError, storageError } from './storage.ts';

/** The files contain webhook secrets, so only their owner may read them. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** The extension of a file that is still being written. A crash can leave such a file behind. */
const UNFINISHED = '.tmp';

/** The flag does not exist on Windows. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** Creates a file; fails with EEXIST if anything has that name, including a symbolic link. */
const createFile = (path: string): Promise<FileHandle> => open(path, 'wx', FILE_MODE);

/** Synchronizes a folder's entries. Until then, a crash can undo the creation, renaming or removal of a file. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** It can be closed between writes. */
export class OpenedFile {
  readonly #path: string;
  #handle: FileHandle | null;
  #length: number;
  #hasPartialWrite = false;

  private constructor(path: string, handle: FileHandle, length: number) {
    this.#path = path;
    this.#handle = handle;
    this.#length = length;
  }

  /** The name is on disk then, but the text need not be. @throws StorageError, for example if the file exists */
  static async create(path: string, text: string): Promise<OpenedFile> {
    let handle: FileHandle | null = null;
    try {
      handle = await createFile(path);
      await writeAll(handle, Buffer.from(text), 0);
      await syncFolder(dirname(path));
      return new OpenedFile(path, handle, text.length);
    } catch (error) {
      if (handle) {
        await handle.close();
        await rm(path, { force: true });
      }
      throw storageError('create the file', path, error);
    }
  }

  /** The number of bytes that are on disk for certain. */
  get bytes(): number {
    return this.#length;
  }

  /** Opens the file again after `release`. It fails if the path is a symbolic link. @throws StorageError */
  async open(): Promise<FileHandle> {
    try {
      this.#handle ??= await openRegularFile(this.#path, constants.O_RDWR | NO_FOLLOW);
      return this.#handle;
    } catch (error) {
      throw storageError('write the file', this.#path, error);
    }
  }

  /**
   * Writes text at the end and resolves once it is on disk. After a failure, the caller can append the same text again:
   * the remains of the failed write are removed first.
   * @throws StorageError
   */
  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    const handle = await this.open();
    try {
      if (this.#hasPartialWrite) await handle.truncate(this.#length);
      this.#hasPartialWrite = true;
      await writeAll(handle, bytes, this.#length);
      await handle.datasync();
    } catch (error) {
      throw storageError('write the file', this.#path, error);
    }
    this.#hasPartialWrite = false;
    this.#length += bytes.length;
  }

  /**
   * Replaces the first bytes of the file, without synchronizing them. The write is synchronous, because that costs less
   * than passing a few bytes to another thread.
   * @throws StorageError
   */
  async overwrite(text: string): Promise<void> {
    const handle = await this.open();
    try {
      writeSync(handle.fd, text, 0, 'latin1');
    } catch (error) {
      throw storageError('write the file', this.#path, error);
    }
  }

  async release(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }
}

async function writeNew(path: string, pieces: Iterable<string>): Promise<void> {
  await rm(path, { force: true });
  const handle = await createFile(path);
  try {
    let position = 0;
    for (const piece of pieces) {
      const bytes = Buffer.from(piece);
      await writeAll(handle, bytes, position);
      position += bytes.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Replaces a file atomically: after a crash at any point, the file has either the complete old or the complete new content.
 * @throws StorageError; the old content is still in place unless only the folder could not be synchronized
 */
export async function replaceFile(path: string, pieces: Iterable<string>): Promise<void> {
  const unfinished = path + UNFINISHED;
  try {
    await writeNew(unfinished, pieces);
    await renameFile(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw storageError('write the file', path, error);
  }
}

/** Removes files in this order and synchronizes the folder. A file that does not exist is skipped. */
export async function removeFiles(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await rm(path, { force: true }).catch(error => {
      throw storageError('remove the file', path, error);
    });
  }
  await syncFolder(folder);
}

const HEX_DIGITS = 8;

export const checksumText = (checksum: number): string => checksum.toString(16).padStart(HEX_DIGITS, '0');

export const checksumOf = (content: string | Buffer): string => checksumText(crc32(content));

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 10;

export interface Line {
  readonly bytes: Buffer;
  /** Starts at 1. */
  readonly number: number;
  readonly isComplete: boolean;
}

/**
 * Reads a file's lines in batches of about 1 MiB, because a large file does not fit into one string.
 * @throws NoMemoryError while memory is short
 */
export async function* linesOf(path: string): AsyncGenerator<readonly Line[]> {
  const handle = await openRegularFile(path);
  try {
    let rest: Buffer = Buffer.alloc(0);
    let number = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) break;
      const bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      const lines: Line[] = [];
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        lines.push({ bytes: bytes.subarray(start, end), number: ++number, isComplete: true });
        start = end + 1;
      }
      rest = bytes.subarray(start);
      if (heapUse().isShort) throw new NoMemoryError();
      if (lines.length > 0) yield lines;
    }
    if (rest.length > 0) yield [{ bytes: rest, number: number + 1, isComplete: false }];
  } finally {
    await handle.close();
  }
}
