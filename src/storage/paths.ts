import { hash } from 'node:crypto';
import { join } from 'node:path';

/** The files of an account. */
export interface AccountPaths {
  readonly snapshot: string;
  readonly log: string;
  /** A log that is being folded into the snapshot. */
  readonly oldLog: string;
}

const LONGEST_NAME = 120;
const SNAPSHOT = '.json';
const LOG = '.log';
const OLD_LOG = '.log.old';

/**
 * A file name for an account's name: plain where that is plain; other characters as %XX of their UTF-8 bytes,
 * capitals among them, so that names differ on disks that do not tell capitals from small letters.
 */
export function fileNameOf(account: string): string {
  const name = [...Buffer.from(account)]
    .map(byte => {
      const char = String.fromCharCode(byte);
      return /[a-z0-9_-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  return name.length <= LONGEST_NAME
    ? name
    : `${name.slice(0, 80)}%%${hash('sha256', account, 'hex').slice(0, 32)}`;
}

/** The paths of an account by its name. */
export const pathsOf = (folder: string, account: string): AccountPaths =>
  pathsByFile(folder, fileNameOf(account));

/** The paths of an account by its files' name. */
export const pathsByFile = (folder: string, file: string): AccountPaths => ({
  snapshot: join(folder, file + SNAPSHOT),
  log: join(folder, file + LOG),
  oldLog: join(folder, file + OLD_LOG),
});

/** The names of the accounts' files among the entries of a folder. */
export function accountFilesIn(entries: readonly string[]): string[] {
  const files = new Set<string>();
  for (const entry of entries) {
    const ending = [OLD_LOG, LOG, SNAPSHOT].find(one => entry.endsWith(one));
    if (ending && !entry.startsWith(LIBRARY_PREFIX)) files.add(entry.slice(0, -ending.length));
  }
  return [...files].sort();
}

/** Begins the names of library files; `.` stands in no account's file name. */
export const LIBRARY_PREFIX = '.scenarios-';
