import { StorageError } from './storage.ts';

const MENDS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: "the user's disk quota is used up; free some space",
  EFBIG: 'the file may not grow any further; raise the limit (ulimit -f)',
  EROFS: 'the file system is read-only; mount it for writing, or name another folder with --data',
  EACCES: 'this user may not; mend the permissions, or name another folder with --data',
  EPERM: 'this user may not; mend the permissions, or name another folder with --data',
  ENOTDIR: 'a part of the path is no folder; name another with --data',
  EEXIST: 'there is something else of that name; name another folder with --data',
  EMFILE: 'the process has too many files open; raise the limit (ulimit -n)',
  ENFILE: 'the machine has too many files open; raise its limit',
  EIO: 'the disk reports an error; look into the system log',
  ENOENT: 'it is gone; was it removed while the server ran?',
};

/** Says what could not be done to which file, why, and the mend. */
export function storageError(doing: string, path: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new StorageError(`${path}: cannot ${doing}: ${MENDS[code] ?? message}${code ? ` (${code})` : ''}`);
}

/** A file whose content cannot be right, and what a person can do about it. */
export const corrupt = (place: string, what: string, mend: string): StorageError =>
  new StorageError(`${place}: ${what}; nothing was changed. ${mend}`);
