import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storageError } from './failures.ts';

/** Only the owner may read what is kept: it holds webhook secrets. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** Ends the name of a file that is being written. One that is found at the start was never finished. */
export const UNFINISHED = '.tmp';

/** Puts a folder's entries on disk: until then a new, renamed or removed file may be undone by a crash. */
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

/**
 * Replaces a file as one step: whatever happens, the old one or the new one stands there whole.
 * @throws StorageError, with the old one in place
 */
export async function replaceFile(path: string, pieces: Iterable<string>): Promise<void> {
  const unfinished = path + UNFINISHED;
  try {
    const handle = await open(unfinished, 'w', FILE_MODE);
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
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw storageError('write it', path, error);
  }
}

/** Removes files for good, in this order; one that is not there is no matter. */
export async function removeFiles(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await rm(path, { force: true }).catch(error => {
      throw storageError('remove it', path, error);
    });
  }
  await syncFolder(folder);
}
