import { StorageError } from './storage.ts';

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: "the user's disk quota is exceeded; free some space",
  EFBIG: 'the file size limit is reached; raise the limit (ulimit -f)',
  EROFS: 'the file system is read-only; remount it as writable, or choose another folder with --data',
  EACCES: 'permission denied; fix the permissions, or choose another folder with --data',
  EPERM: 'permission denied; fix the permissions, or choose another folder with --data',
  ENOTDIR: 'a part of the path is not a folder; choose another folder with --data',
  EEXIST: 'another file with that name exists; remove it, or choose another folder with --data',
  ELOOP: 'the path is a symbolic link; remove it, or choose another folder with --data',
  EMFILE: 'the process has too many files open; raise the limit (ulimit -n)',
  ENFILE: 'the machine has too many files open; raise the system limit',
  EIO: 'the disk reports an error; see the system log',
  ENOENT: 'it does not exist; check whether it was removed while the server was running',
};

/** The action of creating a data folder. */
export const CREATE_FOLDER = 'create the folder';
const NO_FOLDERS = 'no folder can be created there; choose another folder with --data';

/** Explains which action failed on which file, why, and how to fix it. */
export function storageError(action: string, path: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const remedy = action === CREATE_FOLDER && code === 'ENOENT' ? NO_FOLDERS : REMEDIES[code];
  return new StorageError(`${path}: cannot ${action}: ${remedy ?? message}${code ? ` (${code})` : ''}`);
}

/** Explains that the content of a file is not valid, and what the operator can do. */
export const corrupt = (location: string, problem: string, remedy: string): StorageError =>
  new StorageError(`${location}: ${problem}; nothing was changed. ${remedy}`);
