import { hash } from 'node:crypto';
import { join } from 'node:path';

/** The files of an account. */
export interface AccountPaths {
  readonly snapshot: string;
  readonly log: string;
  /** A log that is being folded into the snapshot. */
  readonly oldLog: string;
  /** Contains the number of the last acknowledged log entry. */
  readonly seal: string;
}

/** The prefix of library file names. Account file names do not contain a `.` before their extension. */
export const LIBRARY_PREFIX = '.scenarios-';
export const LIBRARY_FILE = /^\.scenarios-[0-9a-f]{16}\.json$/;

const MAX_NAME_LENGTH = 120;
const SNAPSHOT = '.json';
const LOG = '.log';
const OLD_LOG = '.log.old';
const SEAL = '.seal';

/**
 * The file name for an account name. Every character except `a-z 0-9 _ -` is written as %xx for each of its UTF-8 bytes.
 * This includes uppercase letters, so that two names also differ on file systems that ignore case.
 */
function fileNameOf(account: string): string {
  const name = [...Buffer.from(account)]
    .map(byte => {
      const char = String.fromCharCode(byte);
      return /[a-z0-9_-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  return name.length <= MAX_NAME_LENGTH
    ? name
    : `${name.slice(0, 80)}%%${hash('sha256', account, 'hex').slice(0, 32)}`;
}

/** The paths for an account name. */
export const pathsOf = (folder: string, account: string): AccountPaths =>
  pathsByFile(folder, fileNameOf(account));

/** The paths for the common file name of an account's files. */
export const pathsByFile = (folder: string, file: string): AccountPaths => ({
  snapshot: join(folder, file + SNAPSHOT),
  log: join(folder, file + LOG),
  oldLog: join(folder, file + OLD_LOG),
  seal: join(folder, file + SEAL),
});

/** The file names of the accounts among a folder's entries, without extensions. */
export function accountFilesIn(entries: readonly string[]): string[] {
  const files = new Set<string>();
  for (const entry of entries) {
    const extension = [OLD_LOG, LOG, SEAL, SNAPSHOT].find(candidate => entry.endsWith(candidate));
    if (extension && !entry.startsWith(LIBRARY_PREFIX)) files.add(entry.slice(0, -extension.length));
  }
  return [...files].sort();
}

const UNFINISHED_FILE = /^([a-z0-9_%-]+\.json|\.scenarios-[0-9a-f]{16}\.json)\.tmp$/;

/** The files among a folder's entries whose writing was interrupted by a crash. */
export const unfinishedFilesIn = (entries: readonly string[]): string[] =>
  entries.filter(entry => UNFINISHED_FILE.test(entry));
