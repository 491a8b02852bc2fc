import { createReadStream } from 'node:fs';
import { EntryWalk, HarShapeError } from './entry-walk.ts';
import type { HarExchange } from './exchange.ts';
import { HarFileError, unreadable } from './har-errors.ts';
import { readEntry } from './read-entry.ts';

/** The largest entry, in bytes of the file. A file of any size is read, one entry at a time. */
export const MAX_ENTRY_BYTES = 64 * 1024 * 1024;

/** What a HAR file says of itself. What it does not say is null. */
export interface HarFile {
  readonly path: string;
  readonly version: string | null;
  /** The tool that wrote it. */
  readonly creator: string | null;
  /** How many entries it has. */
  readonly entries: number;
}

/**
 * Reads a HAR file of any size, written by any tool, in a memory that depends on its largest entry only.
 * @param onEntry called with each exchange, in the order of the file; reading waits for the promise that it returns
 * @throws HarFileError if the file cannot be read, is not JSON, or is not a HAR; it names the file and the position
 */
export async function readHar(
  path: string,
  onEntry: (exchange: HarExchange) => void | Promise<void>,
): Promise<HarFile> {
  let count = 0;
  const walk = new EntryWalk(MAX_ENTRY_BYTES);
  const handOver = async (entries: readonly unknown[]): Promise<void> => {
    for (const entry of entries) {
      count += 1;
      await onEntry(readEntry(entry, count));
    }
  };
  try {
    for await (const chunk of createReadStream(path)) await handOver(walk.push(chunk));
    await handOver(walk.end());
  } catch (error) {
    if (error instanceof HarShapeError) throw new HarFileError(`${path}: ${error.message}`);
    throw await unreadable(path, error);
  }
  return { path, ...walk.file, entries: count };
}
