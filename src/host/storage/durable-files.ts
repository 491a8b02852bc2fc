import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { renameFile } from '../node/files.ts';
import { storageError } from './storage.ts';

/** The files contain webhook secrets, so only their owner may read them. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** The extension of a file that is still being written. A crash can leave such a file behind. */
const UNFINISHED = '.tmp';

/** The flag does not exist on Windows. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** Creates a file; fails with EEXIST if anything has that name, including a symbolic link. */
export const createFile = (path: string): Promise<FileHandle> => open(path, 'wx', FILE_MODE);

/** Opens an existing file for reading and writing; fails if the path is a symbolic link. */
export const openExisting = (path: string): Promise<FileHandle> => open(path, constants.O_RDWR | NO_FOLLOW);

/** Synchronizes a folder's entries. Until then, a crash can undo the creation, renaming or removal of a file. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes all bytes at a position. */
export async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
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

/** A CRC-32 as eight hexadecimal digits. */
export const checksumText = (checksum: number): string => checksum.toString(16).padStart(HEX_DIGITS, '0');

/** The CRC-32 of a string or buffer as eight hexadecimal digits. */
export const checksumOf = (content: string | Buffer): string => checksumText(crc32(content));

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 10;

/** A line of a file without its newline. */
export interface Line {
  readonly bytes: Buffer;
  /** Starts at 1. */
  readonly number: number;
  /** False for a last line without a newline. */
  readonly isComplete: boolean;
}

/** Reads a file's lines in batches of about 1 MiB, because a large file does not fit into one string. */
export async function* linesOf(path: string): AsyncGenerator<readonly Line[]> {
  const handle = await open(path, 'r');
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
      if (lines.length > 0) yield lines;
    }
    if (rest.length > 0) yield [{ bytes: rest, number: number + 1, isComplete: false }];
  } finally {
    await handle.close();
  }
}
