import { StorageError } from './storage.ts';

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: "the user's disk quota is used up; free some space",
  EFBIG: 'the file may not grow any further; raise the limit (ulimit -f)',
  EROFS: 'the file system is read-only; mount it for writing, or name another folder with --data',
  EACCES: 'this user may not; fix the permissions, or name another folder with --data',
  EPERM: 'this user may not; fix the permissions, or name another folder with --data',
  ENOTDIR: 'a part of the path is not a folder; name another with --data',
  EEXIST: 'there is something else of that name; remove it, or name another folder with --data',
  ELOOP: 'a symbolic link has its place; remove it, or name another folder with --data',
  EMFILE: 'the process has too many files open; raise the limit (ulimit -n)',
  ENFILE: 'the machine has too many files open; raise its limit',
  EIO: 'the disk reports an error; see the system log',
  ENOENT: 'it does not exist; was it removed while the server ran?',
};

/** Says what could not be done to which file, why, and what to do. */
export function storageError(action: string, path: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new StorageError(
    `${path}: cannot ${action}: ${REMEDIES[code] ?? message}${code ? ` (${code})` : ''}`,
  );
}

/** A file whose content cannot be right, and what the operator can do about it. */
export const corrupt = (place: string, problem: string, remedy: string): StorageError =>
  new StorageError(`${place}: ${problem}; nothing was changed. ${remedy}`);
