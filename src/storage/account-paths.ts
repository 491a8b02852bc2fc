import { hash } from 'node:crypto';
import { join } from 'node:path';

/** The files of an account. */
export interface AccountPaths {
  readonly snapshot: string;
  readonly log: string;
  /** A log that is being folded into the snapshot. */
  readonly oldLog: string;
  /** Says which entry of the logs was acknowledged last. */
  readonly seal: string;
}

/** Begins the names of library files. No account's file name contains a `.` before its ending. */
export const LIBRARY_PREFIX = '.scenarios-';
export const LIBRARY_FILE = /^\.scenarios-[0-9a-f]{16}\.json$/;

const LONGEST_NAME = 120;
const SNAPSHOT = '.json';
const LOG = '.log';
const OLD_LOG = '.log.old';
const SEAL = '.seal';

/**
 * A file name for an account's name. Everything but `a-z 0-9 _ -` is written as %XX of its UTF-8 bytes, upper-case
 * letters too, so that two names differ on file systems that ignore case.
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
  seal: join(folder, file + SEAL),
});

/** The names of the accounts' files among a folder's entries, without their endings. */
export function accountFilesIn(entries: readonly string[]): string[] {
  const files = new Set<string>();
  for (const entry of entries) {
    const ending = [OLD_LOG, LOG, SEAL, SNAPSHOT].find(one => entry.endsWith(one));
    if (ending && !entry.startsWith(LIBRARY_PREFIX)) files.add(entry.slice(0, -ending.length));
  }
  return [...files].sort();
}

const UNFINISHED_FILE = /^([a-z0-9_%-]+\.json|\.scenarios-[0-9a-f]{16}\.json)\.tmp$/;

/** The files among a folder's entries that a crash kept this program from finishing. */
export const unfinishedFilesIn = (entries: readonly string[]): string[] =>
  entries.filter(entry => UNFINISHED_FILE.test(entry));
