import { createReadStream } from 'node:fs';
import { EntryWalk } from './entry-walk.ts';
import type { HarExchange } from './exchange.ts';
import { harFileError } from './har-errors.ts';
import { readEntry } from './read-entry.ts';

/** The largest entry, in bytes of the file. The size of the file does not matter. */
export const MAX_ENTRY_BYTES = 32 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;

/** What a HAR file says of itself. What it does not say is null. */
export interface HarFile {
  readonly path: string;
  readonly version: string | null;
  /** The tool that wrote it. */
  readonly creator: string | null;
  /** How many entries it has. */
  readonly entries: number;
  /** True if it is a recording whose last entry was not written completely. That entry is left out. */
  readonly isCutOff: boolean;
}

/** The entries of a file, as parsed JSON, in groups that were read together. @returns true if it is cut off */
async function* entriesOf(path: string, walk: EntryWalk): AsyncGenerator<unknown[], boolean> {
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  try {
    for await (const chunk of stream) yield walk.push(chunk);
    return walk.end();
  } catch (error) {
    throw await harFileError(path, error);
  }
}

/**
 * Reads a HAR file of any size, written by any tool. The memory that it takes depends on the largest entry only.
 * @param onEntry called with each exchange, in the order of the file; reading waits for a promise that it returns
 * @throws HarFileError if the file cannot be read, is not JSON, or is not a HAR file; it names the file and the position
 */
export async function readHar(path: string, onEntry: (exchange: HarExchange) => unknown): Promise<HarFile> {
  const walk = new EntryWalk(MAX_ENTRY_BYTES);
  let count = 0;
  const groups = entriesOf(path, walk);
  let group = await groups.next();
  for (; !group.done; group = await groups.next()) {
    for (const entry of group.value) {
      count += 1;
      await onEntry(readEntry(path, entry, count));
    }
  }
  return { path, ...walk.file, entries: count, isCutOff: group.value };
}
