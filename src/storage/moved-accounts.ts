import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { AccountState } from '../engine/account-state.ts';
import { MOVED } from './account-paths.ts';
import { removeFiles, replaceFile } from './durable-files.ts';

/** An account that was here and is on another server now. */
export interface MovedAccount {
  readonly name: string;
  /** The address of the other server. */
  readonly to: string;
  /** The host's time at the handover, in milliseconds since 1970. */
  readonly atMs: number;
  /** The digests of the API keys that were valid. */
  readonly digests: readonly string[];
}

const stored = z.strictObject({
  name: z.string(),
  to: z.string(),
  atMs: z.int(),
  digests: z.array(z.string()),
});

/** The maximum number of moved accounts that a server remembers; the oldest are forgotten. */
export const MAX_MOVED_ACCOUNTS = 10_000;

/** What remains of an account that is deleted because it was moved; null if it was not, or if its destination is unknown. */
export function movedAccount({ name, keys, handover }: AccountState): MovedAccount | null {
  if (handover?.to === undefined) return null;
  const digests = keys.filter(({ revoked }) => !revoked).map(({ digest }) => digest);
  return { name, to: handover.to, atMs: handover.hostAtMs, digests };
}

/** Stores where an account was moved to. @throws StorageError */
export const writeMoved = (path: string, moved: MovedAccount): Promise<void> =>
  replaceFile(path, [`${JSON.stringify(moved)}\n`]);

/**
 * Reads where the accounts of a folder were moved to, oldest first. Records of accounts that exist again, and those
 * beyond the limit, are removed. One that cannot be read is reported and left alone, because it only explains a refusal.
 * @param entries the files of the folder
 * @param isThere whether the folder has an account
 */
export async function readMoved(
  folder: string,
  entries: readonly string[],
  isThere: (name: string) => boolean,
  remark: (text: string) => void,
): Promise<MovedAccount[]> {
  const found: { readonly path: string; readonly moved: MovedAccount }[] = [];
  for (const entry of entries.filter(one => one.endsWith(MOVED))) {
    const path = join(folder, entry);
    try {
      found.push({ path, moved: stored.parse(JSON.parse(await readFile(path, 'utf8'))) });
    } catch {
      remark(
        `${path}: the file cannot be read, so the server does not know where this account was moved to; remove the file`,
      );
    }
  }
  found.sort((one, other) => one.moved.atMs - other.moved.atMs);
  const stale = found.filter(({ moved }) => isThere(moved.name));
  const moved = found.filter(one => !stale.includes(one));
  const removed = [...stale, ...moved.splice(0, Math.max(0, moved.length - MAX_MOVED_ACCOUNTS))];
  if (removed.length > 0)
    await removeFiles(
      folder,
      removed.map(({ path }) => path),
    );
  return moved.map(one => one.moved);
}
