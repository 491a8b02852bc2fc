import { fileProblem } from '../files/file-problem.ts';
import { StorageError } from './storage.ts';

/** What differs from the common text, mostly because a data folder is chosen with a flag. */
const REMEDIES: Readonly<Record<string, string>> = {
  EDQUOT: "the user's disk quota is exceeded; free some space",
  EROFS: 'the file system is read-only; remount it as writable, or choose another folder with --data',
  EACCES: 'permission denied; fix the permissions, or choose another folder with --data',
  EPERM: 'permission denied; fix the permissions, or choose another folder with --data',
  ENOTDIR: 'a part of the path is not a folder; choose another folder with --data',
  ENOTSUP: 'the file system takes no folders there; choose another folder with --data',
  EEXIST: 'another file with that name exists; remove it, or choose another folder with --data',
  ELOOP: 'the path is a symbolic link; remove it, or choose another folder with --data',
  ENFILE: 'the machine has too many files open; raise the system limit',
  ENOENT: 'it does not exist; check whether it was removed while the server was running',
};

/** Explains which action failed on which file, why, and how to fix it. */
export function storageError(action: string, path: string, error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  return new StorageError(
    `${path}: cannot ${action}: ${REMEDIES[code] ?? fileProblem(error)}${code ? ` (${code})` : ''}`,
    { cause: error },
  );
}

/** Whether a file could not be opened because the process, or the machine, has too many open. */
export function isOutOfDescriptors(error: unknown): boolean {
  const { cause } = error as { readonly cause?: NodeJS.ErrnoException };
  return cause?.code === 'EMFILE' || cause?.code === 'ENFILE';
}

/** Explains that the content of a file is not valid, and what the operator can do. */
export const corrupt = (location: string, problem: string, remedy: string): StorageError =>
  new StorageError(`${location}: ${problem}; nothing was changed. ${remedy}`);
