type Reason = readonly [what: string, fix: string];

const NO_PERMISSION: Reason = ['permission denied', 'fix its permissions'];

/** Why the file system refuses a path, by its code, and how to fix it. */
const REASONS: Readonly<Record<string, Reason>> = {
  ENOENT: ['no such file or folder', 'check the path'],
  ENOTDIR: ['a part of the path is not a folder', 'check the path'],
  EISDIR: ['it is a folder', 'name a file in it'],
  EEXIST: ['it is a file', 'choose another path'],
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: ['the file system is read-only', 'choose another path'],
  ENOTSUP: ['the file system takes no folders there', 'choose another path'],
  ENOSPC: ['the disk is full', 'free some space'],
  EDQUOT: ['the disk quota is exceeded', 'free some space'],
  EFBIG: ['the file size limit is reached', 'raise the limit (ulimit -f)'],
  EIO: ['the disk reports an error', 'see the system log'],
  EMFILE: ['the process has too many files open', 'raise the limit (ulimit -n)'],
  ENAMETOOLONG: ['the path is too long', 'choose a shorter one'],
  ELOOP: ['the path has too many symbolic links', 'choose another path'],
  ERR_FS_FILE_TOO_LARGE: ['the file is larger than 2 GiB', 'choose a smaller one'],
};

/**
 * Why a file or folder cannot be read or written, and how to fix it: `permission denied; fix its permissions`.
 * @param fixInstead what to do, if the caller knows better
 */
export function fileProblem(error: unknown, fixInstead?: string): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [what, fix] = REASONS[code] ?? [message, ''];
  const remedy = fixInstead ?? fix;
  return remedy === '' ? what : `${what}; ${remedy}`;
}
